# What the server runs when it has stopped compiling. A suite of many kinds of code: what has to be compiled even then, since
# it calls native code, is compiled here, and what is interpreted is made ready for that.
@testset "interpreted" begin
    @testset "numbers" begin
        @test sum([1, 2, 3]) == 6 && prod(1:3) == 6
        @test maximum([1.5, 2.5]) == 2.5
        @test isapprox(sqrt(2.0)^2, 2; rtol = 1e-8)
        @test [1 2; 3 4] * [1, 1] == [3, 7]
        @test round(Int, 2.6) == 3 && div(7, 2) == 3 && 7 % 2 == 1
        @test collect(1:2:5) == [1, 3, 5]
        @test isnan(NaN) && big(2)^70 > 0
        @test zeros(2) .+ 1 == ones(2)
        @test 1 // 2 + 1 // 2 == 1
        @test rand(3) isa Vector{Float64}
    end
    @testset "texts" begin
        @test split("a b", " ") == ["a", "b"]
        @test join(["a", "b"], ", ") == "a, b"
        @test replace("abc", "b" => "x") == "axc"
        @test occursin(r"b+", "abbc") && match(r"(b+)", "abbc")[1] == "bb"
        @test uppercase("a") == "A" && strip(" a ") == "a" && lpad("a", 2) == " a"
        @test parse(Int, "12") == 12 && parse(Float64, "1.5") == 1.5
        @test string(1, 1.5, :a, 'b', nothing, [1]) == "11.5abnothing[1]"
        @test sprint(show, Dict(1 => "a")) isa String
        @test repr(["a", 1]) isa String
        @test startswith("abc", "a") && endswith("abc", "c") && length("abc") == 3
        io = IOBuffer()
        println(io, "a", 1)
        print(io, 1.5)
        @test String(take!(io)) == "a1\n1.5"
        @test read(IOBuffer("abc"), String) == "abc" && readlines(IOBuffer("a\nb")) == ["a", "b"]
    end
    @testset "collections" begin
        d = Dict("a" => 1, "b" => 2)
        d["c"] = 3
        @test haskey(d, "c") && get(d, "x", 0) == 0 && sort(collect(keys(d))) == ["a", "b", "c"]
        @test sum(values(d)) == 6 && delete!(d, "a") === d
        @test Set([1, 2, 2]) == Set([1, 2]) && 1 in Set([1])
        list = Any[]
        push!(list, 1, "a")
        append!(list, [2])
        @test length(list) == 3 && pop!(list) == 2 && popfirst!(list) == 1
        @test map(x -> x + 1, [1, 2]) == [2, 3] && filter(isodd, 1:4) == [1, 3]
        @test [x => y for (x, y) in zip(1:2, "ab")] == [1 => 'a', 2 => 'b']
        @test reverse([1, 2]) == [2, 1] && unique([1, 1]) == [1] && vcat([1], [2]) == [1, 2]
        @test findfirst(==(2), [1, 2]) == 2 && any(isodd, [1]) && all(isodd, [1])
        @test sort([3, 1]; rev = true) == [3, 1] && (1, "a")[2] == "a" && (a = 1,).a == 1
        @test collect(enumerate(["a"])) == [(1, "a")] && first([1]) == last([1])
        @test reduce(+, [1, 2]) == foldl(+, [1, 2]) && isempty(Int[]) && eltype([1]) == Int
    end
    @testset "errors" begin
        @test_throws ErrorException error("x")
        @test_throws BoundsError [1][2]
        @test_throws KeyError Dict()["a"]
        @test_throws MethodError sqrt("a")
        @test_throws DomainError sqrt(-1)
        @test_throws InexactError Int(1.5)
        @test_throws DivideError 1 ÷ 0
        @test_throws ArgumentError parse(Int, "a")
        @test (try error("x") catch e; e.msg end) == "x"
        @test sprint(showerror, BoundsError([1], 2)) isa String
        @test [1] == [2]
        @test "a" == 1
        @test sqrt("a") == 1
    end
    @testset "others" begin
        @test 1 isa Int && typeof("a") == String && (Int <: Number) && nothing === nothing
        @test_logs (:info, "x") @info "x"
        @testset "loop $i" for i in 1:2
            @test i > 0
        end
        f(x; y = 1) = x + y
        @test f.([1, 2]; y = 2) == [3, 4]
        mktemp() do path, io
            write(io, "a")
            close(io)
            @test read(path, String) == "a"
        end
    end
end
