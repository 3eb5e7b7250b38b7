using Test
using Dates

@testset "words at a place" begin
    @test Dates.tryparsenext_word("Jan 2013", 1, 8, Dates.ENGLISH) == ("Jan", 4)
    @test Dates.tryparsenext_word("January", 1, 7, Dates.ENGLISH, 3) == ("Jan", 4)
    @test Dates.tryparsenext_word("1 Jan", 3, 5, Dates.ENGLISH) == ("Jan", 6)
    @test Dates.tryparsenext_word("12", 1, 2, Dates.ENGLISH) === nothing
end
