# System calls. Raw ones, because the event loop belongs to the process that was forked from.

function write_all(fd::Cint, text::String)
    done = 0
    while done < sizeof(text)
        sent = GC.@preserve text ccall(:write, Cssize_t, (Cint, Ptr{UInt8}, Csize_t), fd, pointer(text) + done, sizeof(text) - done)
        if sent < 0
            Libc.errno() == Libc.EINTR && continue
            return false
        end
        done += sent
    end
    true
end

read_some(fd::Cint, buffer::Vector{UInt8}) =
    GC.@preserve buffer ccall(:read, Cssize_t, (Cint, Ptr{UInt8}, Csize_t), fd, pointer(buffer), length(buffer))

"Everything that can be read."
function read_all(fd::Cint)
    text = UInt8[]
    buffer = Vector{UInt8}(undef, 65536)
    while true
        n = read_some(fd, buffer)
        n < 0 && Libc.errno() == Libc.EINTR && continue
        n <= 0 && return String(text)
        append!(text, view(buffer, 1:n))
    end
end

process_id() = ccall(:getpid, Cint, ())
leave(code) = ccall(:_exit, Cvoid, (Cint,), code)
close_fd(fd) = ccall(:close, Cint, (Cint,), fd)
"A program that the suite starts does not get the descriptor."
keep_to_process(fd) = ccall(:fcntl, Cint, (Cint, Cint, Clong), fd, 2, 1)
dup2(from, to) = ccall(:dup2, Cint, (Cint, Cint), from, to)
open_fd(path::String, flags) = ccall(:open, Cint, (Cstring, Cint), path, flags)

# The raw calls, since glibc's own want to tell every thread, and a forked process has only one.
system_call(number, argument) = ccall(:syscall, Clong, (Clong, Clong), number, argument)
system_call(number, a, b, c, d = UInt(0), e = UInt(0), f = UInt(0)) =
    ccall(:syscall, Clong, (Clong, UInt, UInt, UInt, UInt, UInt, UInt), number, a, b, c, d, e, f)
become_user(uid, gid) =
    (ccall(:syscall, Clong, (Clong, Clong, Ptr{Cvoid}), 116, 0, C_NULL); # setgroups; not where it was dropped before
     system_call(106, gid) == 0 && system_call(105, uid) == 0)
new_session() = ccall(:setsid, Cint, ())
set_mask(mask) = ccall(:umask, Cuint, (Cuint,), mask)
change_folder(path::String) = ccall(:chdir, Cint, (Cstring,), path)
clear_environment() = ccall(:clearenv, Cint, ())
set_variable(name::String, value::String) = ccall(:setenv, Cint, (Cstring, Cstring, Cint), name, value, 1)
function limit_cpu(seconds)
    limits = UInt64[seconds, seconds + 1]
    GC.@preserve limits ccall(:setrlimit, Cint, (Cint, Ptr{UInt64}), 0, pointer(limits))
end

# Julia writes machine code through a descriptor of its own memory (`/proc/self/mem`). After a fork that is the
# parent's memory, so each such descriptor is opened again. Nothing may be compiled before that, hence one function
# of system calls only, compiled in advance, with a buffer that exists already.
function reopen_memory(buffer::Vector{UInt8})
    found = 0
    text = pointer(buffer)
    for fd in Int32(5):Int32(63)
        ccall(:snprintf, Cint, (Ptr{UInt8}, Csize_t, Cstring, Cint), text, 64, "/proc/self/fd/%d", fd)
        n = ccall(:readlink, Cssize_t, (Ptr{UInt8}, Ptr{UInt8}, Csize_t), text, text + 128, 100)
        if n > 4 && unsafe_load(text, 128 + n) == 0x6d && unsafe_load(text, 127 + n) == 0x65 &&
           unsafe_load(text, 126 + n) == 0x6d && unsafe_load(text, 125 + n) == 0x2f # "/mem"
            found += 1
            own = ccall(:open, Cint, (Cstring, Cint), "/proc/self/mem", 0x80002)
            if own >= 0
                ccall(:dup2, Cint, (Cint, Cint), own, fd)
                ccall(:close, Cint, (Cint,), own)
            end
        end
    end
    found
end

"""
Where glibc keeps the number of the calling thread, or null where it is not found (another version of glibc).
"""
function place_of_thread_number()
    place = Ptr{Cint}(ccall(:pthread_self, Ptr{Cvoid}, ()) + 720)
    unsafe_load(place) == ccall(:syscall, Clong, (Clong,), 186) ? place : Ptr{Cint}(C_NULL)
end

"""
Forks a process that is not a child of this one but of its parent, the supervisor. A process in between would do the same, and
take as long again: the memory of Julia is large. glibc's own `fork` has no such form. What else that does is for locks that
other threads hold, and there is none that could; and it renews the number of the thread, which the kernel does here.
"""
function fork_and_reopen(buffer::Vector{UInt8}, number::Ptr{Cint})
    # CLONE_PARENT, SIGCHLD and, where its place is known, CLONE_CHILD_SETTID.
    flags = number == C_NULL ? 0x8011 : 0x1008011
    pid = ccall(:syscall, Clong, (Clong, Culong, Culong, Ptr{Cint}, Ptr{Cint}, Culong), 56, flags, 0, C_NULL, number, 0)
    pid == 0 && reopen_memory(buffer)
    pid
end

const LARGE_PAGE = UInt(2) << 20

"""
Puts the memory of this process into pages of 2 MiB, where the kernel can do that on request (Linux 6.1). A fork then copies
a few hundred entries instead of tens of thousands, and its end drops as few; what a forked process writes to becomes its
own in small pages, as always. Where it does not work, everything is as before.
"""
function use_large_pages()
    for line in readlines("/proc/self/maps")
        found = match(r"^([0-9a-f]+)-([0-9a-f]+) rw-p \S+ \S+ \d+ *(\S*)", line)
        found === nothing && continue
        first, last = (parse(UInt, found[i]; base = 16) for i in 1:2)
        # The data of Julia's own image are a copy of a file, which is never put into large pages.
        endswith(found[3], "/sys.so") && copy_to_large_pages(first, last - first)
        first, last = (first + LARGE_PAGE - 1) & ~(LARGE_PAGE - 1), last & ~(LARGE_PAGE - 1)
        # MADV_COLLAPSE, an error where there is nothing or it is not known.
        first < last && system_call(28, first, last - first, UInt(25))
    end
end

"""
Puts a copy of a part of the memory in its place. Nothing may be written to that in between, hence system calls and
`memcpy` only.
"""
function copy_to_large_pages(first::UInt, size::UInt)
    # Read and write; private and of no file.
    room = system_call(9, UInt(0), size + LARGE_PAGE, UInt(3), UInt(0x22), typemax(UInt), UInt(0))
    -4096 < room < 0 && return
    # As far from the border of a large page as the original.
    from = UInt(room) + (first - UInt(room)) % LARGE_PAGE
    system_call(28, from, size, UInt(14)) # MADV_HUGEPAGE
    ccall(:memcpy, Ptr{Cvoid}, (UInt, UInt, Csize_t), from, first, size)
    # Moved to a fixed place, that of the original.
    system_call(25, from, size, size, UInt(3), first)
    nothing
end

"What has not been compiled yet is interpreted from now on, as with `--compile=min`."
function stop_compiling()
    at = fieldoffset(Base.JLOptions, Base.fieldindex(Base.JLOptions, :compile_enabled))
    unsafe_store!(Ptr{Int8}(cglobal(:jl_options) + at), Int8(3))
end

"Our own numbers for what is printed to; those of the suite may be redirected by it and back."
const PRINTED = ((1, Cint(101), :stdout), (2, Cint(102), :stderr))

"Printing goes to descriptors 1 and 2 line by line, whatever they become, without the event loop."
function print_directly()
    for (fd, own, name) in PRINTED
        keep_copy(fd, own)
        stream = fdio(own, false)
        # A new stream is buffered by blocks; by lines is one below that in the list of modes.
        blocks = only(reinterpret(Cint, stream.ios[17:20]))
        ccall(:ios_bufmode, Cint, (Ptr{Cvoid}, Cint), stream.ios, blocks - 1)
        Core.eval(Base, :($name = $stream))
    end
end
keep_copy(from, to) = ccall(:dup3, Cint, (Cint, Cint, Cint), from, to, 0o2000000)
