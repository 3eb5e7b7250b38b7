again(n) = again(n + 1) + 1
@testset "a" begin
    again(1)
end
