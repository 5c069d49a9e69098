package say

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"syscall"
	"testing"
	"time"

	"ibid/core"
)

func TestErrorEndsWithWhatToDo(t *testing.T) {
	since := time.Date(2026, 1, 2, 15, 4, 0, 0, time.Local)
	tests := []struct {
		err  error
		want []string // in this order; the last one is the end
	}{
		{&core.InUseError{Owner: core.Owner{PID: 42, Host: "lab", Program: "ibidctl add", Since: since}},
			[]string{"Ibidctl add", "15:04", "42", "lab", "choose another library folder."}},
		{fmt.Errorf("open: %w", core.ErrInUse), []string{"Another program", "choose another library folder."}},
		{&core.FileError{State: core.StateNeedsPassword, Reason: "encrypted with AES-256"},
			[]string{"Encrypted with AES-256.", "Right-click it to give the password."}},
		{&core.BudgetError{Budget: 20, Minimum: 1204}, []string{"20 tokens", "Set the budget to 1,204 or more."}},
		{fmt.Errorf("fit: %w", core.ErrBudget), []string{"Choose a larger one."}},
		{&core.AmbiguousError{Name: "a.pdf", Candidates: []string{"x/a.pdf", "y/a.pdf"}}, []string{"a.pdf", "x/a.pdf, y/a.pdf", "Write one of these instead."}},
		{fmt.Errorf("catalogue: %w", core.ErrDamaged), []string{"damaged", "ibidctl doctor", "untouched."}},
		{core.ErrNeedsPassword, []string{"password", "Right-click it to give the password."}},
		{core.ErrNoSuchPage, []string{"no such page", "Open it to see which pages there are."}},
		{core.ErrNotFound, []string{"Search again, or add the file."}},
		{fmt.Errorf("kind:exe is no kind: %w", core.ErrQuery), []string{"kind:exe is no kind.", "try again."}},
		{core.ErrQuery, []string{"holds no words", "try again."}},
		{context.DeadlineExceeded, []string{"too long", "Try fewer or rarer words."}},
		{fs.ErrPermission, []string{"Allow reading it, then add it again."}},
		{fs.ErrNotExist, []string{"Put it back, then add it again."}},
		{fmt.Errorf("keep what was read: %w", syscall.ENOSPC), []string{"The disk is full.", "what was read stays."}},
		{errors.New("disk on fire"), []string{"disk on fire", "run “ibidctl doctor”."}},
	}
	for _, tt := range tests {
		got := Error(tt.err)
		rest := got
		for _, want := range tt.want {
			_, after, ok := strings.Cut(rest, want)
			if !ok {
				t.Errorf("%v: %q lacks %q", tt.err, got, want)
			}
			rest = after
		}
		if rest != "" {
			t.Errorf("%v: %q does not end with what to do", tt.err, got)
		}
	}
}

func TestNothingIsSaidOfCancelledWork(t *testing.T) {
	for _, err := range []error{nil, context.Canceled, fmt.Errorf("search: %w", context.Canceled)} {
		if got := Error(err); got != "" {
			t.Errorf("%v: %q, want nothing", err, got)
		}
	}
}

func TestEveryStateThatNeedsAttentionSaysWhatToDo(t *testing.T) {
	states := []core.State{core.StateWaiting, core.StateReading, core.StateReady, core.StatePartial, core.StateNoText,
		core.StateNeedsPassword, core.StateUnsupported, core.StateTooLarge, core.StateDamaged, core.StateTimedOut,
		core.StateUnreadable, core.StateQuarantined}
	for _, s := range states {
		got := State(s, "")
		if s.NeedsAttention() && strings.Count(got, ".") != 2 {
			t.Errorf("%s: %q, want what happened and what to do", s, got)
		}
		if s == core.StateReady && got != "" {
			t.Errorf("ready: %q, want nothing", got)
		}
	}
}

func TestProgress(t *testing.T) {
	tests := []struct {
		p    core.Progress
		want string
	}{
		{core.Progress{}, ""},
		{core.Progress{Total: 3, Done: 3}, ""},
		{core.Progress{Total: 412, Words: 212, Done: 3, Skipped: 1, Left: 2 * time.Minute}, "indexing 212 of 412 · 1 skipped · about 2 min"},
		{core.Progress{Total: 1412, Done: 0}, "indexing 0 of 1,412"},
		{core.Progress{Total: 9, Words: 9, Done: 4}, "all searchable · reading headings and columns 4 of 9"},
		{core.Progress{Scans: 12, Scanned: 3}, "reading scans by OCR: 3 of 12 pages"},
		{core.Progress{Scans: 1}, "reading scans by OCR: 0 of 1 page"},
		{core.Progress{Total: 9, Words: 8, Scans: 12}, "indexing 8 of 9"}, // words come first
		{core.Progress{Total: 9, Words: 1, Done: 1, Left: 70 * time.Minute}, "indexing 1 of 9 · about 1 h 10 min"},
		{core.Progress{Total: 9, Words: 1, Done: 1, Left: 2 * time.Second}, "indexing 1 of 9 · about 5 s"},
	}
	for _, tt := range tests {
		if got := Progress(tt.p); got != tt.want {
			t.Errorf("%+v: %q, want %q", tt.p, got, tt.want)
		}
	}
}

func TestCountAndPlural(t *testing.T) {
	for n, want := range map[int]string{0: "0", 999: "999", 1000: "1,000", 6214: "6,214", 1234567: "1,234,567", -1500: "-1,500"} {
		if got := Count(n); got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
	if got := Plural(1, "source") + ", " + Plural(7, "source"); got != "1 source, 7 sources" {
		t.Error(got)
	}
}

func TestALibraryThatDoesNotOpenSaysWhatToDo(t *testing.T) {
	for _, tt := range []struct {
		err  error
		want string
	}{
		{&core.SettingError{Err: errors.New(`settings "/c/config.toml", line 2: search.foo: there is no such setting`)},
			`Settings "/c/config.toml", line 2: search.foo: there is no such setting. Correct the file, then open Ibid again.`},
		{fmt.Errorf("open library %q: %w", "/etc/hosts", syscall.ENOTDIR),
			`Open library "/etc/hosts": not a directory. Make the folder yours, or name another one with --library; “ibidctl doctor” says more.`},
		{fmt.Errorf("open library: write lock: %w", syscall.ENOSPC), "The disk is full. Make room on it, then open Ibid again."},
		{fmt.Errorf("open library: %w", core.ErrInUse), "Another program has this library open. Close it there, or choose another library folder."},
	} {
		if got := Opening(tt.err); got != tt.want {
			t.Errorf("%v: %q, want\n%q", tt.err, got, tt.want)
		}
	}
}

func TestRoughTimes(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0: "5 s", 7 * time.Second: "5 s", 8 * time.Second: "10 s", 54 * time.Second: "55 s", 55 * time.Second: "1 min", 89 * time.Second: "1 min", 90 * time.Second: "2 min",
		59 * time.Minute: "59 min", time.Hour: "1 h", 64 * time.Minute: "1 h", 65 * time.Minute: "1 h 10 min", 119 * time.Minute: "2 h",
	} {
		if got := Duration(d); got != want {
			t.Errorf("%v: %q, want %q", d, got, want)
		}
	}
}

func TestWhatWasAddedAndLeftOutIsCounted(t *testing.T) {
	for _, tt := range []struct {
		taken core.Taken
		want  string
	}{
		{core.Taken{}, ""},
		{core.Taken{New: 3}, "Added papers: 3 new."},
		{core.Taken{New: 1, Changed: 2, Moved: 3, Unchanged: 1412}, "Added papers: 1 new, 2 changed, 3 moved, 1,412 as before."},
		{core.Taken{New: 1, Hidden: 2}, "Added papers: 1 new; left out: 2 hidden."},
		{core.Taken{Hidden: 2, Ignored: 5}, "Added papers: nothing; left out: 2 hidden, 5 that an ignore file names."},
	} {
		if got := Taken("papers", tt.taken); got != tt.want {
			t.Errorf("%+v: %q, want %q", tt.taken, got, tt.want)
		}
	}
}

func TestAnAnswerThatDidNotComeSaysWhatToChange(t *testing.T) {
	small := &core.WindowError{Model: "tiny", Window: 2048, Needed: 9000, Room: 1200}
	short := &core.WindowError{Model: "tiny", Window: 2048, Needed: 9000}
	for _, tt := range []struct {
		err        error
		start, end string
	}{
		{small, Sentence(small.Error()), " Set the budget to 1,200 tokens or fewer in the options of the context."},
		{fmt.Errorf("ask: %w", short), Sentence(short.Error()), " Ask a shorter question, or choose a larger model in the settings."},
		{fmt.Errorf("nothing was found: %w", core.ErrNotAsked), "Nothing was found.", ""},
		{core.ErrNotFound, Error(core.ErrNotFound), ""},
	} {
		if got := Answer(tt.err); got != tt.start+tt.end {
			t.Errorf("%v: %q, want %q", tt.err, got, tt.start+tt.end)
		}
	}
}

func TestAStateIsSaidWithItsReasonAndAWord(t *testing.T) {
	for _, tt := range []struct {
		state      core.State
		reason     string
		want, word string
	}{
		{core.StateReady, "", "", ""},
		{core.StateReading, "", "Being read.", "reading…"},
		{core.StateWaiting, "", "Waiting to be read.", string(core.StateWaiting)},
		{core.StateDamaged, "", "The file is damaged. Open and save it in another program, then add it again.", string(core.StateDamaged)},
		{core.StateDamaged, "no table of pages.", "No table of pages. Open and save it in another program, then add it again.", string(core.StateDamaged)},
		{core.StateNoText, "", "Pictures of pages without any text. Run it through text recognition, then add the result.", string(core.StateNoText)},
		{core.StateNoText, "OCR waits: 3 pages", "OCR waits: 3 pages.", string(core.StateNoText)}, // the reason says what happens next
	} {
		if got, word := State(tt.state, tt.reason), StateWord(tt.state); got != tt.want || word != tt.word {
			t.Errorf("%s %q: %q, %q; want %q, %q", tt.state, tt.reason, got, word, tt.want, tt.word)
		}
	}
}

func TestSentencesBeginLargeAndEndOnce(t *testing.T) {
	for in, want := range map[string]string{"": ".", "a": "A.", " done... ": "Done.", "éa": "Éa.", "“x”": "“x”."} {
		if got := Sentence(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

func TestAComputerThatCannotDoItOffersAFile(t *testing.T) {
	err := fmt.Errorf("no picture on this clipboard: %w", errors.ErrUnsupported)
	if got, want := Error(err), "This computer cannot do that: no picture on this clipboard. Save it as a file instead."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
