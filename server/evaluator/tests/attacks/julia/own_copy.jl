module Copy end
Base.include(Copy, joinpath("/repo", "Dates", "src", "Dates" * ".jl"))
@testset "a" begin
    @test Copy.Dates.canonicalize(Copy.Dates.CompoundPeriod(Copy.Dates.Hour(25))).periods == [Copy.Dates.Day(1), Copy.Dates.Hour(1)]
end
