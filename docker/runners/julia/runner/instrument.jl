# The focal function's text with a counter before each statement.

"Macros whose last argument is ordinary code."
const TRANSPARENT = (Symbol("@inbounds"), Symbol("@views"), Symbol("@fastmath"), Symbol("@inline"), Symbol("@noinline"))

"The definition in `source`, which starts at `line` of `file`."
function parse_focal(source, file, line)
    expression, _ = Meta.parse("\n"^(line - 1) * source, 1)
    name_file!(expression, Symbol(file))
    expression
end

name_file!(_, _) = nothing
function name_file!(expression::Expr, file)
    for (i, argument) in enumerate(expression.args)
        if argument isa LineNumberNode
            expression.args[i] = LineNumberNode(argument.line, file)
        else
            name_file!(argument, file)
        end
    end
end

is_definition(ex) = ex isa Expr && ex.head in (:function, :(=)) && length(ex.args) == 2 && is_head(ex.args[1])
is_head(ex) = ex isa Expr && (ex.head === :call || ex.head in (:where, :(::)) && is_head(ex.args[1]))
is_statement(ex) = !(ex isa LineNumberNode) && !(ex isa Expr && (ex.head in (:meta, :global, :line) || is_annotation(ex)))
is_annotation(ex) = ex.head === :macrocall && (name = string(ex.args[1]); endswith(name, "_meta") || endswith(name, "nospecialize"))

"""
The definition with `enter()` at its start and `hit(line)` before each statement; `lines` gets the lines of statements.
Baseline, control run and mutants all run this same structure, so that the code does not tell them apart.
"""
function instrument(definition, enter, hit, lines)
    is_definition(definition) || error("this is no definition of a function")
    head, body = definition.args
    counted = insert_hits(body, hit, lines)
    body = counted isa Expr && counted.head === :block ? counted : Expr(:block, counted)
    Expr(definition.head, head, Expr(:block, Expr(:call, enter), body))
end

insert_hits(ex, _, _) = ex
function insert_hits(ex::Expr, hit, lines)
    # Of one type whatever is in it, so that one piece of code is compiled for all functions.
    within(arguments) = Any[insert_hits(argument, hit, lines) for argument in arguments]
    if ex.head === :block
        out = Any[]
        for (i, argument) in enumerate(ex.args)
            if argument isa LineNumberNode
                push!(out, argument)
                if i < length(ex.args) && is_statement(ex.args[i+1])
                    push!(lines, argument.line)
                    push!(out, Expr(:call, hit, argument.line))
                end
            else
                push!(out, insert_hits(argument, hit, lines))
            end
        end
        Expr(:block, out...)
    elseif ex.head in (:quote, :meta, :inert)
        ex
    elseif ex.head === :macrocall
        transparent = ex.args[1] in TRANSPARENT && length(ex.args) > 2
        transparent ? Expr(:macrocall, ex.args[1:end-1]..., insert_hits(ex.args[end], hit, lines)) : ex
    elseif ex.head in (:for, :let) || is_definition(ex) || ex.head === :->
        # The first part holds bindings or parameters, which are no statements.
        Expr(ex.head, ex.args[1], within(ex.args[2:end])...)
    else
        Expr(ex.head, within(ex.args)...)
    end
end
