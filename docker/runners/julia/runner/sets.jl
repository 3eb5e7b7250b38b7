# Our own kind of test set. It is pushed before the suite, and sets inherit the kind of the one around them.

import Test

struct Set <: Test.AbstractTestSet
    description::String
    number::Int
    Set(description, number::Int) = new(description, number)
end

"Sets around the place where the program is, outermost first, without the one around the whole suite."
function path()
    sets = get(task_local_storage(), :__BASETESTNEXT__, [])
    join([bounded(string(set.description), 120) for set in sets[2:end] if hasproperty(set, :description)], " / ")
end

"""
Makes the methods by which `Test` hands over results, and returns the place for the function that gets them. No name leads
to that place; it is in the methods themselves. They are made once, because every method that is added to `Test` makes
what has been compiled of it useless.
"""
function install()
    report = Ref{Any}()
    Core.eval(@__MODULE__, quote
        Set(description; _...) = Set(string(description), $report[](:open, string(description)))
        Test.record(set::Set, result::Test.Pass) = ($report[](:passed, nothing); result)
        Test.record(set::Set, result::Test.Broken) = ($report[](:skipped, nothing); result)
        Test.record(set::Set, result::Union{Test.Fail,Test.Error}) = ($report[](:failed, result); result)
        Test.record(set::Set, inner::Test.DefaultTestSet) = ($report[](:plain_set, inner); inner)
        Test.record(set::Set, other) = other
        function Test.finish(set::Set)
            $report[](:close, set.number)
            Test.get_testset_depth() > 0 && Test.record(Test.get_testset(), set)
            set
        end
    end)
    report
end

"Name of the tests outside of any set."
const TOP_LEVEL = "top level"

"""
What happens with results: each becomes a record, and with `sets_too` each set. With `stop` the process ends at the first
failure.
Returns the function that results are reported to, and one that ends the run.
"""
function reporter(emit, sets_too, stop)
    started = false
    sets = 0
    results = 0
    failures = 0
    counters = Dict{String,Int}()
    last_time = time_ns()
    start() = started || (started = true; emit("start"))
    function result(status, place, message)
        start()
        results += 1
        status == "failed" && (failures += 1)
        counters[place] = get(counters, place, 0) + 1
        now = time_ns()
        millis = (now - last_time) ÷ 1_000_000
        last_time = now
        fields = ("name" => string(place, " #", counters[place]), "status" => status, "millis" => Int(millis))
        message == "" ? emit("end", fields...) : emit("end", fields..., "message" => message)
        status == "failed" && stop && leave(1)
    end
    shown(value) = bounded(sprint(show, value), 1500)
    here() = (place = path(); place == "" ? TOP_LEVEL : place)
    # A set of Test's own kind keeps its failures and counts the rest.
    function plain(set, place)
        for _ in 1:set.n_passed
            result("passed", place, "")
        end
        for inner in set.results
            if inner isa Test.DefaultTestSet
                plain(inner, string(place, " / ", bounded(string(inner.description), 120)))
            elseif inner isa Test.Broken
                result("skipped", place, "")
            elseif inner isa Test.Result
                result("failed", place, shown(inner))
            end
        end
    end
    function report(what, value)
        if what === :open
            start()
            sets += 1
            sets_too && emit("open", "id" => sets, "name" => bounded(value, 200))
            return sets
        elseif what === :close
            sets_too && emit("close", "id" => value)
        elseif what === :plain_set
            outer = here()
            own = bounded(string(value.description), 120)
            plain(value, outer == TOP_LEVEL ? own : string(outer, " / ", own))
        elseif what === :outside
            start()
            failures += 1
            emit("outside", "message" => value)
            stop && leave(1)
        else
            result(String(what), here(), value === nothing ? "" : shown(value))
        end
        0
    end
    function finish(covered, statements)
        start()
        emit("cov", "covered" => covered, "statements" => statements)
        code = failures == 0 ? 0 : 1
        emit("done", "rc" => code, "count" => results)
        code
    end
    has_started() = started
    report, finish, has_started
end
