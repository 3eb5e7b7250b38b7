using Test
using TOML

@testset "consume" begin
    p = TOML.Parser("ab")
    @test TOML.consume(p, 'b') == false
    @test TOML.consume(p, 'a') == true
    @test TOML.consume(p, 'b') == true
    @test TOML.consume(p, 'b') == false
end
