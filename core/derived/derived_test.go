package derived_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ibid/core/derived"
)

func file(dir string) derived.File {
	return derived.File{Path: filepath.Join(dir, "kelp.db"), Aside: filepath.Join(dir, "kelp.aside"), Schema: "CREATE TABLE beds (name TEXT);", Version: 3, Cache: 1000}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// grown opens a file, puts a thousand rows into it and closes it.
func grown(t *testing.T, f derived.File, epoch string) {
	t.Helper()
	d, _, err := derived.Open(f, epoch)
	must(t, err)
	must(t, d.Update(t.Context(), func(tx *sql.Tx) error {
		for n := range 1000 {
			if _, err := tx.Exec("INSERT INTO beds VALUES (?)", fmt.Sprint("kelp bed ", n)); err != nil {
				return err
			}
		}
		return derived.Raise(t.Context(), tx, 7)
	}))
	must(t, d.Close())
}

// opened opens a file and says how many rows it has, which generation, and why
// it was made anew.
func opened(t *testing.T, f derived.File, epoch string) (rows int, generation uint64, why string) {
	t.Helper()
	d, why, err := derived.Open(f, epoch)
	must(t, err)
	must(t, d.Read.QueryRow("SELECT count(*) FROM beds").Scan(&rows))
	generation, err = d.Generation(t.Context())
	must(t, err)
	must(t, d.Close())
	return rows, generation, why
}

func overwrite(t *testing.T, path string, from int64) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	must(t, err)
	defer f.Close()
	info, err := f.Stat()
	must(t, err)
	_, err = f.WriteAt([]byte(strings.Repeat("junk", int(info.Size()-from)/4)), from)
	must(t, err)
}

func TestUnfitFileIsPutAwayAndSaysWhy(t *testing.T) {
	for _, tt := range []struct {
		name, epoch, why string
		spoil            func(t *testing.T, f *derived.File)
	}{
		{"as it was", "old", "", func(*testing.T, *derived.File) {}},
		{"no database", "old", "is damaged", func(t *testing.T, f *derived.File) { overwrite(t, f.Path, 0) }},
		{"torn, small enough to be read through", "old", "is damaged", func(t *testing.T, f *derived.File) { f.CheckTo = 1 << 20; overwrite(t, f.Path, 12<<10) }},
		{"another library", "new", "belongs to another library", func(*testing.T, *derived.File) {}},
		{"another form", "old", "has form 3 instead of 4", func(_ *testing.T, f *derived.File) { f.Version = 4 }},
	} {
		for _, aside := range []bool{true, false} {
			t.Run(fmt.Sprintf("%s, aside %v", tt.name, aside), func(t *testing.T) {
				f := file(t.TempDir())
				if !aside {
					f.Aside = ""
				}
				grown(t, f, "old")
				tt.spoil(t, &f)
				before, err := os.ReadFile(f.Path)
				must(t, err)
				rows, generation, why := opened(t, f, tt.epoch)
				if fit := tt.why == ""; fit != (why == "") || !strings.Contains(why, tt.why) || fit != (rows == 1000) || fit != (generation == 7) {
					t.Errorf("%d rows of generation %d, made anew because it %q", rows, generation, why)
				}
				kept, err := os.ReadFile(filepath.Join(filepath.Dir(f.Path), "kelp.aside"))
				if keep := aside && tt.why != ""; keep != (string(kept) == string(before)) || keep != (err == nil) {
					t.Errorf("%d bytes set aside of %d: %v", len(kept), len(before), err)
				}
				if _, _, why := opened(t, f, tt.epoch); why != "" {
					t.Errorf("put away again: it %s", why)
				}
			})
		}
	}
}

// A file whose program was killed is read through, however large it is.
func TestFileThatWasNotClosedIsReadThrough(t *testing.T) {
	f := file(t.TempDir())
	grown(t, f, "old")
	db, err := sql.Open("sqlite3", f.Path)
	must(t, err)
	_, err = db.Exec("UPDATE meta SET closed = 0")
	must(t, errors.Join(err, db.Close()))
	if rows, _, why := opened(t, f, "old"); why != "" || rows != 1000 {
		t.Errorf("a sound one lost its rows: %d, it %q", rows, why)
	}
	db, err = sql.Open("sqlite3", f.Path)
	must(t, err)
	_, err = db.Exec("UPDATE meta SET closed = 0")
	must(t, errors.Join(err, db.Close()))
	overwrite(t, f.Path, 12<<10)
	if rows, _, why := opened(t, f, "old"); !strings.Contains(why, "damaged") || rows != 0 {
		t.Errorf("a torn one has %d rows, it %q", rows, why)
	}
}

// What is the machine's fault costs no file.
func TestLockedFileIsKept(t *testing.T) {
	f := file(t.TempDir())
	grown(t, f, "old")
	db, err := sql.Open("sqlite3", f.Path+"?_locking_mode=EXCLUSIVE")
	must(t, err)
	defer db.Close()
	db.SetMaxOpenConns(1)
	_, err = db.Exec("BEGIN EXCLUSIVE")
	must(t, err)
	if _, why, err := derived.Open(f, "new"); err == nil || why != "" {
		t.Errorf("opened, %q", why)
	}
	if _, err := os.Stat(f.Aside); err == nil {
		t.Error("a file that is in use was set aside")
	}
}

func TestChangeThatFailsLeavesNothing(t *testing.T) {
	f := file(t.TempDir())
	d, _, err := derived.Open(f, "e")
	must(t, err)
	defer d.Close()
	torn := errors.New("torn")
	err = d.Update(context.Background(), func(tx *sql.Tx) error {
		_, err := tx.Exec("INSERT INTO beds VALUES ('one')")
		return errors.Join(err, derived.Raise(t.Context(), tx, 4), torn)
	})
	if !errors.Is(err, torn) {
		t.Errorf("got %v", err)
	}
	var rows int
	must(t, d.Read.QueryRow("SELECT count(*) FROM beds").Scan(&rows))
	if n, err := d.Generation(t.Context()); rows != 0 || n != 0 || err != nil {
		t.Errorf("%d rows of generation %d: %v", rows, n, err)
	}
	if _, err := d.Read.Exec("INSERT INTO beds VALUES ('two')"); err == nil {
		t.Error("the reader wrote")
	}
}

// Whatever SQL says of a transaction that was cut off, it was cut off.
func TestChangeThatIsCutOffSaysSo(t *testing.T) {
	d, _, err := derived.Open(file(t.TempDir()), "e")
	must(t, err)
	defer d.Close()
	ctx, cancel := context.WithCancel(t.Context())
	err = d.Update(ctx, func(tx *sql.Tx) error {
		insert, err := tx.Prepare("INSERT INTO beds VALUES (?)")
		if err != nil {
			return err
		}
		defer insert.Close()
		cancel()
		for err == nil { // until the transaction has been rolled back
			_, err = insert.Exec("one")
		}
		return err
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}
