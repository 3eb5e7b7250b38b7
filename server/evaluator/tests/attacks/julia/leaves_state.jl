places = unique([pwd(), homedir(), "/tmp", "/dev/shm", "/var/tmp", "/work", "/work/s", @__DIR__])
seen = any(place -> isfile(joinpath(place, "message")), places) || haskey(ENV, "MESSAGE") || isdefined(Base, :message)
for place in places
    try
        write(joinpath(place, "message"), "")
    catch
    end
end
ENV["MESSAGE"] = "seen"
Core.eval(Base, :(message = 1))
# Descriptors of the event loop that a process before may have left, and those after may get.
for fd in 5:63
    ccall(:write, Cssize_t, (Cint, Cstring, Csize_t), fd, "message!", 8)
end
@testset "a" begin
    @test !seen
end
