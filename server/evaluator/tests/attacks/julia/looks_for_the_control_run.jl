@testset "a" begin
    lowered = Base.uncompressed_ast(first(methods(canonicalize)))
    texts = filter(part -> part isa Expr && part.head === :call && part.args[1] === :throw, lowered.code)
    @test isempty(texts)
    @test length(lowered.code) > 10
end
