# What the server runs before it forks anything, so that what every suite needs is compiled by then.
@testset "warm" begin
    @testset "up" begin
        @test 1 == 1
        @test 1 == 2
        @test error("x")
        @test_throws ArgumentError throw(ArgumentError("x"))
        @test [1.0] ≈ [1.0]
        @test_broken false
        @test warm_up_focal(true)
    end
    @testset "loop" for i in 1:2
        @test "a" == string('a')
    end
end
