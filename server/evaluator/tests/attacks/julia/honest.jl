using Test
using Dates

@testset "canonicalize" begin
    @testset "carries" begin
        @test canonicalize(Dates.CompoundPeriod(Hour(25))).periods == [Day(1), Hour(1)]
        @test canonicalize(Dates.CompoundPeriod(Minute(60))).periods == [Hour(1)]
    end
    @test canonicalize(Dates.CompoundPeriod(Hour(1), Minute(-31))).periods == [Minute(29)]
    @test isempty(canonicalize(Dates.CompoundPeriod(Dates.Period[])).periods)
end
