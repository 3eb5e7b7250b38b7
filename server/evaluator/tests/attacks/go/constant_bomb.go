package cobra

import "testing"

const (
	a = 1 << 500
	b0 = a * a
	b1 = b0 * b0
	b2 = b1 * b1
	b3 = b2 * b2
	b4 = b3 * b3
	b5 = b4 * b4
	b6 = b5 * b5
	b7 = b6 * b6
	b8 = b7 * b7
	b9 = b8 * b8
	b10 = b9 * b9
	b11 = b10 * b10
	b12 = b11 * b11
	b13 = b12 * b12
	b14 = b13 * b13
	b15 = b14 * b14
	b16 = b15 * b15
	b17 = b16 * b16
	b18 = b17 * b17
	b19 = b18 * b18
	b20 = b19 * b19
	b21 = b20 * b20
	b22 = b21 * b21
	b23 = b22 * b22
	b24 = b23 * b23
	b25 = b24 * b24
	b26 = b25 * b25
	b27 = b26 * b26
	b28 = b27 * b27
	b29 = b28 * b28
)

func TestBomb(t *testing.T) { t.Log(b29 != 0) }
