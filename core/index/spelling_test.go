package index

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"ibid/core"
)

// spelt is an index of passages in which words stand so and so often.
func spelt(t testing.TB) *Index {
	x := open(t, t.TempDir())
	var files []core.IndexedPassage
	for i, s := range []string{
		"Boeing built the wing.", "Boeing again, and boeings.", "Being here.", "The bowing trees.", "A Going concern.", "Going, going.", "Going down.",
		"Reproducibility of surveys.", "A well known shore.", "The well was known.", "IL-6 rises.", "6 of IL 17.", "Colour of kelp, naïve.", "tide", "the three seaweed",
		"Q3 2019 code x1y2.",
	} {
		files = append(files, file(core.Hash(fmt.Sprint("f", i)), 1, s)...)
	}
	put(t, x, 1, nil, files)
	return x
}

func TestSpellingsAreTheNearestWords(t *testing.T) { // X12
	x := spelt(t)
	for word, want := range map[string]string{
		"boing":                  "boeing bowing", // one letter each, and the same first one
		"goimg":                  "",              // one letter in place of another is another short word
		"gonig":                  "going",
		"ogoing":                 "going",  // no word of one edit begins with o
		"voeingg":                "",       // of two edits another first letter is not looked for
		"boening":                "boeing", // one edit too many for five letters, none nearer
		"reproducability":        "reproducibility",
		"reproducbiility":        "reproducibility", // two letters in the wrong order are one edit
		"reproducibilitee":       "reproducibility", // two edits
		"reproducblitees":        "",                // more
		"wellknown":              "well+known",
		"knownwell":              "", // they do not stand side by side
		"tided":                  "tide",
		"tidd":                   "",
		"dited":                  "", // two edits, and short words get one
		"tid":                    "", // too short
		"thee":                   "three",
		"wing1":                  "",
		"":                       "",
		"x1y3":                   "",
		strings.Repeat("ab", 40): "",
	} {
		found, err := x.Spellings(t.Context(), word, 3)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, s := range found {
			got = append(got, strings.Join(s.Words, "+"))
		}
		if diff := cmp.Diff(want, strings.Join(got, " ")); diff != "" {
			t.Errorf("%q: %s", word, diff)
		}
	}
	if found, _ := x.Spellings(t.Context(), "boing", 1); len(found) != 1 || found[0].Edits != 1 || found[0].Passages != 2 {
		t.Errorf("at most one: %+v", found)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := x.Spellings(ctx, "wellknown", 3); err == nil {
		t.Error("a cancelled search has an answer")
	}
}

func TestMissingWordsStandInNoForm(t *testing.T) { // X12
	x := spelt(t)
	tests := map[string]struct {
		q    core.Query
		want []string
	}{
		"as written":                {core.Query{Words: []string{"boing", "boeing", "zyxin"}}, []string{"boing", "zyxin"}},
		"by stem and spelling":      {core.Query{Words: []string{"wings", "colors", "naive"}}, nil},
		"in parts side by side":     {core.Query{Words: []string{"il6"}}, nil},
		"parts apart":               {core.Query{Words: []string{"il7"}}, []string{"il7"}},
		"as one word":               {core.Query{Words: []string{"sea", "weed"}}, nil},
		"by an expansion":           {expanded([]string{"boing"}, "boing", .5, "boeing"), nil},
		"by one that stands not":    {expanded([]string{"boing"}, "boing", .5, "boieng"), []string{"boing"}},
		"stop words":                {core.Query{Words: []string{"the", "whom"}}, []string{"whom"}},
		"ideographs":                {core.Query{Words: []string{"潮間帯"}}, []string{"潮間帯"}},
		"nothing asked for":         {core.Query{}, nil},
		"an expansion of nothing":   {expanded([]string{"tide"}, "boing", .5, "boeing"), nil},
		"an expansion side by side": {expanded([]string{"wk"}, "wk", .5, "well", "known"), nil},
		"an expansion apart":        {expanded([]string{"wk"}, "wk", .5, "known", "well"), []string{"wk"}},
	}
	for name, tt := range tests {
		got, err := x.Missing(t.Context(), tt.q)
		if err != nil || !slices.Equal(got, tt.want) {
			t.Errorf("%s: %q, %v; want %q", name, got, err, tt.want)
		}
	}
}

func TestLanguagesAreCountedByPassage(t *testing.T) { // X12
	x := open(t, t.TempDir())
	if shares, err := x.Languages(t.Context()); err != nil || shares["en"] != 0 {
		t.Errorf("of nothing: %v, %v", shares, err)
	}
	put(t, x, 1, nil, append(file("en", 3, "The tide of the sound and the kelp that grew with it, at Las Vegas."),
		file("de", 1, "Der Tang und das Meer werden eine Einheit; das ist nicht neu.")...))
	shares, err := x.Languages(t.Context())
	if err != nil || shares["en"] != .75 || shares["de"] != .25 || shares["es"] != 0 || shares["fr"] != 0 {
		t.Errorf("%v, %v", shares, err)
	}
	put(t, x, 2, []core.Hash{"en"}, nil)
	if shares, err = x.Languages(t.Context()); err != nil || shares["en"] != 0 || shares["de"] != 1 {
		t.Errorf("after a removal: %v, %v", shares, err)
	}
}

// BenchmarkSpellings looks for words among 632,000 different ones.
func BenchmarkSpellings(b *testing.B) {
	const words = 632_000
	dir := b.TempDir()
	x, err := Open(dir+"/index", epoch)
	if err != nil {
		b.Fatal(err)
	}
	var s strings.Builder
	for p := range 400 {
		s.Reset()
		for i := range words / 400 {
			fmt.Fprintf(&s, "%s ", syllables(uint64(p*words/400+i)*2654435761%(1<<40)))
		}
		put(b, x, uint64(p+1), nil, file(core.Hash(fmt.Sprint("f", p)), 1, s.String()))
	}
	if err := x.Close(); err != nil {
		b.Fatal(err)
	}
	x = open(b, dir) // without what bleve still merges
	for _, word := range []string{"boing", "temperatur", "reproducability", syllables(12345 * 2654435761 % (1 << 40))[1:]} {
		b.Run(word, func(b *testing.B) {
			var worst time.Duration
			for b.Loop() {
				start := time.Now()
				if _, err := x.Spellings(context.Background(), word, 3); err != nil {
					b.Fatal(err)
				}
				worst = max(worst, time.Since(start))
			}
			b.ReportMetric(worst.Seconds()*1e3, "worst-ms")
		})
	}
}
