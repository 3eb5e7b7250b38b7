code = +'nil'
loop { eval(code << ("\n[" + '1,' * 100_000 + ']') * 10) }
