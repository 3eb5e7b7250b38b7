# The fork server: commands on descriptor 3, answers on descriptor 4.

"Runs a small suite in this process, twice, in modules of its own, so that what every suite needs is compiled once."
function warm_up()
    null = open_fd("/dev/null", 1)
    for control in ("0", "1")
        request = """
            mode\trun
            nonce\twarm\\n
            suite\t$(joinpath(@__DIR__, "warm_up.jl"))
            prelude\tusing Test
            control\t$control
            file\t/warm.jl
            first\t1
            last\t6
            source\tfunction warm_up_focal(x)\\n    if x\\n        x\\n    end\\n    x\\nend
            """
        place = Module(:WarmUp)
        Base.invokelatest(run_suite, parse_request(request), null, place, place)
        delete!(task_local_storage(), :__BASETESTNEXT__)
    end
    close_fd(null)
    describe(ErrorException("x"))
    read_all(open_fd("/dev/null", 0))
    nothing
end

function serve(package)
    buffer = zeros(UInt8, 256)
    streams = [stream_fd(stream) for stream in (stdout, stderr)]
    print_directly()
    load(package)
    warm_up()
    if reopen_memory(buffer) == 0
        # gVisor: Julia then writes machine code through memory that a fork would share with its parent.
        write_all(Cint(2), "no process can write to its own memory through /proc here, so none of Julia's can be forked\n")
        leave(69)
    end
    precompile(fork_and_reopen, (Vector{UInt8},))
    GC.gc()
    wait_for(-1, 1)
    compile_ahead()
    loop = loop_parts(streams)
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
            fork_step(split(command, '\t'), buffer, streams, loop)
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
    precompile(step, (Vector{SubString{String}}, Vector{Cint}, Loop))
end

function fork_step(fields, buffer, streams, loop)
    if length(fields) < 8 || fields[1] != "fork"
        write_all(Cint(4), "error not a command\n")
        return
    end
    middle = fork_and_reopen(buffer)
    if middle == 0
        child = fork_and_reopen(buffer)
        if child == 0
            step(fields, streams, loop)
        end
        write_all(Cint(4), child < 0 ? "error no further process could be made\n" : string(child, '\n'))
        leave(0)
    elseif middle < 0
        write_all(Cint(4), "error no further process could be made\n")
    else
        wait_for(middle, 0)
    end
end

"What the forked process does: becomes the suite's user, then what the runner does without a server."
function step(fields, streams, loop)
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
    leave(answer(read_all(Cint(0))))
end
