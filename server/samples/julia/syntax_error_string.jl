using Test
using Dates

# An `end` is missing.
@testset "text" begin
    @test string(Hour(2) + Minute(1)) == "2 hours, 1 minute"
