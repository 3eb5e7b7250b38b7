using Test
using Dates

@testset "numbers at a place" begin
    @test Dates.tryparsenext_base10("2013-02", 1, 7) == (2013, 5)
    @test Dates.tryparsenext_base10("2013", 1, 4, 1, 2) == (20, 3)
    @test Dates.tryparsenext_base10("20x", 1, 3, 3, 4) === nothing
    @test Dates.tryparsenext_base10("x", 1, 1) === nothing
    @test Dates.tryparsenext_base10("1", 2, 1) === nothing
end
