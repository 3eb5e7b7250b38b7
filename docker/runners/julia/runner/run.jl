# One suite.

"What the focal function throws in the control run: no exception, so that no suite can expect it by its type."
const BROKEN = Symbol("assay: control")

function load(name)
    Core.eval(Main, Expr(:import, Expr(:., Symbol(name))))
    Base.loaded_modules[Base.identify_package(name)]
end

"The module in which the focal function is defined: `Dates`, or `Dates.Inner`."
function module_at(path)
    names = split(path, '.')
    found = load(String(names[1]))
    for name in names[2:end]
        found = getfield(found, Symbol(name))
    end
    found
end

"The first thing that is wrong with the text, or `nothing`."
function syntax_error(text, file)
    parsed = Base.parse_input_line(text; filename = file)
    parsed isa Expr || return nothing
    parts = parsed.head === :toplevel ? parsed.args : Any[parsed]
    line = 0
    for part in parts
        part isa LineNumberNode && (line = part.line)
        if part isa Expr && part.head in (:error, :incomplete)
            return string("line ", line, ": ", join(part.args, " "))
        end
    end
    nothing
end

"What is wrong inside of the errors that say where a file was loaded."
function innermost(error)
    while error isa LoadError || error isa InitError
        error = error.error
    end
    error
end

function run_suite(fields, place_of_report, fd = 3, place = Main, focal_place = nothing)
    get_field(name) = lookup(fields, name)
    mutant = get_field("mode") == "mutant"
    suite = get_field("suite")
    first_line, last_line = parse(Int, get_field("first")), parse(Int, get_field("last"))
    emit = channel(fd, get_field("nonce"), parse(Int, lookup(fields, "number", "0")))
    broken = get_field("control") == "1"

    text = read(suite, String)
    wrong = try
        syntax_error(text, basename(suite))
    catch error
        # Brackets in brackets, deeper than the parser has stack.
        describe(error)
    end
    if wrong !== nothing
        println(stderr, wrong)
        emit("syntax", "message" => bounded(wrong, 1500))
        return 3
    end

    # Of the focal function, in all of its calls; a mutant may be given a limit.
    statements = Ref(0)
    most_statements = parse(Int, lookup(fields, "statements", "-1"))
    seen = falses(max(last_line - first_line + 1, 1))
    lines = Int[]
    try
        enter() = broken ? throw(BROKEN) : nothing
        function hit(line)
            statements[] == most_statements && endless(emit)
            statements[] += 1
            # A mutant may have more lines than the function has.
            line <= last_line && (seen[line-first_line+1] = true)
            nothing
        end
        focal = parse_focal(get_field("source"), get_field("file"), first_line)
        into = focal_place === nothing ? module_at(get_field("module")) : focal_place
        Core.eval(into, instrument(focal, enter, hit, lines))
    catch error
        emit("fault", "message" => describe(innermost(error)))
        return 4
    end

    # The control run too ends at the first failure, which is all it is asked for; up to there it sends what a whole run sends.
    # The server's own suites have to come to their end.
    warms_up = focal_place !== nothing
    report, finish, has_started = reporter(emit, !mutant, !warms_up && (mutant || broken))
    place_of_report[] = report
    Base.invokelatest(evaluate, place, suite, get_field("prelude"), report, has_started, emit) || return 3
    covered = [line for line in sort!(unique(lines)) if first_line <= line <= last_line && seen[line-first_line+1]]
    finish(covered, statements[])
end

"Ends a mutant that has run more statements than it may."
function endless(emit)
    emit("endless")
    leave(1)
end

"Evaluates what the suite forgot to load, then the suite; `false` when it could not be loaded."
function evaluate(place, suite, prelude, report, has_started, emit)
    empty!(ARGS)
    Test.Random.seed!(1)
    Core.eval(Base, :(PROGRAM_FILE = $suite))
    Test.push_testset(Set("", 0))
    try
        include_string(place, prelude, suite)
        Base.include(place, suite)
    catch error
        inner = innermost(error)
        message = describe(inner)
        println(stderr, message)
        # Before any test: the suite does not load. Afterwards its code failed between the tests.
        if !has_started()
            emit("load_error", "message" => message)
            return false
        end
        report(:outside, message)
    end
    true
end

function main()
    if length(ARGS) == 3 && ARGS[1] == "--server"
        serve(ARGS[2], ARGS[3] == "interpreter")
    else
        print_directly()
        leave(Base.invokelatest(answer, read_all(Cint(0)), install()))
    end
end

"Does what a request asks for; the exit code."
function answer(text, place_of_report)
    keep_to_process(3)
    fields = parse_request(text)
    mode = lookup(fields, "mode")
    code = try
        mode == "prepare" ? prepare(fields) : run_suite(fields, place_of_report)
    catch error
        println(stderr, "The suite ended the run: ", describe(error))
        70
    end
    code
end
