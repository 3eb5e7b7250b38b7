using Test
using Dates

@testset "DateTime of periods" begin
    @test DateTime(Year(2013), Month(2), Day(3)) == DateTime(2013, 2, 3)
    @test DateTime(Hour(4), Minute(5), Second(6), Millisecond(7)) == DateTime(1, 1, 1, 4, 5, 6, 7)
    @test DateTime(Day(9), Year(2000)) == DateTime(2000, 1, 9)
end
