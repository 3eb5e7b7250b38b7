code = 'nil,'
loop { eval("[#{code += code}]") }
