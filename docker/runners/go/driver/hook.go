package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
)

// hook tells the harness whether the mutants are in the binary, and gives it the suite's TestMain, if it has one.
// Calling that cannot turn anything into a pass: records come from inside of M.Run.
func hook(suitePath string, copied bool) string {
	known := "const copied = " + strconv.FormatBool(copied) + "\n\n"
	if suitePath != "" {
		parsed, err := parser.ParseFile(token.NewFileSet(), suiteFile, nil, parser.SkipObjectResolution)
		if err == nil && hasTestMain(parsed) {
			return "package main\n\nimport (\n\t\"testing\"\n\n\tsuite " + strconv.Quote(suitePath) +
				"\n)\n\n" + known + "var testMain func(*testing.M) = suite.TestMain\n"
		}
	}
	return "package main\n\nimport \"testing\"\n\n" + known + "var testMain func(*testing.M)\n"
}

// hasTestMain asks as the go command does: by name and by the type's name, whatever package testing is called.
func hasTestMain(file *ast.File) bool {
	for _, declaration := range file.Decls {
		function, ok := declaration.(*ast.FuncDecl)
		if !ok || function.Recv != nil || function.Name.Name != "TestMain" || len(function.Type.Params.List) != 1 {
			continue
		}
		pointer, ok := function.Type.Params.List[0].Type.(*ast.StarExpr)
		if !ok {
			continue
		}
		switch named := pointer.X.(type) {
		case *ast.Ident:
			return named.Name == "M"
		case *ast.SelectorExpr:
			return named.Sel.Name == "M"
		}
	}
	return false
}
