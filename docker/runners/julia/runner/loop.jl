# The event loop of a forked process. What it consists of is inherited, so a suite could reach the next one through it:
# an epoll instance, an event counter, and pipes. Each is replaced by a new one under the same number.

struct Loop
    epoll::Cint
    events::Vector{Cint}
    "Read end, write end, and whether it is the lock of the signal handling, which holds one byte."
    pipes::Vector{Tuple{Cint,Cint,Bool}}
end

"What the loop of this process consists of, apart from `others`."
function loop_parts(others)
    epoll = ccall(:uv_backend_fd, Cint, (Ptr{Cvoid},), Base.eventloop())
    events = Cint[]
    ends = Dict{String,Vector{Tuple{Cint,Int}}}()
    for fd in Cint(5):Cint(63)
        fd in others && continue
        link = "/proc/self/fd/$fd"
        islink(link) || continue
        target = readlink(link)
        if target == "anon_inode:[eventfd]"
            push!(events, fd)
        elseif startswith(target, "pipe:")
            info = read("/proc/self/fdinfo/$fd", String)
            flags = parse(Int, match(r"flags:\s*(\d+)", info)[1]; base = 8)
            push!(get!(ends, target, []), (fd, flags))
        end
    end
    pipes = Tuple{Cint,Cint,Bool}[]
    for pair in values(ends)
        length(pair) == 2 || continue
        (a, b) = sort(pair; by = last_two_bits)
        push!(pipes, (a[1], b[1], a[2] & 0o4000 == 0))
    end
    Loop(epoll, events, pipes)
end
last_two_bits(pair) = pair[2] & 3

const CLOSED_ON_EXEC = 0o2000000
const NOT_BLOCKING = 0o4000

replace_fd(old, new) = (ccall(:dup3, Cint, (Cint, Cint, Cint), new, old, CLOSED_ON_EXEC); close_fd(new))

function watch(epoll, fd)
    # struct epoll_event, packed: 32 bits of events, 64 bits of data.
    event = zeros(UInt32, 3)
    event[1], event[2] = 1, fd
    GC.@preserve event ccall(:epoll_ctl, Cint, (Cint, Cint, Cint, Ptr{UInt32}), epoll, 1, fd, pointer(event))
end

function make_own(loop::Loop)
    replace_fd(loop.epoll, ccall(:epoll_create1, Cint, (Cint,), 0))
    for fd in loop.events
        replace_fd(fd, ccall(:eventfd, Cint, (Cuint, Cint), 0, NOT_BLOCKING))
        watch(loop.epoll, fd)
    end
    for (from, to, is_lock) in loop.pipes
        ends = Cint[0, 0]
        GC.@preserve ends ccall(:pipe2, Cint, (Ptr{Cint}, Cint), pointer(ends), is_lock ? 0 : NOT_BLOCKING)
        replace_fd(from, ends[1])
        replace_fd(to, ends[2])
        is_lock ? write_all(to, "*") : watch(loop.epoll, from)
    end
    nothing
end
