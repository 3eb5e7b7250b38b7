# @test canonicalize(x) == y
