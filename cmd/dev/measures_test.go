package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
)

func TestFiguresBeyondTheirBoundFail(t *testing.T) {
	bounds := []floor{{"shore", "mrr", .92, false, 1}, {"shore", "duplicate_rate", .1, true, 0}}
	report := func(mrr, duplicates string) string {
		return `[{"set":"shore","measures":{"mrr":{"ibid":` + mrr + `,"bm25":1},"duplicate_rate":{"ibid":` + duplicates + `}}}]`
	}
	tests := []struct {
		name, report string
		fails        string
	}{
		{"at their bounds", report("0.92", "0.1"), ""},
		{"within them", report("1", "0"), ""},
		{"below its floor", report("0.919", "0"), "shore: mrr is 0.919, want ≥ 0.920"},
		{"above its ceiling", report("1", "0.101"), "shore: duplicate_rate is 0.101, want ≤ 0.100"},
		{"a measure that is gone", `[{"set":"shore","measures":{"mrr":{"ibid":1}}}]`, "duplicate_rate was not measured"},
		{"a set that is gone", `[]`, "mrr was not measured"},
		{"no report", `measured`, "read what was measured"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			err := checkFloors(io.Discard, []byte(tt.report), bounds)
			if (err != nil) != (tt.fails != "") || err != nil && !strings.Contains(err.Error(), tt.fails) {
				t.Errorf("checkFloors = %v, want %q", err, tt.fails)
			}
		})
	}
}

// Every bound lets today's figure pass, or the table says something else than it does.
func TestBoundsAreOnTheRightSideOfTheirFigure(t *testing.T) {
	for _, f := range floors {
		if f.most && f.now > f.bound || !f.most && f.now < f.bound {
			t.Errorf("%s: %s was %.3f when its bound was set to %.3f", f.set, f.measure, f.now, f.bound)
		}
	}
}

func TestMeasuresFailWhenAFigureFalls(t *testing.T) {
	for _, tt := range []struct {
		change float64
		fails  bool
	}{{0, false}, {-.5, true}} {
		var ran []string
		var out bytes.Buffer
		f := newFake("linux")
		f.stdout = &out
		f.execute = func(_ context.Context, c command) error {
			if !slices.Contains(c.argv, "eval") {
				ran = append(ran, strings.Join(c.argv[1:], " "))
				return nil
			}
			sets := make(map[string][]string)
			for _, b := range floors {
				value := b.now
				if !b.most {
					value += tt.change
				}
				sets[b.set] = append(sets[b.set], fmt.Sprintf("%q:{\"ibid\":%v}", b.measure, value))
			}
			var list []string
			for set, measures := range sets {
				list = append(list, fmt.Sprintf("{\"set\":%q,\"measures\":{%s}}", set, strings.Join(measures, ",")))
			}
			_, err := fmt.Fprintf(c.stdout, "[%s]", strings.Join(list, ","))
			return err
		}
		err := (&tester{m: f.machine, tally: newTally(&out)}).measures(t.Context())
		if (err != nil) != tt.fails {
			t.Errorf("figures that change by %v: %v", tt.change, err)
		}
		if len(ran) != 2 || !strings.HasPrefix(ran[1], "bench --quick") {
			t.Errorf("ran %q", ran)
		}
		if !strings.Contains(out.String(), "survey") {
			t.Errorf("no table of figures:\n%s", out.String())
		}
	}
	f := newFake("linux")
	f.execute = func(context.Context, command) error { return errors.New("no compiler") }
	if err := (&tester{m: f.machine, tally: newTally(io.Discard)}).measures(t.Context()); err == nil {
		t.Error("without a program the figures hold")
	}
}
