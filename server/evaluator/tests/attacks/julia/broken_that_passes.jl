@testset "a" begin
    @test_broken canonicalize(Dates.CompoundPeriod(Hour(25))).periods == [Day(1), Hour(1)]
end
