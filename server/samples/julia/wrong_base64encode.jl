using Test
using Base64

# The padding is missing.
@testset "base64encode" begin
    @test base64encode("Ma") == "TWE"
end
