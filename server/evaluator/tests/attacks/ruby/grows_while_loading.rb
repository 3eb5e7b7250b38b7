code = +'nil,'
loop { code << code }
eval("[#{code}]")
