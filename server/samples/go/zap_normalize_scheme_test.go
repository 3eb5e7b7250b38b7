package zap

import "testing"

func TestNormalizeSchemeAccepts(t *testing.T) {
	for given, want := range map[string]string{
		"file":     "file",
		"HTTP":     "http",
		"git+ssh":  "git+ssh",
		"a1.b-c+d": "a1.b-c+d",
	} {
		got, err := normalizeScheme(given)
		if err != nil || got != want {
			t.Errorf("normalizeScheme(%q) = %q, %v; want %q", given, got, err, want)
		}
	}
}

func TestNormalizeSchemeRefuses(t *testing.T) {
	for given, want := range map[string]string{
		"1file":  "must start with a letter",
		"+file":  "must start with a letter",
		"a b":    "may not contain ' '",
		"a_b":    "may not contain '_'",
		"http:x": "may not contain ':'",
	} {
		got, err := normalizeScheme(given)
		if err == nil || err.Error() != want || got != "" {
			t.Errorf("normalizeScheme(%q) = %q, %v; want error %q", given, got, err, want)
		}
	}
}
