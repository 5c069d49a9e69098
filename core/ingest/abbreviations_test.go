package ingest_test

import (
	"path/filepath"
	"strings"
	"testing"

	"ibid/core"
	"ibid/core/abbreviation"
	"ibid/core/ingest"
)

// defining looks for abbreviations, by the rules with a number.
func defining(rules int) func(*ingest.Options) {
	return func(o *ingest.Options) {
		o.Abbreviations = ingest.Abbreviations{Rules: rules, Find: abbreviation.Document}
	}
}

func (l *lab) senses(t *testing.T) []string {
	t.Helper()
	all, err := l.texts.AllSenses(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, s := range all {
		out = append(out, s.Short+": "+s.Long)
	}
	return out
}

func same(t *testing.T, what string, got []string, want ...string) {
	t.Helper()
	if strings.Join(got, "; ") != strings.Join(want, "; ") {
		t.Errorf("%s: %q, want %q", what, got, want)
	}
}

// X12: definitions come with a document and go with it.
func TestAbbreviationsAreThoseOfTheDocuments(t *testing.T) {
	dir := t.TempDir()
	path := write(t, filepath.Join(dir, "in", "a.pdf"), "Mice with a knock-out (KO) grow.\fThe mean sea level (MSL) rose over the KO (knock-out).")
	write(t, filepath.Join(dir, "in", "b.txt"), "our capital expen-\nditures (CapEx) rose")
	l := newLab(t, filepath.Join(dir, "lib"), defining(1))
	l.add(t, filepath.Join(dir, "in"))
	same(t, "after reading", l.senses(t), "CapEx: capital expenditures", "KO: knock-out", "MSL: mean sea level")
	all, err := l.texts.Senses(t.Context(), "msl")
	if d := l.document(t, path); err != nil || len(all) != 1 || all[0].Hash != d.Hash || all[0].Page != 2 || all[0].Span != (core.Span{Start: 4, End: 23}) {
		t.Errorf("%+v, %v", all, err)
	}
	if err := l.g.Remove(t.Context(), l.document(t, path).ID); err != nil {
		t.Fatal(err)
	}
	same(t, "after removal", l.senses(t), "CapEx: capital expenditures")
	l.agree(t)
}

// Libraries that were read before gain abbreviations from what is stored: no file
// is read for it.
func TestOldLibraryGainsAbbreviationsFromItsStore(t *testing.T) {
	dir := t.TempDir()
	path := write(t, filepath.Join(dir, "in", "a.pdf"), "Mice with a knock-out (KO) grow.")
	for _, step := range []struct {
		what  string
		rules int // 0: by a program that does not look for them
		want  []string
		notes bool
	}{
		{"before", 0, nil, false},
		{"with the first rules", 1, []string{"KO: knock-out"}, true},
		{"with the same rules", 1, []string{"KO: knock-out"}, false},
		{"with other rules", 2, []string{"KO: knock-out"}, true},
	} {
		var change func(*ingest.Options)
		if step.rules > 0 {
			change = defining(step.rules)
		}
		l, err := stores(filepath.Join(dir, "lib"))
		if err != nil {
			t.Fatal(err)
		}
		o := l.options()
		if change != nil {
			change(&o)
		}
		if err := l.start(o); err != nil {
			t.Fatal(err)
		}
		if step.rules == 0 {
			l.add(t, path)
		} else if n := l.reader.count(""); n != 0 {
			t.Errorf("%s: read %d times", step.what, n)
		}
		same(t, step.what, l.senses(t), step.want...)
		if noted := strings.Contains(l.note, "looked through for abbreviations"); noted != step.notes {
			t.Errorf("%s: %q", step.what, l.note)
		}
		l.agree(t)
		if err := l.close(); err != nil {
			t.Fatal(err)
		}
	}
}

// What OCR read is looked through as well.
func TestAbbreviationsOnScansAreFound(t *testing.T) {
	dir, e := t.TempDir(), &eye{}
	path := scanned(t, dir, 2)
	l := newLab(t, filepath.Join(dir, "lib"), func(o *ingest.Options) {
		e.options(o)
		o.Abbreviations = ingest.Abbreviations{Rules: 1, Find: func(_ core.Kind, pages []core.Page) (found []core.Abbreviation) {
			for _, p := range pages {
				if p.OCR > 0 {
					found = append(found, core.Abbreviation{Short: "KO", Long: p.Text, ShortKey: "ko", LongKey: p.Text, Page: p.Index})
				}
			}
			return found
		}}
	})
	l.add(t, path)
	same(t, "before OCR", l.senses(t))
	readScans(t, l)
	if got := l.senses(t); len(got) != 2 {
		t.Errorf("after OCR: %q", got)
	}
	if left, err := l.texts.WithoutAbbreviations(t.Context(), 1); err != nil || len(left) != 0 {
		t.Errorf("left are %q, %v", left, err)
	}
}
