# There is nothing to test here.
