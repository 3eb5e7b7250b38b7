using Test
using Dates

# There is no such period.
@testset "DateTime of periods" begin
    @test DateTime(Fortnight(1)) == DateTime(1, 1, 15)
end
