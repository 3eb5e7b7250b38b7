//! The reference's line rule, and what is said about a suite's text.

use std::collections::BTreeSet;

use domain::{FocalFunction, Language};
use syntax::{GoProbe, focal_functions, instrument_go, reference_coverage_go, signals_go};

fn focal(text: &str) -> FocalFunction {
    focal_functions(Language::Go, text, "a.go").remove(0).focal
}

/// Covered and total lines when everything ran but the statements on these lines.
fn without(text: &str, lines: &[u32]) -> Option<(u32, u32)> {
    let focal = focal(text);
    let probes = instrument_go(text, &focal, &GoProbe { counters: "h", control: "c" }).unwrap();
    let hits: BTreeSet<usize> =
        probes.lines.iter().enumerate().filter(|(_, line)| !lines.contains(line)).map(|(i, _)| i).collect();
    reference_coverage_go(text, &focal, &hits)
}

const WALK: &str = "package p

func F(x int) int {
	// a comment
	y := x

	if y > 0 {
		y++
	} else if y < -9 {
		y--
	} else {
		y = 0
	}
Loop:
	for y < 9 {
		switch {
		case y == 3:
			break Loop
		default:
			y += 2
		}
	}
	f := func() int {
		return 7
	}
	return f()
}
";

/// Blocks by hand: 3-7 up to the `if`, its branches 7-9, 9, 9-11 and 11-13, 14-15 the loop's head, 15-16 the head of the
/// switch, its cases 17-18 and 19-20, 23-23 up to the literal, 23-25 the literal, 26 the return.
#[test]
fn q_13_the_reference_counts_comments_blank_lines_and_braces() {
    // Line 21, 22 and 27: the ends of the switch, of the loop and of the function are in no block.
    assert_eq!(without(WALK, &[]), Some((22, 22)));
    assert_eq!(without(WALK, &[8]), Some((21, 22)), "line 7 and 9 belong to blocks that ran too");
    assert_eq!(without(WALK, &[12]), Some((20, 22)), "12 and 13; 11 ends the branch before");
    assert_eq!(without(WALK, &[18]), Some((20, 22)), "17 and 18");
    assert_eq!(without(WALK, &[24]), Some((20, 22)), "24 and 25: the literal was made and not called");
    // Ours are the lines of statements, and of nothing else.
    let ours = instrument_go(WALK, &focal(WALK), &GoProbe { counters: "h", control: "c" }).unwrap().executable_lines();
    assert_eq!(ours, [5, 7, 8, 9, 10, 12, 15, 16, 18, 20, 23, 24, 26]);
}

#[test]
fn what_probes_cannot_tell_is_left_open() {
    let empty = "package p\n\nfunc F(x int) int {\n\tif x > 0 {\n\n\t}\n\treturn x\n}\n";
    assert_eq!(without(empty, &[]), None, "nothing says whether the branch was taken");
    let jumping = "package p\n\nfunc F(x int) int {\n\tgoto End\nEnd:\n\treturn x\n}\n";
    assert_eq!(without(jumping, &[]), None);
    let mut elsewhere = focal(WALK);
    elsewhere.start_line = 4;
    assert_eq!(reference_coverage_go(WALK, &elsewhere, &BTreeSet::new()), None);
}

#[test]
fn signals() {
    let suite = "package p

import (
	\"os\"
	\"reflect\"
	sys \"syscall\"
	\"testing\"
	\"time\"
)

//go:noinline
func init() { sys.Exit(0) }

func TestMain(m *testing.M) { os.Exit(m.Run()) }

func TestA(t *testing.T) {
	time.Sleep(time.Second)
	os.WriteFile(os.Getenv(\"ASSAY_X\"), nil, 0)
	os.ReadFile(\"/proc/self/exe\")
	reflect.DeepEqual(1, 2)
}
";
    assert_eq!(
        signals_go(suite),
        [
            "It calls the operating system directly.",
            "It ends the process itself.",
            "It has a TestMain, which decides what is run.",
            "It has an init function, which runs before any test.",
            "It holds compiler directives (//go:…).",
            "It names files of the kernel (/proc, /sys).",
            "It names parts of the evaluator.",
            "It reads environment variables.",
            "It reads files.",
            "It uses reflection.",
            "It waits for time to pass.",
            "It writes, removes or renames files.",
        ]
    );
    assert_eq!(
        signals_go("package p\n\nimport \"testing\"\n\nfunc TestA(t *testing.T) { t.Log(time.Second) }\n"),
        [""; 0]
    );
}
