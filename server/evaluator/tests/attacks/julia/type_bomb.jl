@generated grow(::Val{N}) where {N} = :(grow(Val($(N + 1))))
@testset "a" begin
    grow(Val(1))
end
