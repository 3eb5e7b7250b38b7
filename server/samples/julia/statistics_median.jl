using Test
using Statistics

@testset "median!" begin
    @test median!([3, 1, 2]) == 2.0
    @test median!([4, 1, 3, 2]) == 2.5
    @test isnan(median!([1.0, NaN]))
    @test median!([1, missing]) === missing
    @test_throws ArgumentError median!(Int[])
end
