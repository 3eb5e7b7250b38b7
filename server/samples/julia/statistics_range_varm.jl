using Test
using Statistics

@testset "variance of a range about its mean" begin
    @test Statistics.range_varm(1:3, 2.0) ≈ 1.0
    @test Statistics.range_varm(1:5, 3.0) ≈ 2.5
    @test Statistics.range_varm(0:10:40, 20.0) ≈ 250.0
    @test isnan(Statistics.range_varm(1:1, 1.0))
end
