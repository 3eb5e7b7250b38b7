@testset "a" begin
    canonicalize(Dates.CompoundPeriod(Hour(25)))
end
