// Package say puts errors and states into sentences for a person. Every
// sentence about something that went wrong ends with what to do.
package say

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"time"

	"ibid/core"
)

// Error returns the sentence for an error; empty for nil and for work that was
// cancelled, which a person asked for.
func Error(err error) string {
	var (
		inUse     *core.InUseError
		file      *core.FileError
		budget    *core.BudgetError
		ambiguous *core.AmbiguousError
	)
	switch {
	case err == nil, errors.Is(err, context.Canceled):
		return ""
	case errors.As(err, &inUse):
		o := inUse.Owner
		return fmt.Sprintf("%s has had this library open since %s (process %d on %s). Close it there, or choose another library folder.",
			sentence(o.Program), o.Since.Local().Format("15:04"), o.PID, o.Host)
	case errors.Is(err, core.ErrInUse):
		return "Another program has this library open. Close it there, or choose another library folder."
	case errors.As(err, &file):
		return State(file.State, file.Reason)
	case errors.As(err, &budget):
		return fmt.Sprintf("%s tokens are too few for one source. Set the budget to %s or more.",
			Count(budget.Budget), Count(budget.Minimum))
	case errors.Is(err, core.ErrBudget):
		return "The budget is too small for one source. Choose a larger one."
	case errors.As(err, &ambiguous):
		return fmt.Sprintf("%q could be any of %s. Write one of these instead.", ambiguous.Name, strings.Join(ambiguous.Candidates, ", "))
	}
	return general(err)
}

// general returns the sentence for errors that carry no details of their own.
func general(err error) string {
	switch {
	case core.DiskFull(err):
		return "The disk is full. Make room on it, then add the files again; what was read stays."
	case errors.Is(err, core.ErrDamaged):
		return "The library on disk is damaged. Run “ibidctl doctor” to see what can be saved; your files themselves are untouched."
	case errors.Is(err, core.ErrNeedsPassword):
		return State(core.StateNeedsPassword, "")
	case errors.Is(err, core.ErrNoSuchPage):
		return "The document has no such page. Open it to see which pages there are."
	case errors.Is(err, core.ErrNotFound):
		return "It is not in the library any more. Search again, or add the file."
	case errors.Is(err, core.ErrQuery):
		return "The question could not be understood: " + detail(err, core.ErrQuery) + ". Put phrases in “quotes”, leave words out with -word, and try again."
	case errors.Is(err, errors.ErrUnsupported):
		return "This computer cannot do that: " + detail(err, errors.ErrUnsupported) + ". Save it as a file instead."
	case errors.Is(err, context.DeadlineExceeded):
		return "That took too long and was stopped. Try fewer or rarer words."
	case errors.Is(err, fs.ErrPermission):
		return "The file may not be read. Allow reading it, then add it again."
	case errors.Is(err, fs.ErrNotExist):
		return "The file is not there any more. Put it back, then add it again."
	}
	return fmt.Sprintf("Something went wrong: %v. Try again; if it stays, run “ibidctl doctor”.", err)
}

// detail returns an error's text without the sentinel at its end.
func detail(err, sentinel error) string {
	text := strings.TrimSuffix(strings.TrimSuffix(err.Error(), sentinel.Error()), ": ")
	if text == "" {
		return "it holds no words to look for"
	}
	return text
}

// Saving returns the sentence for a file that could not be written.
func Saving(err error) string {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "There is no such folder. Choose another."
	case errors.Is(err, fs.ErrPermission):
		return "This folder may not be used. Choose another."
	}
	return Error(err)
}

// Answer returns the sentence for an answer that the model did not give, or
// that could not be checked.
func Answer(err error) string {
	var window *core.WindowError
	switch {
	case errors.As(err, &window) && window.Room > 0:
		return Sentence(window.Error()) + fmt.Sprintf(" Set the budget to %s tokens or fewer in the options of the context.", Count(window.Room))
	case errors.As(err, &window):
		return Sentence(window.Error()) + " Ask a shorter question, or choose a larger model in the settings."
	case errors.Is(err, core.ErrNotAsked):
		return Sentence(detail(err, core.ErrNotAsked))
	}
	return Error(err)
}

// Input returns the sentence for invalid input.
func Input(err error) string { return sentence(detail(err, core.ErrQuery)) + "." }

// State returns the sentence for the state of a file and what can be done about
// it; empty for a document that is ready.
func State(s core.State, reason string) string {
	w := states[s]
	if w.what == "" {
		return ""
	}
	if reason != "" {
		w.what = sentence(reason)
	}
	if w.do == "" || s == core.StateNoText && reason != "" { // the reason already says what OCR does
		return w.what + "."
	}
	return w.what + ". " + w.do + "."
}

// states describes each state but ready, and what can be done about it.
var states = map[core.State]struct{ what, do string }{
	core.StateWaiting:       {"Waiting to be read", ""},
	core.StateReading:       {"Being read", ""},
	core.StatePartial:       {"Some pages could not be read", "The others are searchable"},
	core.StateNoText:        {"Pictures of pages without any text", "Run it through text recognition, then add the result"},
	core.StateNeedsPassword: {"Locked with a password", "Right-click it to give the password"},
	core.StateUnsupported:   {"This kind of file cannot be read yet", "Save it as PDF, Markdown or plain text and add that"},
	core.StateTooLarge:      {"Larger than what can be read safely", "Split it into smaller files and add those"},
	core.StateDamaged:       {"The file is damaged", "Open and save it in another program, then add it again"},
	core.StateTimedOut:      {"Reading it took too long", "Try again, or split it into smaller files"},
	core.StateUnreadable:    {"The file could not be opened", "Check that it is there and may be read, then add it again"},
	core.StateQuarantined:   {"Reading it ended the reader more than once", "Open and save it in another program, then add it again"},
}

// StateWord returns the state in a word or two for a list.
func StateWord(s core.State) string {
	switch s {
	case core.StateReading:
		return "reading…"
	case core.StateReady:
		return ""
	}
	return string(s)
}

// Progress returns the line of the status bar while files are read; empty when
// nothing is.
func Progress(p core.Progress) string {
	if !p.Active() && p.Scans > 0 {
		return fmt.Sprintf("reading scans by OCR: %s of %s", Count(p.Scanned), Plural(p.Scans, "page"))
	}
	if !p.Active() {
		return ""
	}
	parts := []string{fmt.Sprintf("indexing %s of %s", Count(p.Words), Count(p.Total))}
	if p.Words >= p.Total {
		parts[0] = fmt.Sprintf("all searchable · reading headings and columns %s of %s", Count(p.Done), Count(p.Total))
	}
	if p.Skipped > 0 {
		parts = append(parts, Count(p.Skipped)+" skipped")
	}
	if p.Left > 0 {
		parts = append(parts, "about "+Duration(p.Left))
	}
	return strings.Join(parts, " · ")
}

// count is a number of things with their noun.
type count struct {
	n    int
	word string
}

// Taken returns the sentence for what was added; empty if nothing was.
func Taken(what string, t core.Taken) string {
	list := func(counts ...count) string {
		var parts []string
		for _, c := range counts {
			if c.n > 0 {
				parts = append(parts, Count(c.n)+" "+c.word)
			}
		}
		return strings.Join(parts, ", ")
	}
	in := list(count{t.New, "new"}, count{t.Changed, "changed"}, count{t.Moved, "moved"}, count{t.Unchanged, "as before"})
	out := list(count{t.Hidden, "hidden"}, count{t.Ignored, "that an ignore file names"})
	switch {
	case in == "" && out == "":
		return ""
	case out == "":
		return "Added " + what + ": " + in + "."
	}
	return "Added " + what + ": " + cmp.Or(in, "nothing") + "; left out: " + out + "."
}

// Duration returns a duration roughly: "20 s", "2 min", "1 h 10 min".
func Duration(d time.Duration) string {
	switch {
	case d < 55*time.Second:
		return fmt.Sprintf("%d s", max(5, int(d.Round(5*time.Second).Seconds())))
	case d < time.Hour:
		return fmt.Sprintf("%d min", max(1, int(d.Round(time.Minute).Minutes())))
	}
	d = d.Round(10 * time.Minute)
	if minutes := int(d.Minutes()) % 60; minutes > 0 {
		return fmt.Sprintf("%d h %d min", int(d.Hours()), minutes)
	}
	return fmt.Sprintf("%d h", int(d.Hours()))
}

// Count returns a number with commas: "6,214".
func Count(n int) string {
	if n < 0 {
		return "-" + Count(-n)
	}
	if n < 1000 {
		return fmt.Sprint(n)
	}
	return fmt.Sprintf("%s,%03d", Count(n/1000), n%1000)
}

// Plural returns a number and its noun: "1 source", "7 sources".
func Plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return Count(n) + " " + noun + "s"
}

// Sentence makes a sentence of a text, with a capital letter and a full stop.
func Sentence(s string) string { return sentence(s) + "." }

// sentence is Sentence without the full stop.
func sentence(s string) string {
	s = strings.TrimRight(strings.TrimSpace(s), ".")
	if s == "" {
		return s
	}
	r := []rune(s)
	return strings.ToUpper(string(r[:1])) + string(r[1:])
}
