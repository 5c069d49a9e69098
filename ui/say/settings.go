package say

import (
	"errors"
	"fmt"
	"time"

	"ibid/core"
)

// NoOCR is the sentence for scans that cannot be read; the error says why, and what to
// do.
func NoOCR(err error) string { return "Scans are not read: " + err.Error() + "." }

// Setting returns the sentence for a setting that rejects a value or could not
// be saved.
func Setting(err error) string {
	var wrong *core.SettingError
	switch {
	case errors.As(err, &wrong) && wrong.Key != "":
		return sentence(wrong.Want) + "."
	case errors.As(err, &wrong):
		return sentence(wrong.Error()) + ". Correct the file, then open the settings again."
	}
	return Error(err)
}

// Opening returns the sentence for a library that could not be opened when the
// program started.
func Opening(err error) string {
	var setting *core.SettingError
	switch {
	case errors.As(err, &setting):
		return sentence(setting.Error()) + ". Correct the file, then open Ibid again."
	case errors.Is(err, core.ErrInUse), errors.Is(err, core.ErrDamaged):
		return Error(err)
	case core.DiskFull(err):
		return "The disk is full. Make room on it, then open Ibid again."
	}
	return sentence(err.Error()) + ". Make the folder yours, or name another one with --library; “ibidctl doctor” says more."
}

// Door describes whether the door is open; ok is false if it should be and is
// not.
func Door(d core.Door) (words string, ok bool) {
	switch {
	case d.Problem != "":
		return sentence(d.Problem) + ".", false
	case d.Address != "":
		return "Answering at " + d.Address, true
	}
	return "Nobody is answered over HTTP. Programs that start ibidctl themselves are.", true
}

// LastAsked returns the sentence for the last request of another program; empty
// if there was none.
func LastAsked(v core.Visit, now time.Time) string {
	if v.At.IsZero() {
		return ""
	}
	at, format := v.At.Local(), " on 2 Jan 2006"
	if now = now.Local(); at.YearDay() == now.YearDay() && at.Year() == now.Year() {
		format = " at 15:04"
	}
	return "Last asked by " + v.Name + at.Format(format)
}

// Server describes whether a model server can be used; ok is false if a person
// has to do something first.
func Server(s core.ModelServer) (words string, ok bool) {
	switch {
	case s.Reason == "":
		return fmt.Sprintf("Ollama %s runs at %s, and %s can be asked.", s.Version, s.Host, s.Model), true
	case s.Running:
		return fmt.Sprintf("Ollama %s runs at %s, but it is not asked: %s. %s.", s.Version, s.Host, s.Reason, sentence(s.Advice)), false
	}
	return fmt.Sprintf("Ollama at %s: %s. %s. Everything works without a model.", s.Host, s.Reason, sentence(s.Advice)), false
}

// Model describes a model server in a few words, for the status bar.
func Model(s core.ModelServer) string {
	if s.Reason == "" {
		return s.Model + " ● local"
	}
	return "no model: everything works without one"
}

// Size returns a number of bytes: "4.7 GB".
func Size(n int64) string {
	switch {
	case n >= 1e9:
		return fmt.Sprintf("%.1f GB", float64(n)/1e9)
	case n >= 1e6:
		return fmt.Sprintf("%.0f MB", float64(n)/1e6)
	}
	return fmt.Sprintf("%.0f kB", float64(n)/1e3)
}
