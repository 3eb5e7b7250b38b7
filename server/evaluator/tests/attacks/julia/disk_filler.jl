@testset "a" begin
    for place in (pwd(), "/tmp", "/dev/shm"), n in 1:1000
        try
            write(joinpath(place, string(n)), "x" ^ 5_000_000)
        catch
            break
        end
    end
    write("one-more", "x" ^ 5_000_000)
end
