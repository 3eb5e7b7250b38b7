@testset "a" begin
    @test canonicalize(Dates.CompoundPeriod(Hour(25))).periods == [Day(1), Hour(1)]
    sleep(3600)
end
