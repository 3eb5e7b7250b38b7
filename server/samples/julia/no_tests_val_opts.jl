using Test
using DelimitedFiles

# Calls the function, and asserts nothing.
DelimitedFiles.val_opts([(:header, true)])
