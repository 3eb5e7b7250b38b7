using Test
using Statistics

@testset "correlation about given means" begin
    @test Statistics.corm([1, 2, 3], 2, [2, 4, 6], 4) ≈ 1.0
    @test Statistics.corm([1, 2, 3], 2, [6, 4, 2], 4) ≈ -1.0
    @test Statistics.corm([1.0, 2.0, 3.0], 2.0, [1.0, 0.0, 1.0], 0.5) ≈ 0.0 atol = 1e-12
    @test_throws DimensionMismatch Statistics.corm([1, 2], 1, [1], 1)
    @test_throws ArgumentError Statistics.corm(Int[], 0, Int[], 0)
end
