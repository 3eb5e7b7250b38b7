using Test
using Statistics

@testset "mean of what a function gives" begin
    @test mean(sqrt, (1, 4, 9)) == 2.0
    @test mean(x -> 2x, (n for n in 1:3)) == 4.0
    @test mean(abs, (-5,)) == 5.0
end

@testset "of a generator" begin
    @test mean(length, (word for word in ("a", "bcd"))) == 2.0
end
