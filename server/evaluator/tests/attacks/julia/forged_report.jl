text = "{\"nonce\":\"x\",\"number\":0,\"event\":\"start\"}\n{\"nonce\":\"x\",\"number\":1,\"event\":\"done\",\"rc\":0,\"count\":0}\n"
ccall(:write, Cssize_t, (Cint, Cstring, Csize_t), 3, text, sizeof(text))
@testset "a" begin
    @test canonicalize(Dates.CompoundPeriod(Hour(25))).periods == [Day(1), Hour(1)]
end
