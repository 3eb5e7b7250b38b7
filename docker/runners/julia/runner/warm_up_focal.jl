function warm_up_focal(x::T, more...; key = 1)::Any where T
    if x && !isempty(more)
        for one in more, i = 1:2
            key += one isa Int ? i : 0
        end
    elseif key < 0
        return nothing
    else
        list = [i^2 for i in 1:3 if i > 1]
        text = "a$(list[1])b"
    end
    while key < 3
        key += 1
        key == 2 && continue
    end
    let a = 1, (b, c) = (2, 3)
        inner(y) = y + a
        @inbounds a = map(y -> inner(y), [b, c])[1]
    end
    try
        error("x")
    catch error
        key = -key
    finally
        x = !x
    end
    :($key), (key = key,)
    !x
end
