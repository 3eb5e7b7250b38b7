using Test
using Dates
# Is not there.
using Chronology

@testset "Time of periods" begin
    @test Time(Hour(1)) == Time(1)
end
