using Test
using Dates

@testset "a compound period as text" begin
    @test string(Hour(2) + Minute(1)) == "2 hours, 1 minute"
    @test string(Dates.CompoundPeriod(Day(1))) == "1 day"
    @test string(Dates.CompoundPeriod(Dates.Period[])) == "empty period"
end
