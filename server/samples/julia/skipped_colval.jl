using Test
using DelimitedFiles

# Is not run.
@testset "values" begin
    @test_skip DelimitedFiles.colval("1", 1, 1, Array{Any,2}(undef, 1, 1), 1, 1) == false
end
