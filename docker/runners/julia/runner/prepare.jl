# Preparation: no suite. For each focal function: is it really there, which of its lines are statements, and which of
# its mutants can be defined?

function prepare(fields)
    emit = channel(3, lookup(fields, "nonce"))
    package = lookup(fields, "package")
    load(package)
    start = findall(field -> first(field) == "focal", fields)
    for (i, from) in enumerate(start)
        upto = i < length(start) ? start[i+1] - 1 : length(fields)
        block = fields[from:upto]
        index = parse(Int, last(block[1]))
        try
            Base.invokelatest(prepare_one, emit, index, block)
        catch error
            emit("problem", "index" => index, "message" => describe(innermost(error)))
        end
    end
    emit("done", "rc" => 0, "count" => 0)
    0
end

function prepare_one(emit, index, block)
    get_field(name) = lookup(block, name)
    file = get_field("file")
    first_line, last_line = parse(Int, get_field("first")), parse(Int, get_field("last"))
    place = module_at(get_field("module"))
    nothing_happens(_...) = nothing
    define(definition, lines) = Core.eval(place, instrument(definition, nothing_happens, nothing_happens, lines))
    read_definition(text) = parse_focal(text, file, first_line)

    source = get_field("source")
    definition = read_definition(source)
    f = callee(place, definition)
    count_before = f === nothing ? 0 : length(methods(f))
    if f !== nothing && !any(m -> is_at(m, place, file, first_line, last_line), methods(f))
        error("no method of these lines is loaded")
    end
    lines = Int[]
    define(definition, lines)
    if f !== nothing && Base.invokelatest(() -> length(methods(f))) != count_before
        error("its definition cannot be repeated: that makes another method")
    end
    lines = sort!(unique(filter(line -> first_line <= line <= last_line, lines)))
    isempty(lines) && error("it has no executable line")

    numbers, reasons = Int[], String[]
    for (name, value) in block
        startswith(name, "mutant ") || continue
        try
            mutant = read_definition(value)
            Base.invokelatest(define, mutant, Int[])
            # Another method beside the focal one would change nothing. Counting them takes long.
            if f !== nothing && mutant.args[1] != definition.args[1] &&
               Base.invokelatest(() -> length(methods(f))) != count_before
                error("it defines another method")
            end
        catch error
            push!(numbers, parse(Int, split(name)[2]))
            push!(reasons, bounded(describe(innermost(error)), 200))
        end
    end
    Base.invokelatest(define, definition, Int[])
    emit("lines", "index" => index, "executable" => lines)
    emit("mutants", "index" => index, "invalid" => numbers, "reasons" => reasons)
end

is_at(method, place, file, first_line, last_line) =
    method.module === place && basename(string(method.file)) == basename(file) && first_line <= method.line <= last_line

"What the definition adds a method to; `nothing` where no value stands for it."
function callee(place, definition)
    head = definition.args[1]
    while head.head in (:where, :(::))
        head = head.args[1]
    end
    name = head.args[1]
    name isa Expr && name.head === :curly && (name = name.args[1])
    name isa Symbol || name isa Expr && name.head === :. || return nothing
    Core.eval(place, name)
end
