package cobra

import "testing"

type pair[A, B any] struct {
	a A
	b B
}

func grow[T any](n int, x T) int {
	if n == 0 {
		return 0
	}
	return grow(n-1, pair[T, T]{x, x})
}

func TestBomb(t *testing.T) { t.Log(grow(1, 1)) }
