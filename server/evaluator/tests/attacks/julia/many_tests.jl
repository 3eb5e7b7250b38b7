@testset "a" begin
    for n in 1:10_000
        @test canonicalize(Dates.CompoundPeriod(Hour(n))) isa Dates.CompoundPeriod
    end
end
