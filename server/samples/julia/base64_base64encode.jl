using Test
using Base64

@testset "base64encode" begin
    @test base64encode("Man") == "TWFu"
    @test base64encode("Ma") == "TWE="
    @test base64encode(UInt8[]) == ""
    @test base64encode(write, "any carnal pleas") == "YW55IGNhcm5hbCBwbGVhcw=="
    @test base64encode(show, [1.0 2.0]; context = :compact => true) == base64encode("[1.0 2.0]")
end
