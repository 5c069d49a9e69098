package library

import (
	"io/fs"
	"slices"
	"testing"
	"time"

	"ibid/core"
)

func TestWatchedFoldersAreListedAddedAndRemoved(t *testing.T) { // C3
	e := &engine{documents: some, folders: []core.Folder{
		{Path: "/papers", State: core.FolderWatching, Looked: time.Date(2026, 3, 1, 12, 30, 5, 0, time.Local)},
		{Path: "/share/scans", State: core.FolderPolling, Reason: "the system does not tell of changes there"},
		{Path: "/stick", State: core.FolderMissing, Reason: "it is not there"},
	}}
	p, _, q := setup(t, e)
	w := newWatched(p)
	w.dialog.Show(roomy(p.host.Window()), nil)
	w.look()
	q.Until(t, "the folders", func() bool { return len(w.folders) == 3 })
	for i, want := range [][3]string{
		{"/papers", "following", "looked at 12:30:05"},
		{"/share/scans", "looking again and again", "The system does not tell of changes there · not looked at yet"},
		{"/stick", "gone", "It is not there"},
	} {
		r := newFolderRow(w)
		r.bind(i, w.folders[i])
		if got := [3]string{r.Title.Text(), r.State.Text(), r.Detail.Text()}; got != want {
			t.Errorf("row %q, want %q", got, want)
		}
	}
	w.follow("/notes")
	q.Until(t, "the new folder", func() bool { return len(w.folders) == 4 && w.note.Text() == "The folder is followed from now on." })
	w.forget(w.folders[0])
	q.Until(t, "the end of a watch", func() bool {
		return len(w.folders) == 3 && !slices.ContainsFunc(w.folders, func(f core.Folder) bool { return f.Path == "/papers" })
	})
	w.close()
}

func TestAFolderThatCannotBeWatchedIsSaid(t *testing.T) {
	e := &engine{documents: some}
	p, h, q := setup(t, e)
	w := newWatched(p)
	w.dialog.Show(roomy(p.host.Window()), nil)
	w.look()
	q.Until(t, "that there is none", func() bool { return w.empty.Visible() && w.known })
	e.mu.Lock()
	e.err = fs.ErrNotExist
	e.mu.Unlock()
	w.follow("/nowhere")
	q.Until(t, "the reason", func() bool { return w.note.Text() == "There is no such folder. Choose another." })
	w.close()
	w.follow("/nowhere")
	q.Until(t, "the reason in the status bar", func() bool { return len(h.said) > 0 && h.lastWord() == "There is no such folder. Choose another." })
}

func TestNamesCompleteWhatIsTyped(t *testing.T) {
	p, _, q := setup(t, &engine{documents: []core.Document{
		{ID: 1, Name: "Annual crisis.pdf"}, {ID: 2, Name: "crisis.pdf"}, {ID: 3, Name: "notes.md"}, {ID: 4, Name: "crisis.pdf"},
	}})
	p.Refresh()
	q.Until(t, "the documents", func() bool { return len(p.documents) == 4 })
	for typed, want := range map[string][]string{
		"Cris": {"crisis.pdf", "Annual crisis.pdf"}, "crisis.pdf p. 12": {"crisis.pdf", "Annual crisis.pdf"}, "zebra": {}, "": nil,
	} {
		if got := p.Names(typed, 10); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", typed, got, want)
		}
	}
	if got := p.Names("s", 1); len(got) != 1 {
		t.Errorf("%q, want one", got)
	}
}
