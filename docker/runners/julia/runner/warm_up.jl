# What the server runs before it forks anything, so that what every suite needs is compiled by then.
@testset "warm" begin
    @testset "up" begin
        @test 1 == 1
        @test 1 == 2
        @test [1, 2] == Any["a", nothing]
        @test 1.0 ≈ 2.0 atol = 0.1
        @test isempty("a")
        @test !true
        @test 1
        @test error("x")
        @test_throws ArgumentError throw(ArgumentError("x"))
        @test_throws ArgumentError 1
        @test_throws ArgumentError error("x")
        @test [1.0] ≈ [1.0]
        @test_broken false
        @test_skip false
        @test warm_up_focal(true)
        @test warm_up_focal(true, 1; key = 2)
    end
    @testset "loop" for i in 1:2
        @test "a" == string('a')
    end
    @testset "error" begin
        undefined_name
    end
    @testset "method" begin
        @test (1 + "a") == 2
        [1, 2][3]
    end
end
