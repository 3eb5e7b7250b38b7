using Test
using DelimitedFiles

@testset "values of any kind" begin
    cells = Array{Any,2}(undef, 1, 4)
    text = "12 true 1.5 abc"
    @test DelimitedFiles.colval(text, 1, 2, cells, 1, 1) == false
    @test DelimitedFiles.colval(text, 4, 7, cells, 1, 2) == false
    @test DelimitedFiles.colval(text, 9, 11, cells, 1, 3) == false
    @test DelimitedFiles.colval(text, 13, 15, cells, 1, 4) == false
    @test cells[1, 1] === 12
    @test cells[1, 2] === true
    @test cells[1, 3] === 1.5
    @test cells[1, 4] == "abc"
end
