@testset "a" begin
    @test canonicalize === canonicalize
    @test true
end
