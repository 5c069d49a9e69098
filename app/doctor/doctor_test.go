package doctor

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"ibid/app"
	"ibid/core"
)

// openLibrary is a library that counts what it holds.
type openLibrary struct {
	status core.Status
	fault  error
	closed bool
}

func (l *openLibrary) Status(context.Context) (core.Status, error) { return l.status, l.fault }
func (l *openLibrary) Close() error                                { l.closed = true; return nil }

// opening returns a function that opens l, or fails.
func opening(l *openLibrary, err error) func(context.Context, app.Options) (Counted, error) {
	return func(context.Context, app.Options) (Counted, error) {
		if err != nil {
			return nil, err
		}
		return l, nil
	}
}

func TestLibraryIsJudgedByWhatItSays(t *testing.T) {
	states := func(s core.State, n int) core.Status { return core.Status{States: map[core.State]int{s: n}} }
	since := time.Date(2024, 5, 6, 7, 8, 9, 0, time.Local)
	for name, tt := range map[string]struct {
		l                     openLibrary
		err                   error
		library, stores       Verdict // stores is empty where they are not looked at
		found, advice, remark string
	}{
		"sound":          {openLibrary{status: core.Status{Documents: 3, Passages: 40}}, nil, OK, OK, "documents: 3, passages: 40", "", "agree"},
		"brought up":     {openLibrary{status: core.Status{Note: "index made anew"}}, nil, OK, Warn, "sound", "", "index made anew"},
		"waiting":        {openLibrary{status: states(core.StateWaiting, 2)}, nil, OK, Warn, "sound", "", "still to be read: 2"},
		"reading":        {openLibrary{status: states(core.StateReading, 1)}, nil, OK, Warn, "sound", "", "still to be read: 1"},
		"all read":       {openLibrary{status: states(core.StateReady, 7)}, nil, OK, OK, "sound", "", "agree"},
		"no status":      {openLibrary{fault: errors.New("disk error")}, nil, Fail, "", "disk error", "", ""},
		"damaged":        {openLibrary{}, core.ErrDamaged, Fail, "", "library damaged", "backups beside library.db: 2", ""},
		"disk full":      {openLibrary{}, syscall.ENOSPC, Fail, "", "no space left", "make room", ""},
		"no permission":  {openLibrary{}, os.ErrPermission, Fail, "", "permission denied", "are yours", ""},
		"in use already": {openLibrary{}, &core.InUseError{Owner: core.Owner{Program: "ibid", PID: 41, Since: since}}, Warn, "", "in use by ibid (pid 41, since 07:08:09)", "close it", ""},
	} {
		t.Run(name, func(t *testing.T) {
			dir := folderWithBackups(t, 1, 2)
			checks := checkLibrary(t.Context(), app.Options{Library: dir}, opening(&tt.l, tt.err))
			if c := checks[0]; c.Name != "library" || c.Verdict != tt.library || !strings.Contains(c.Found, tt.found) || !strings.Contains(c.Advice, tt.advice) || tt.advice == "" && c.Advice != "" {
				t.Errorf("%+v", c)
			}
			if tt.stores == "" {
				if len(checks) != 1 {
					t.Errorf("the stores are looked at: %+v", checks[1:])
				}
			} else if len(checks) != 2 || checks[1].Name != "stores" || checks[1].Verdict != tt.stores || !strings.Contains(checks[1].Found, tt.remark) {
				t.Errorf("%+v", checks)
			}
			if tt.err == nil && !tt.l.closed {
				t.Error("it is left open")
			}
		})
	}
}

// folderWithBackups makes a folder with backups of these numbers.
func folderWithBackups(t *testing.T, numbers ...int) string {
	t.Helper()
	dir := t.TempDir()
	for _, n := range numbers {
		if err := os.WriteFile(filepath.Join(dir, "library.db.backup-"+string(rune('0'+n))), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestBackupsAreListedNewestFirst(t *testing.T) {
	dir := folderWithBackups(t, 1, 3, 2)
	if err := os.WriteFile(filepath.Join(dir, "library.db"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, b := range Backups(dir) {
		got = append(got, filepath.Base(b))
	}
	if want := []string{"library.db.backup-3", "library.db.backup-2", "library.db.backup-1"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if got := Backups(filepath.Join(dir, "absent")); len(got) != 0 {
		t.Errorf("a folder that is not there has %q", got)
	}
}

func TestFolderMustTakeFiles(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for name, tt := range map[string]struct {
		dir   string
		want  Verdict
		found string
	}{
		"it is there":              {dir, OK, dir},
		"it can be made":           {filepath.Join(dir, "new", "deep"), OK, "is not there yet"},
		"it is a file":             {file, Fail, "not a directory"},
		"a file is on the way":     {filepath.Join(file, "deep"), Fail, "cannot write in " + file},
		"nobody may write into it": {"/proc/self", Fail, "cannot write in /proc/self"},
	} {
		c := checkFolder(tt.dir)
		if name == "nobody may write into it" && os.Getuid() == 0 {
			continue
		}
		if c.Name != "folder" || c.Verdict != tt.want || !strings.Contains(c.Found, tt.found) || (c.Advice != "") != (tt.want == Fail) {
			t.Errorf("%s: %+v", name, c)
		}
	}
}

func TestNearestFolderThatExistsIsFound(t *testing.T) {
	dir := t.TempDir()
	for at, want := range map[string]string{dir: dir, filepath.Join(dir, "a"): dir, filepath.Join(dir, "a", "b"): dir, "/": "/", "/no-such-folder/x": "/"} {
		if got := existing(at); got != want {
			t.Errorf("%s: %s, want %s", at, got, want)
		}
	}
}

func TestSettingsAreJudged(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		p := filepath.Join(dir, name)
		if err := os.WriteFile(p, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return p
	}
	good, bad := write("good.toml", ""), write("bad.toml", "[search\n")
	for name, tt := range map[string]struct {
		file  string
		want  Verdict
		found string
	}{
		"a file":         {good, OK, good},
		"a broken file":  {bad, Fail, "bad.toml"},
		"a missing file": {filepath.Join(dir, "none.toml"), Fail, "none.toml"},
	} {
		if c := checkSettings(tt.file); c.Name != "settings" || c.Verdict != tt.want || !strings.Contains(c.Found, tt.found) || (c.Advice != "") != (tt.want == Fail) {
			t.Errorf("%s: %+v", name, c)
		}
	}
}

func TestSpaceIsMeasuredWhereTheLibraryWillBe(t *testing.T) {
	c := checkSpace(filepath.Join(t.TempDir(), "not", "there"))
	if c.Name != "space" || !strings.HasSuffix(c.Found, " GB free") || (c.Verdict == OK) != (c.Advice == "") {
		t.Errorf("%+v", c)
	}
}
