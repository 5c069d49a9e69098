package app_test

import (
	"strings"
	"testing"
	"time"

	"ibid/app"
)

func TestTheProgramThatAskedLastIsNamed(t *testing.T) { // R1.5
	e, err := app.Open(t.Context(), app.Options{Library: t.TempDir(), Program: "test"})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	if v, err := e.LastVisit(t.Context()); err != nil || !v.At.IsZero() {
		t.Errorf("before anybody asked: %+v, %v", v, err)
	}
	for said, want := range map[string]string{
		"claude-ai":                "claude-ai",
		" two\nlines\x00 of it ":   "two lines of it",
		"":                         "a program without a name",
		"\u202e":                   "a program without a name",
		strings.Repeat("ü", 60):    strings.Repeat("ü", 60),
		strings.Repeat("ü", 61):    strings.Repeat("ü", 60),
		strings.Repeat("x", 1<<20): strings.Repeat("x", 60),
	} {
		if err := e.Visit(t.Context(), said); err != nil {
			t.Fatal(err)
		}
		if v, err := e.LastVisit(t.Context()); err != nil || v.Name != want || time.Since(v.At) > time.Minute {
			t.Errorf("%.40q: %+v, %v", said, v, err)
		}
	}
}
