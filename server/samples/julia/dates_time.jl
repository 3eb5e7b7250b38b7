using Test
using Dates

@testset "Time of periods" begin
    @test Time(Hour(1), Minute(2), Second(3)) == Time(1, 2, 3)
    @test Time(Nanosecond(6), Microsecond(5), Millisecond(4)) == Time(0, 0, 0, 4, 5, 6)
    @test Time(Minute(7)) == Time(0, 7)
end
