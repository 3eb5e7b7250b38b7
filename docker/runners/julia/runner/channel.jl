# The request that comes in, and the records that go out.

"Fields of a request: one a line, name and value separated by TAB, in order."
function parse_request(text)
    fields = Pair{String,String}[]
    for line in split(text, '\n'; keepempty = false)
        name, value = split(line, '\t'; limit = 2)
        push!(fields, String(name) => unescape(String(value)))
    end
    fields
end

function unescape(value)
    occursin('\\', value) || return value
    out = IOBuffer()
    characters = Iterators.Stateful(value)
    for c in characters
        if c == '\\'
            c = popfirst!(characters)
            c = c == 'n' ? '\n' : c == 'r' ? '\r' : c == 't' ? '\t' : c == 'b' ? '{' : c
        end
        print(out, c)
    end
    String(take!(out))
end

lookup(fields, name, default = "") = (i = findfirst(f -> first(f) == name, fields); i === nothing ? default : last(fields[i]))

function json(text::AbstractString)
    out = IOBuffer()
    print(out, '"')
    for c in text
        if !isvalid(c)
            print(out, '\ufffd')
        elseif c == '"' || c == '\\'
            print(out, '\\', c)
        elseif c == '\n'
            print(out, "\\n")
        elseif c < ' '
            print(out, "\\u", string(UInt32(c); base = 16, pad = 4))
        else
            print(out, c)
        end
    end
    print(out, '"')
    String(take!(out))
end
json(number::Integer) = string(number)
json(list::AbstractVector) = string('[', join(map(json, list), ','), ']')

"A function that writes records of this process; a process that the suite forks inherits it, but must not report."
function channel(fd, nonce, first_number = 0)
    owner = process_id()
    number = first_number
    head = string("{\"nonce\":", json(nonce), ",\"number\":")
    function emit(event, fields...)
        process_id() == owner || return
        line = string(head, number, ",\"event\":", json(event))
        for (name, value) in fields
            line = string(line, ",\"", name, "\":", json(value))
        end
        number += 1
        write_all(Cint(fd), line * "}\n")
        nothing
    end
end

"At most so many characters."
bounded(text, most) = String(first(text, most))

function describe(error)
    text = try
        sprint(io -> Base.invokelatest(showerror, io, error))
    catch
        "(an error that cannot be shown)"
    end
    bounded(text, 1500)
end
