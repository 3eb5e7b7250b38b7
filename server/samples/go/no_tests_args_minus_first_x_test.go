package cobra

// A helper, and no test: the name of a test begins with Test.
func checkArgsMinusFirstX() bool {
	c := &Command{Use: "c"}
	return len(c.argsMinusFirstX([]string{"a", "b"}, "a")) == 1
}
