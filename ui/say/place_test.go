package say

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"testing"
	"time"

	"ibid/core"
)

func TestPlacesAreSaidInTheUnitsOfTheirKind(t *testing.T) {
	for _, tt := range []struct {
		kind core.Kind
		at   core.Locator
		want string
	}{
		{core.KindMarkdown, core.LineLocator("a.md", 40, 52), "lines 40-52"},
		{core.KindMarkdown, core.LineLocator("a.md", 40, 40), "line 40"},
		{core.KindMarkdown, core.Locator{Name: "a.md"}, ""},
		{core.KindPDF, core.PageLocator("a.pdf", 219, "217"), "p. 217 [PDF 219]"},
		{core.KindConversation, core.Locator{Name: "a.json", Unit: core.UnitMessage, Page: 17, LastPage: 17}, "msg 17"},
		{core.KindDocument, core.Locator{Name: "a.docx", Unit: core.UnitParagraph, Label: "Methods", FirstLine: 3, LastLine: 3}, "§ Methods ¶ 3"},
		{core.KindDocument, core.Locator{Name: "a.docx", Unit: core.UnitParagraph, Label: strings.Repeat("é", longHeading), FirstLine: 3, LastLine: 3},
			"§ " + strings.Repeat("é", longHeading) + " ¶ 3"},
		{core.KindDocument, core.Locator{Name: "a.docx", Unit: core.UnitParagraph, Label: strings.Repeat("é", longHeading+1), FirstLine: 3, LastLine: 3},
			"§ " + strings.Repeat("é", longHeading) + "… ¶ 3"},
	} {
		if got := Place(tt.at, core.Document{Kind: tt.kind}); got != tt.want {
			t.Errorf("%v: %q, want %q", tt.at, got, tt.want)
		}
	}
}

func TestReachesAreSaidWithTheirMeasure(t *testing.T) {
	for want, r := range map[string]core.Reach{
		"± 3 lines":        {Measure: core.MeasureLines, N: 3},
		"± 400 characters": {Measure: core.MeasureCharacters, N: 400},
		"± 2 rows":         {Measure: core.MeasureRows, N: 2},
		"± 5 messages":     {Measure: core.MeasureMessages, N: 5},
		"whole function":   {Measure: core.MeasureFunction},
		"the whole":        {},
	} {
		if got := Reach(r); got != want {
			t.Errorf("%+v: %q, want %q", r, got, want)
		}
	}
}

func TestPlacesThatCannotBeOpenedSayWhy(t *testing.T) {
	for _, tt := range []struct {
		err  error
		want string
	}{
		{&core.AmbiguousError{Name: "a.pdf", Candidates: []string{"x/a.pdf", "y/a.pdf"}}, "Several places are called that. Choose one of them."},
		{fmt.Errorf("show %q: page 9 of %q: it has 3: %w", "a.pdf p. 9", "a.pdf", core.ErrNoSuchPage), `Page 9 of "a.pdf": it has 3.`},
		{fmt.Errorf("locator %q: no place: %w", `a "b".pdf`, core.ErrQuery), "No place."},
		{fmt.Errorf("document %q: %w; there is \"ab.pdf\"", "b.pdf", core.ErrNotFound),
			"No document of the library has this name. Type a part of it to choose from those that fit."},
		{fmt.Errorf("document %q: %w", "b.pdf", core.ErrNotFound), "No document of the library has this name. Type a part of it to choose from those that fit."},
		{fmt.Errorf("catalogue: %w", core.ErrDamaged), Error(core.ErrDamaged)},
	} {
		if got := Unplaced(tt.err); got != tt.want {
			t.Errorf("%v: %q, want %q", tt.err, got, tt.want)
		}
	}
}

func TestFoldersSayHowTheyAreFollowed(t *testing.T) {
	for state, want := range map[core.FolderState]string{
		core.FolderWatching: "following", core.FolderPolling: "looking again and again", core.FolderMissing: "gone", core.FolderIdle: "not followed yet",
	} {
		if got := FolderWord(state); got != want {
			t.Errorf("%s: %q, want %q", state, got, want)
		}
	}
	looked := time.Date(2026, 1, 2, 15, 4, 5, 0, time.Local)
	for _, tt := range []struct {
		folder core.Folder
		want   string
	}{
		{core.Folder{State: core.FolderWatching}, "not looked at yet"},
		{core.Folder{State: core.FolderMissing}, ""},
		{core.Folder{State: core.FolderMissing, Looked: looked}, "looked at 15:04:05"},
		{core.Folder{State: core.FolderPolling, Reason: "the system tells of no changes there", Looked: looked, MaxBytes: 200 << 20},
			"The system tells of no changes there · looked at 15:04:05 · files up to 200 MB"},
	} {
		if got := FolderDetail(tt.folder); got != tt.want {
			t.Errorf("%+v: %q, want %q", tt.folder, got, tt.want)
		}
	}
}

// The same error means another thing to do where a person chose a folder to watch,
// a file to open or a file to write.
func TestWhatToDoDependsOnWhatWasTried(t *testing.T) {
	missing, forbidden := &fs.PathError{Op: "open", Path: "/x", Err: fs.ErrNotExist}, &fs.PathError{Op: "open", Path: "/x", Err: fs.ErrPermission}
	other := errors.New("disk on fire")
	for _, tt := range []struct {
		name string
		say  func(error) string
		err  error
		want string
	}{
		{"watch", Folder, missing, "There is no such folder. Choose another."},
		{"watch", Folder, fmt.Errorf("no folder: %w", core.ErrQuery), "Only a folder can be watched. Add the file instead."},
		{"watch", Folder, fmt.Errorf("folder: %w", core.ErrNotFound), "It is not followed any more."},
		{"watch", Folder, other, Error(other)},
		{"write", Saving, missing, "There is no such folder. Choose another."},
		{"write", Saving, forbidden, "This folder may not be used. Choose another."},
		{"write", Saving, other, Error(other)},
		{"reopen", Reopening, missing, "There is no such file. Choose another."},
		{"reopen", Reopening, forbidden, "The file may not be read. Allow reading it, or choose another."},
		{"reopen", Reopening, fmt.Errorf("read saved context: version 9: %w", core.ErrQuery),
			"This is no context that Ibid saved, or one of a newer Ibid. Choose another."},
		{"reopen", Reopening, fmt.Errorf("kind:exe: %w", core.ErrQuery), Error(fmt.Errorf("kind:exe: %w", core.ErrQuery))},
		{"reopen", Reopening, other, Error(other)},
	} {
		if got := tt.say(tt.err); got != tt.want {
			t.Errorf("%s: %v: %q, want %q", tt.name, tt.err, got, tt.want)
		}
	}
}

func TestFatesOfSavedSources(t *testing.T) {
	for _, tt := range []struct {
		fate       core.SourceFate
		word, told string
	}{
		{core.SourceFate{Fate: core.FateSame, Why: "unchanged"}, "unchanged", "the file is as it was"},
		{core.SourceFate{Fate: core.FateMissing, Why: "the file is gone"}, "gone", "the file is gone"},
		{core.SourceFate{Fate: core.FateKept, Why: "same page"}, "changed", "same page"},
		{core.SourceFate{Fate: core.FateMoved, Why: "on p. 4 now"}, "changed", "on p. 4 now"},
		{core.SourceFate{Fate: core.FateLost, Why: "not there"}, "changed", "not there"},
	} {
		if word, told := FateWord(tt.fate.Fate), Fate(tt.fate); word != tt.word || told != tt.told {
			t.Errorf("%s: %q, %q; want %q, %q", tt.fate.Fate, word, told, tt.word, tt.told)
		}
	}
}

func TestSavedContextsSayTheirDayAndSize(t *testing.T) {
	s := core.SavedContext{Saved: time.Date(2026, 1, 2, 15, 4, 0, 0, time.Local), Sources: make([]core.SavedSource, 1), Tokens: 6214}
	if got, want := Saved(s), "saved 2 January 2026, 15:04 · 1 source · 6,214 tokens"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got, want := Replayed(core.Replay{Same: true}), "Nothing has changed: the context is the same to the byte."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestWhatGitTaughtIsCounted(t *testing.T) {
	for _, tt := range []struct {
		sources int
		err     error
		want    string
	}{
		{0, nil, "No file of these sources was changed in a git repository since."},
		{1, nil, "1 source in files that were changed in git since: that counts for questions like this one, see Feedback."},
		{3, nil, "3 sources in files that were changed in git since: that counts for questions like this one, see Feedback."},
		{3, core.ErrNotFound, Error(core.ErrNotFound)},
	} {
		if got := Learned(tt.sources, tt.err); got != tt.want {
			t.Errorf("%d, %v: %q, want %q", tt.sources, tt.err, got, tt.want)
		}
	}
}
