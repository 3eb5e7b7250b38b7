# The fork server: commands on descriptor 3, answers on descriptor 4.

"""
Runs a suite of ours in this process, as it would run in a forked one: as a baseline and in a control run. What
every suite needs is then compiled, or ready to be interpreted. Nothing else of it stays: its modules are its own.
"""
function warm_up(suite, package, place_of_report)
    null = open_fd("/dev/null", 1)
    focal = read(joinpath(@__DIR__, "warm_up_focal.jl"), String)
    for control in ("0", "1")
        fields = [
            "mode" => "run",
            "nonce" => "warm",
            "suite" => joinpath(@__DIR__, suite),
            "prelude" => "using Test",
            "control" => control,
            "file" => "/warm.jl",
            "first" => "1",
            "last" => string(count(==('\n'), focal)),
            "source" => focal,
        ]
        place = Module(:WarmUp)
        Base.invokelatest(run_suite, fields, place_of_report, null, place, place)
        delete!(task_local_storage(), :__BASETESTNEXT__)
    end
    close_fd(null)
    parse_request("name\ta\\nb\n")
    module_at(package)
    describe(ErrorException("x"))
    answer_of(1)
    read_all(open_fd("/dev/null", 0))
    nothing
end

"""
Compiles what lists of the package's own types need: it calls native code, which cannot be interpreted.
"""
function prepare_lists(package::Module)
    for name in names(package; all = true)
        isdefined(package, name) || continue
        type = getfield(package, name)
        type isa DataType && parentmodule(type) === package && !(type <: Function) || continue
        precompile(Vector{type}, (UndefInitializer, Int))
        precompile(Base._growend!, (Vector{type}, Int))
        precompile(sizehint!, (Vector{type}, Int))
    end
end

function serve(package, interpreted)
    buffer = zeros(UInt8, 256)
    streams = [stream_fd(stream) for stream in (stdout, stderr)]
    print_directly()
    load(package)
    place_of_report = install()
    remember_frames()
    warm_up("warm_up.jl", package, place_of_report)
    if reopen_memory(buffer) == 0
        # gVisor: Julia then writes machine code through memory that a fork would share with its parent.
        write_all(Cint(2), "no process can write to its own memory through /proc here, so none of Julia's can be forked\n")
        leave(69)
    end
    precompile(fork_and_reopen, (Vector{UInt8}, Ptr{Cint}))
    number = place_of_thread_number()
    compile_ahead()
    loop = loop_parts(streams)
    if interpreted
        prepare_lists(module_at(package))
        stop_compiling()
        warm_up("interpreted.jl", package, place_of_report)
    end
    # Last, so that as much as possible can be allocated until a forked process has to: it would copy all it looks at.
    GC.gc()
    use_large_pages()
    write_all(Cint(4), "ready\n")
    line = UInt8[]
    incoming = Vector{UInt8}(undef, 65536)
    while true
        n = read_some(Cint(3), incoming)
        n < 0 && Libc.errno() == Libc.EINTR && continue
        n <= 0 && leave(0)
        append!(line, view(incoming, 1:n))
        while (stop = findfirst(==(0x0a), line)) !== nothing
            command = String(line[1:stop-1])
            deleteat!(line, 1:stop)
            fork_step(split(command, '\t'), buffer, number, streams, loop, place_of_report)
        end
    end
end

"The descriptor that a standard stream was moved to when Julia started."
stream_fd(stream::IOStream) = Cint(fd(stream))
stream_fd(stream) = reinterpret(Cint, Base._fd(stream))

"Compiles what forked processes need."
function compile_ahead()
    for call in (new_session, clear_environment)
        precompile(call, ())
    end
    precompile(become_user, (Int, Int))
    precompile(limit_cpu, (Int,))
    precompile(change_folder, (String,))
    precompile(set_variable, (String, String))
    precompile(set_mask, (Int,))
    precompile(open_fd, (String, Int))
    precompile(dup2, (Cint, Int))
    precompile(keep_copy, (Int, Cint))
    precompile(dup2, (Int, Int))
    precompile(close_fd, (Int,))
    precompile(close_fd, (Cint,))
    precompile(leave, (Int,))
    precompile(process_id, ())
    precompile(replace_fd, (Cint, Cint))
    precompile(watch, (Cint, Cint))
    precompile(make_own, (Loop,))
    precompile(keep_to_process, (Int,))
    precompile(answer_of, (Clong,))
    precompile(copy_to_large_pages, (UInt, UInt))
    precompile(fork_step, (Vector{SubString{String}}, Vector{UInt8}, Ptr{Cint}, Vector{Cint}, Loop, Base.RefValue{Any}))
    precompile(step, (Vector{SubString{String}}, Vector{Cint}, Loop, Base.RefValue{Any}))
end

answer_of(child) = string(child, '\n')

function fork_step(fields, buffer, number, streams, loop, place_of_report)
    if length(fields) < 8 || fields[1] != "fork"
        write_all(Cint(4), "error not a command\n")
        return
    end
    child = fork_and_reopen(buffer, number)
    child == 0 && step(fields, streams, loop, place_of_report)
    write_all(Cint(4), child < 0 ? "error no further process could be made\n" : answer_of(child))
end

"What the forked process does: becomes the suite's user, then what the runner does without a server."
function step(fields, streams, loop, place_of_report)
    close_fd(3)
    close_fd(4)
    new_session()
    make_own(loop)
    input = open_fd(String(fields[2]), 0)
    output = open_fd(String(fields[3]), 1)
    report = open_fd(String(fields[4]), 1)
    (input < 0 || output < 0 || report < 0) && leave(71)
    # High numbers first: each of them may be one of those that it goes to.
    place = Cint(200)
    dup2(input, 200), dup2(output, 201), dup2(report, 202)
    foreach(close_fd, (input, output, report))
    for (from, to) in ((200, 0), (201, 1), (201, 2), (202, 3))
        dup2(from, to)
    end
    for stream in streams
        keep_copy(1, stream)
    end
    for (fd, own, _) in PRINTED
        keep_copy(fd, own)
    end
    foreach(close_fd, (200, 201, 202))
    limit_cpu(parse(Int, fields[5]))
    clear_environment()
    for variable in fields[9:end]
        name, value = split(variable, '='; limit = 2)
        set_variable(String(name), String(value))
    end
    become_user(parse(Int, fields[6]), parse(Int, fields[7])) || leave(71)
    change_folder(String(fields[8])) == 0 || leave(71)
    set_mask(0o077)
    leave(answer(read_all(Cint(0)), place_of_report))
end
