package eval_test

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	"ibid/app"
	"ibid/core"
)

// fileFate is what became of one file, and what a reference tool makes of it.
type fileFate struct {
	name     string // below the evaluation data
	doc      core.Document
	passages int
	words    int
	picture  string // why there is none; empty if there is one
	theirs   found
	memory   int64 // bytes, at the peak of the worker that held most
	spent    time.Duration
}

// gaps are files of which a reference tool gets words that are not read here,
// and why.
var gaps = map[string]string{
	"bug54570.pptx":  "the words are in a picture",
	"bug1851498.pdf": "its only words are in the drawing of a comment that says nothing itself",
}

// broken says which promise the file breaks; empty for none.
func (f fileFate) broken(limits core.Limits) string {
	switch {
	case !f.doc.State.Settled() || f.doc.State == "":
		return fmt.Sprintf("ended in state %q", f.doc.State)
	case f.doc.State != core.StateReady && f.doc.Reason == "":
		return fmt.Sprintf("is %s without a reason", f.doc.State)
	case f.theirs.count > 0 && !f.doc.State.Searchable() && gaps[filepath.Base(f.name)] == "":
		return fmt.Sprintf("is %s, but %s gets %d %s", f.doc.State, f.theirs.tool, f.theirs.count, f.theirs.what)
	case f.doc.State.Searchable() && f.words > 0 && f.passages == 0:
		return fmt.Sprintf("is %s, but none of its %d words is in a passage", f.doc.State, f.words)
	case f.memory > limits.ResidentSize:
		return fmt.Sprintf("took %d MB in a worker", f.memory>>20)
	case f.spent > limits.TextTime:
		return fmt.Sprintf("took %v", f.spent)
	}
	return ""
}

// Every file of the evaluation data ends in one named state with a reason, and
// is searchable wherever a reference tool gets text or tags out of it. The test
// prints the table; nothing but the engine reads the files, one after another
// into one library.
func TestEveryFileEndsInAStateAndIsReadWhereOthersReadIt(t *testing.T) { // C2
	files := evalFiles(t, "kinds", "malformed")
	reference := newReference(t)
	theirs := reference.read(t.Context(), files)
	e := open(t)
	limits := core.DefaultLimits()
	var fates []fileFate
	out := t.Output()
	fmt.Fprintf(out, "%-44s %-9s %-14s %8s %8s  %-26s %5s %6s\n", "file", "kind", "state", "passages", "words", "reference", "MB", "s")
	for _, name := range files {
		f := fateOf(t, e, name)
		f.theirs = theirs[name]
		fates = append(fates, f)
		fmt.Fprintf(out, "%-44.44s %-9s %-14s %8d %8d  %-26.26s %5d %6.2f  %s\n", filepath.Base(name), f.doc.Kind, f.doc.State,
			f.passages, f.words, f.theirs, f.memory>>20, f.spent.Seconds(), remark(f))
		if why := f.broken(limits); why != "" {
			t.Errorf("%s %s", f.name, why)
		}
	}
	summarise(t, fates)
	for _, f := range fates {
		if why := gaps[filepath.Base(f.name)]; why != "" {
			t.Logf("%s: a known gap: %s", filepath.Base(f.name), why)
		}
	}
	for _, tool := range reference.missing {
		t.Logf("%s is not installed: nothing is compared with it", tool)
	}
}

// evalFiles lists the files below folders of the evaluation data.
func evalFiles(t *testing.T, folders ...string) []string {
	t.Helper()
	var files []string
	for _, name := range folders {
		err := filepath.WalkDir(folder(t, name), func(path string, d fs.DirEntry, err error) error {
			if err == nil && d.Type().IsRegular() {
				files = append(files, path)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return files
}

// fateOf adds a file, asks for its picture and looks at what came of it.
func fateOf(t *testing.T, e *app.Engine, name string) fileFate {
	t.Helper()
	ctx, f := t.Context(), fileFate{name: name}
	peak := watchWorkers(t)
	begin := time.Now()
	added, err := e.AddPaths(ctx, []string{name}, "")
	f.spent = time.Since(begin)
	at := slices.IndexFunc(added.Documents, func(d core.Document) bool { return d.Path == name })
	if err = cmp.Or(err, firstOf(added.Errors)); err != nil || at < 0 {
		t.Errorf("%s: %d documents, %v", name, len(added.Documents), err)
		return f
	}
	f.doc = added.Documents[at] // what an archive holds are documents beside it
	f.picture = picture(ctx, e, f.doc)
	f.memory = peak()
	if pages, err := e.Pages(ctx, f.doc.ID); err == nil {
		for _, p := range pages {
			f.words += countWords(p.Text)
		}
	}
	if passages, err := e.Passages(ctx, f.doc.ID); err == nil {
		f.passages = len(passages)
	}
	return f
}

func firstOf(errs []error) error {
	if len(errs) == 0 {
		return nil
	}
	return errs[0]
}

// picture says why a document has no picture of its first page.
func picture(ctx context.Context, e *app.Engine, d core.Document) string {
	img, err := e.Page(ctx, d.ID, 1, 160, 220)
	switch {
	case err != nil:
		return err.Error()
	case img.Rect.Empty():
		return "the picture is empty"
	}
	return ""
}

// remark is what a person wants to know of a file beside figures.
func remark(f fileFate) string {
	out := f.doc.Reason
	if f.picture != "" && f.doc.State.Searchable() {
		out = strings.TrimPrefix(out+"; no picture: "+f.picture, "; ")
	}
	return strings.ReplaceAll(out, "\n", " ")
}

// summarise prints a line for each kind.
func summarise(t *testing.T, fates []fileFate) {
	t.Helper()
	kinds := make(map[core.Kind][]fileFate)
	for _, f := range fates {
		kinds[f.doc.Kind] = append(kinds[f.doc.Kind], f)
	}
	for _, kind := range slices.Sorted(maps.Keys(kinds)) {
		states := make(map[core.State]int)
		var spent time.Duration
		var memory int64
		pictures := 0
		for _, f := range kinds[kind] {
			states[f.doc.State]++
			spent += f.spent
			memory = max(memory, f.memory)
			if f.picture == "" {
				pictures++
			}
		}
		t.Logf("%-9s %4d files, %4d with a picture, %5.1f s, most in a worker %4d MB: %v",
			kind, len(kinds[kind]), pictures, spent.Seconds(), memory>>20, states)
	}
}

// countWords counts what holds a letter or a digit.
func countWords(s string) int {
	return len(strings.FieldsFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) }))
}
