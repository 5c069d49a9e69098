package browse_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	fynetheme "fyne.io/fyne/v2/theme"

	"ibid/ui/browse"
	"ibid/ui/post"
	"ibid/ui/post/posttest"
	"ibid/ui/theme"
)

// tree makes folders, files and links below a new folder: a name that ends in a slash
// is a folder, one with an arrow a link.
func tree(t *testing.T, names ...string) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range names {
		var err error
		link, to, isLink := strings.Cut(name, " -> ")
		switch {
		case isLink:
			err = os.Symlink(filepath.Join(dir, to), filepath.Join(dir, link))
		case strings.HasSuffix(name, "/"):
			err = os.Mkdir(filepath.Join(dir, name), 0o700)
		default:
			err = os.WriteFile(filepath.Join(dir, name), nil, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// open returns a browser in a window, and a function that opens a folder and waits
// until that was read.
func open(t *testing.T) (*browse.Browser, func(func())) {
	t.Helper()
	test.NewTempApp(t).Settings().SetTheme(theme.New(theme.Light))
	q := posttest.New()
	b := browse.New(post.NewBridge(q), nil)
	test.NewTempWindow(t, b.List).Resize(fyne.NewSize(300, 300))
	return b, func(begin func()) {
		begin()
		q.Until(t, "the folder is read", func() bool { return !b.Work.Busy() })
	}
}

func TestFoldersComeFirstByNameWithoutHiddenFiles(t *testing.T) {
	for _, tt := range []struct {
		name  string
		names []string
		want  []browse.Entry
	}{
		{"empty", nil, nil},
		{"by name, in any case", []string{"b.md", "A.md", "C/", "a/"}, []browse.Entry{{Name: "a", Folder: true}, {Name: "C", Folder: true}, {Name: "A.md"}, {Name: "b.md"}}},
		{"hidden ones", []string{".git/", ".x", "x"}, []browse.Entry{{Name: "x"}}},
		{"links are what they lead to", []string{"d/", "f", "to d -> d", "to f -> f", "to nothing -> gone"},
			[]browse.Entry{{Name: "d", Folder: true}, {Name: "to d", Folder: true}, {Name: "f"}, {Name: "to f"}, {Name: "to nothing"}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			b, read := open(t)
			dir := tree(t, tt.names...)
			read(func() { b.Open(dir) })
			if !slices.Equal(b.Entries, tt.want) || b.Folder != dir || b.Path.Text != dir {
				t.Errorf("%v in %s", b.Entries, b.Folder)
			}
		})
	}
}

func TestOnlyWhatIsWantedIsShown(t *testing.T) {
	b, read := open(t)
	b.Shows = func(e browse.Entry) bool { return e.Folder || strings.HasSuffix(e.Name, ".json") }
	opened := 0
	b.OnFolder = func() { opened++ }
	read(func() { b.Open(tree(t, "d/", "a.json", "b.md")) })
	if want := []browse.Entry{{Name: "d", Folder: true}, {Name: "a.json"}}; !slices.Equal(b.Entries, want) || opened != 1 {
		t.Errorf("%v, opened %d times", b.Entries, opened)
	}
}

// A folder that cannot be read leaves what was there, and says why.
func TestAFolderThatIsNotThereIsSaid(t *testing.T) {
	b, read := open(t)
	dir := tree(t, "a.md")
	read(func() { b.Open(dir) })
	opened := false
	b.OnFolder = func() { opened = true }
	read(func() { b.Path.OnSubmitted(filepath.Join(dir, "gone")) })
	if b.Note.Text() != "There is no such folder. Choose another." || b.Note.Color != fynetheme.ColorNameError || b.Folder != dir || len(b.Entries) != 1 || opened {
		t.Errorf("%q, %s, %v", b.Note.Text(), b.Folder, b.Entries)
	}
	read(func() { b.Open(dir) })
	if b.Note.Text() != "" || b.Note.Color != theme.Muted || !opened {
		t.Errorf("%q after a folder that is there", b.Note.Text())
	}
}

func TestClicksOpenFoldersAndChooseFiles(t *testing.T) {
	b, read := open(t)
	dir := tree(t, "d/", "a.md")
	read(func() { b.Open(dir) })
	b.List.OnSelected(1) // nobody listens
	var chosen []string
	b.OnFile = func(path string) { chosen = append(chosen, path) }
	b.List.OnSelected(1)
	if !slices.Equal(chosen, []string{filepath.Join(dir, "a.md")}) || b.Folder != dir {
		t.Errorf("%q in %s", chosen, b.Folder)
	}
	read(func() { b.List.OnSelected(0) })
	if b.Folder != filepath.Join(dir, "d") || len(chosen) != 1 || len(b.Entries) != 0 {
		t.Errorf("%q in %s", chosen, b.Folder)
	}
	read(func() { b.Open(filepath.Join(b.Folder, "..")) })
	if b.Folder != dir {
		t.Errorf("the folder above is %s", b.Folder)
	}
}

func TestWithoutAPathItIsTheHomeFolder(t *testing.T) {
	home := tree(t, "paper.pdf")
	t.Setenv("HOME", home)
	b, read := open(t)
	read(func() { b.Open("") })
	if b.Folder != home || !slices.Equal(b.Entries, []browse.Entry{{Name: "paper.pdf"}}) {
		t.Errorf("%v in %s", b.Entries, b.Folder)
	}
	t.Setenv("HOME", "")
	if read(func() { b.Open("") }); b.Folder != string(filepath.Separator) {
		t.Errorf("without a home: %s", b.Folder)
	}
}

func TestFilesAreMarkedByTheirPath(t *testing.T) {
	b, read := open(t)
	var asked []string
	b.Mark = func(path string) (fyne.Resource, fyne.ThemeColorName) {
		asked = append(asked, path)
		return fynetheme.ConfirmIcon(), theme.Muted
	}
	dir := tree(t, "d/", "a.md")
	read(func() { b.Open(dir) })
	if !slices.Contains(asked, filepath.Join(dir, "a.md")) || slices.Contains(asked, filepath.Join(dir, "d")) {
		t.Errorf("asked for %q", asked)
	}
}
