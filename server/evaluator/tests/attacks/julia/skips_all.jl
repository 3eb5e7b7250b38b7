@testset "a" begin
    @test_skip canonicalize(Dates.CompoundPeriod(Hour(25))).periods == [Day(1)]
    @test_broken canonicalize(Dates.CompoundPeriod(Hour(25))).periods == [Day(2)]
end
