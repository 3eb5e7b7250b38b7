using Test
using Dates

# Never ends.
@testset "words" begin
    found = 0
    while true
        found += Dates.tryparsenext_word("Jan", 1, 3, Dates.ENGLISH) === nothing ? 1 : 0
    end
    @test found == 0
end
