@testset "a" begin
end
