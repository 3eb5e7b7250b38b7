# Runs one test suite for one focal function and reports what happened on descriptor 3; with `--server MODULE`, forks a
# process for each suite instead. `server/evaluator/src/julia` has the other half.
#
# The suite runs in `Main` of this process, as it would in `julia suite.jl`. So nothing of ours is bound there: the
# runner lives in a module without a name, and what must stay secret (the run's nonce) is only in closures. None of that
# stops a suite that is written against these files; the control run, in which the focal function fails at entry, is
# what such a suite has to get past.
let runner = Module(:Runner)
    Core.eval(runner, :(eval(x) = Core.eval($runner, x)))
    for part in ("system", "channel", "instrument", "sets", "run", "prepare", "loop", "frames", "server")
        Base.include(runner, joinpath(@__DIR__, part * ".jl"))
    end
    Base.invokelatest(Core.eval(runner, :main))
end
