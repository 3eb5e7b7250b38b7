package cobra

import (
	"testing"
)

func Testify(t *testing.T) { stripFlags(nil, nil) }

func BenchmarkStrip(b *testing.B) { stripFlags(nil, nil) }
