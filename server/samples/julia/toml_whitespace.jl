using Test
using TOML

@testset "whitespace" begin
    p = TOML.Parser(" \t x")
    @test TOML.whitespace(p) == true
    @test TOML.consume(p, 'x') == true
    @test TOML.whitespace(p) == false
    @test TOML.whitespace(TOML.Parser("x ")) == false
end
