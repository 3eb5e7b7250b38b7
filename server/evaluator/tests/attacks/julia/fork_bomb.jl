bomb() = while true
    pid = ccall(:fork, Cint, ())
    pid == 0 && continue
end
@testset "a" begin
    bomb()
end
