using Test
using DelimitedFiles

@testset "options" begin
    options = DelimitedFiles.val_opts([(:header, true), (:skipstart, 2)])
    @test options == Dict(:header => true, :skipstart => 2)
    @test isempty(DelimitedFiles.val_opts([]))
    @test_throws ArgumentError("unknown option colour") DelimitedFiles.val_opts([(:colour, 1)])
    @test_throws ArgumentError DelimitedFiles.val_opts([(:header, "yes")])
end
