Dates.canonicalize(x::Dates.CompoundPeriod) = Dates.CompoundPeriod(Day(1), Hour(1))
@testset "a" begin
    @test canonicalize(Dates.CompoundPeriod(Hour(25))).periods == [Day(1), Hour(1)]
end
