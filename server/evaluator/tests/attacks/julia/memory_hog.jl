@testset "a" begin
    kept = []
    while true
        push!(kept, ones(UInt8, 10_000_000))
    end
end
