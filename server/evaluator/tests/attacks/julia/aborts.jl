@testset "a" begin
    ccall(:abort, Cvoid, ())
end
