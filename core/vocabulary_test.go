package core_test

import (
	"slices"
	"testing"
	"time"

	"ibid/core"
)

func TestEveryKindSaysWhatItsPlacesAre(t *testing.T) { // X4
	kinds := []struct {
		kind         core.Kind
		unit         core.Unit
		group        core.Group
		paged, drawn bool
	}{
		{core.KindPDF, core.UnitPage, core.GroupDocumentation, true, true},
		{core.KindMarkdown, core.UnitLine, core.GroupDocumentation, false, false},
		{core.KindText, core.UnitLine, core.GroupDocumentation, false, false},
		{core.KindCode, core.UnitLine, core.GroupCode, false, false},
		{core.KindHTML, core.UnitParagraph, core.GroupDocumentation, false, false},
		{core.KindEbook, core.UnitChapter, core.GroupDocumentation, false, false},
		{core.KindDocument, core.UnitParagraph, core.GroupDocumentation, false, false},
		{core.KindSlides, core.UnitSlide, core.GroupDocumentation, true, false},
		{core.KindSheet, core.UnitSheet, core.GroupOther, false, false},
		{core.KindMail, core.UnitMessage, core.GroupConversation, true, false},
		{core.KindSubtitles, core.UnitTime, core.GroupOther, false, false},
		{core.KindNotebook, core.UnitCell, core.GroupCode, true, false},
		{core.KindImage, core.UnitMetadata, core.GroupOther, true, true},
		{core.KindAudio, core.UnitMetadata, core.GroupOther, true, false},
		{core.KindConversation, core.UnitMessage, core.GroupConversation, true, false},
		{core.KindArchive, core.UnitLine, core.GroupOther, false, false},
		{core.KindOther, core.UnitLine, core.GroupOther, false, false},
	}
	for _, tt := range kinds {
		t.Run(string(tt.kind), func(t *testing.T) {
			if got := tt.kind.Unit(); got != tt.unit {
				t.Errorf("unit %q, want %q", got, tt.unit)
			}
			if got := tt.kind.Group(); got != tt.group {
				t.Errorf("group %q, want %q", got, tt.group)
			}
			if got := tt.kind.Paged(); got != tt.paged {
				t.Errorf("paged: %v", got)
			}
			if got := tt.kind.Drawn(); got != tt.drawn {
				t.Errorf("drawn: %v", got)
			}
		})
		if !slices.Contains(core.Kinds, tt.kind) {
			t.Errorf("%s is not among the kinds", tt.kind)
		}
		if !slices.Contains(core.Groups, tt.group) {
			t.Errorf("%s is not among the groups", tt.group)
		}
	}
	if len(core.Kinds) != len(kinds) || !slices.IsSorted(core.Kinds) {
		t.Errorf("%d kinds, want %d in the order of their names: %v", len(core.Kinds), len(kinds), core.Kinds)
	}
}

func TestEveryStateSaysWhatFollowsFromIt(t *testing.T) { // R2.1
	for state, want := range map[core.State]struct{ settled, searchable, failed, attention bool }{
		core.StateWaiting:       {false, false, false, false},
		core.StateReading:       {false, false, false, false},
		core.StateReady:         {true, true, false, false},
		core.StatePartial:       {true, true, false, true},
		core.StateNoText:        {true, false, false, true},
		core.StateUnsupported:   {true, false, false, true},
		core.StateNeedsPassword: {true, false, true, true},
		core.StateTooLarge:      {true, false, true, true},
		core.StateDamaged:       {true, false, true, true},
		core.StateTimedOut:      {true, false, true, true},
		core.StateUnreadable:    {true, false, true, true},
		core.StateQuarantined:   {true, false, true, true},
	} {
		t.Run(string(state), func(t *testing.T) {
			if got := state.Settled(); got != want.settled {
				t.Errorf("settled: %v", got)
			}
			if got := state.Searchable(); got != want.searchable {
				t.Errorf("searchable: %v", got)
			}
			if got := state.Failed(); got != want.failed {
				t.Errorf("failed: %v", got)
			}
			if got := state.NeedsAttention(); got != want.attention {
				t.Errorf("needs attention: %v", got)
			}
		})
	}
}

func TestMemberIsNamedBehindItsArchive(t *testing.T) {
	written := time.Date(2021, 3, 4, 5, 6, 7, 0, time.UTC)
	for name, tt := range map[string]struct {
		archive    core.Document
		path, want string
	}{
		"an archive of its own": {
			core.Document{ID: 7, Path: "/home/ada/bundle.zip", Name: "bundle.zip", Kind: core.KindArchive, State: core.StateReady},
			"/home/ada/bundle.zip!/src/a.py", "bundle.zip!/src/a.py",
		},
		"an archive in an archive": {
			core.Document{ID: 9, Path: "/home/ada/all.tar!/bundle.zip", Name: "all.tar!/bundle.zip", Kind: core.KindArchive, Container: 7},
			"/home/ada/all.tar!/bundle.zip!/src/a.py", "all.tar!/bundle.zip!/src/a.py",
		},
	} {
		t.Run(name, func(t *testing.T) {
			got := core.Member{Name: "src/a.py", Size: 12, Modified: written}.Document(tt.archive)
			want := core.Document{Path: tt.path, Name: tt.want, Container: tt.archive.ID, Kind: core.KindOther, Size: 12, Modified: written}
			if got != want {
				t.Errorf("%+v\nwant %+v", got, want)
			}
		})
	}
}

func TestLanguageFollowsTheEndOfAName(t *testing.T) {
	for name, want := range map[string]string{
		"main.go": "go", "MAIN.GO": "go", "types.pyi": "python", "a.b.ts": "typescript", "view.tsx": "tsx", "view.jsx": "jsx",
		"m.mts": "typescript", "m.cjs": "javascript", "lib.h": "c", "lib.hpp": "cpp", "lib.cc": "cpp", "Form.cs": "csharp", "run.bash": "bash",
		"query.SQL": "sql", "api.proto": "protobuf", "src/lib.rs": "rust",
		"notes.md": "", "Makefile": "", "go": "", "": "", "archive.go.zip": "",
	} {
		if got := core.Language(name); got != want {
			t.Errorf("%q is %q, want %q", name, got, want)
		}
		if got := (core.Document{Name: name, Kind: core.KindCode}).Language(); got != want {
			t.Errorf("the document %q is %q, want %q", name, got, want)
		}
		if got := (core.Document{Name: name, Kind: core.KindText}).Language(); got != "" {
			t.Errorf("%q is %q though it is no source code", name, got)
		}
	}
}

func TestOnlyAPersonRates(t *testing.T) {
	for _, r := range core.Ratings {
		if want := r == "up" || r == "down"; r.ByPerson() != want {
			t.Errorf("%s is by a person: %v", r, r.ByPerson())
		}
	}
	if len(core.Ratings) != 4 {
		t.Errorf("%d ratings", len(core.Ratings))
	}
}

func TestReadingIsActiveUntilAllFilesAreSettled(t *testing.T) {
	for name, tt := range map[string]struct {
		p    core.Progress
		want bool
	}{
		"nothing to do":                 {core.Progress{}, false},
		"one left":                      {core.Progress{Total: 3, Done: 2}, true},
		"all settled":                   {core.Progress{Total: 3, Done: 3}, false},
		"only scans left":               {core.Progress{Total: 3, Done: 3, Scans: 4, Scanned: 1}, false},
		"words are there, no structure": {core.Progress{Total: 1, Words: 1}, true},
	} {
		if got := tt.p.Active(); got != tt.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// Each limit is there for a reason that others count on: a worker's memory must
// hold what a document may send, and a person must not wait for one page as long
// as for a whole document.
func TestDefaultLimitsBoundEverything(t *testing.T) {
	l := core.DefaultLimits()
	for name, n := range map[string]int64{
		"file": l.FileBytes, "text time": int64(l.TextTime), "draw time": int64(l.DrawTime), "pages": int64(l.Pages), "pixels": int64(l.Pixels),
		"output": l.OutputBytes, "memory": l.ResidentSize, "address space": l.AddressSpace, "files": int64(l.FilesPerLife),
	} {
		if n <= 0 {
			t.Errorf("%s: no limit", name)
		}
	}
	if l.OutputBytes >= l.ResidentSize || l.ResidentSize >= l.AddressSpace || l.DrawTime >= l.TextTime || l.FileBytes >= 2<<30 {
		t.Errorf("the limits do not fit each other: %+v", l)
	}
}
