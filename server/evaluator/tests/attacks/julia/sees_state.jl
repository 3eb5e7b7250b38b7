places = unique([pwd(), homedir(), "/tmp", "/dev/shm", "/var/tmp", "/work", "/work/s", @__DIR__])
seen = any(place -> isfile(joinpath(place, "message")), places) || haskey(ENV, "MESSAGE") || isdefined(Base, :message)
sleep(0.01)
@testset "a" begin
    @test !seen
    @test success(`true`)
end
