package index

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"ibid/core"
	"ibid/core/query"
)

const epoch = "epoch-1"

// open opens the index of a test and closes it at its end.
func open(t testing.TB, dir string) *Index {
	t.Helper()
	x, err := Open(filepath.Join(dir, "index"), epoch)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { x.Close() })
	return x
}

func put(t testing.TB, x *Index, generation uint64, remove []core.Hash, add []core.IndexedPassage) {
	t.Helper()
	if err := x.Put(context.Background(), generation, remove, add); err != nil {
		t.Fatal(err)
	}
}

func find(t testing.TB, x *Index, q core.Query, scope []core.Hash, limit int) []core.Match {
	t.Helper()
	m, err := x.Search(context.Background(), q, scope, limit)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// ask parses a question and returns the files that answer it, best first.
func ask(t testing.TB, x *Index, question string) []core.Hash {
	t.Helper()
	q, err := query.Parse(question)
	if err != nil {
		t.Fatal(err)
	}
	return hashes(find(t, x, q, nil, 1000))
}

func hashes(matches []core.Match) []core.Hash {
	var list []core.Hash
	for _, m := range matches {
		list = append(list, m.Hash)
	}
	return list
}

// file is a file of so many passages, each with the words of text.
func file(h core.Hash, passages int, text string) []core.IndexedPassage {
	list := make([]core.IndexedPassage, passages)
	for i := range list {
		list[i] = core.IndexedPassage{Hash: h, Kind: core.KindPDF, Ordinal: i, Page: i + 1, Text: text}
	}
	return list
}

func checkGeneration(t testing.TB, x *Index, generation, count uint64) {
	t.Helper()
	e, g, err := x.Generation()
	if err != nil || e != epoch || g != generation {
		t.Errorf("generation %q %d, %v; want %q %d", e, g, err, epoch, generation)
	}
	if n, err := x.Count(); err != nil || n != count {
		t.Errorf("%d passages, %v; want %d", n, err, count)
	}
}

func TestSearchFinds(t *testing.T) { // C2
	x := open(t, t.TempDir())
	passages := map[core.Hash]string{
		"curve":    "The yield curve inverted before every recession.",
		"curves":   "Yield curves of many markets, and the markets themselves.",
		"hyphen":   "We ver-\nify the claim with an of\ufb01cial co\u00adefficient.",
		"verne":    "Verne’s twenty thousand leagues",
		"hamlet":   "To be, or not to be, that is the question.",
		"naive":    "A naïve Bayes classifier",
		"japanese": "東京の天気は晴れです。",
		"chinese":  "我喜欢研究经济学 和 法",
		"korean":   "한국어 문장을 검색한다",
		"mixed":    "AI研究の今日",
		"bank":     "The river bank. A bank lends.",
		"money":    "A bank lends money.",
		"balance":  "CONSOLIDATED BALANCE SHEETS Total current assets 5,432 Total current liabilities 3,529",
		"prose":    "We watch our working conditions.",
		"parted":   "A well-known eco-sys tem of tidal eco-systems",
	}
	var add []core.IndexedPassage
	for h, s := range passages {
		add = append(add, core.IndexedPassage{Hash: h, Kind: core.KindText, Page: 1, Text: s})
	}
	put(t, x, 1, nil, add)
	tests := []struct {
		question string
		want     []core.Hash // best first
	}{
		{"curve", []core.Hash{"curve", "curves"}},
		{"CURVES", []core.Hash{"curves", "curve"}},
		{`"yield curve"`, []core.Hash{"curve"}},
		{`"curve yield"`, nil},
		{`"curve"`, []core.Hash{"curve"}},
		{`"yield curve" markets`, []core.Hash{"curve"}},
		{`curve "yield curve`, []core.Hash{"curve", "curves"}},
		{"curve -markets", []core.Hash{"curve"}},
		{"curve -market", []core.Hash{"curve", "curves"}},
		{`bank -"river bank"`, []core.Hash{"money"}},
		{"-bank", nil},
		{"verify", []core.Hash{"hyphen"}},
		{"verified official coefficients", []core.Hash{"hyphen"}},
		{"verne", []core.Hash{"verne"}},
		{"Verne's", []core.Hash{"verne"}},
		{"naïve", []core.Hash{"naive"}},
		{"naive", []core.Hash{"naive"}},
		{"to be or not to be", []core.Hash{"hamlet"}},
		{`"or not to be"`, []core.Hash{"hamlet"}},
		{"天気", []core.Hash{"japanese"}},
		{`"東京の天気"`, []core.Hash{"japanese"}},
		{`"天気東京"`, nil},
		{"经济", []core.Hash{"chinese"}},
		{"法", []core.Hash{"chinese"}},
		{"검색", []core.Hash{"korean"}},
		{"ai", []core.Hash{"mixed"}},
		{`"AI研究"`, []core.Hash{"mixed"}},
		{"*", nil},
		{"/w.*/", nil},
		{"cur*", nil},
		{"text:curve", []core.Hash{"curve", "curves"}},
		{"ecosystem", []core.Hash{"parted"}},
		{"eco-system", []core.Hash{"parted"}},
		{`"ecosystems"`, []core.Hash{"parted"}},
		{`"tidal ecosystems"`, []core.Hash{"parted"}},
		{"wellknown", []core.Hash{"parted"}},
		{"well-known", []core.Hash{"parted"}},
		{`"well known"`, []core.Hash{"parted"}},
		{"known -wellknown", nil},
		{"working capital", []core.Hash{"prose"}},
		{"working capital of Netflix", []core.Hash{"prose"}},
		{"working capital liabilities -working", []core.Hash{"balance"}},
	}
	for _, tt := range tests {
		t.Run(tt.question, func(t *testing.T) {
			if got := ask(t, x, tt.question); !slices.Equal(got, tt.want) {
				t.Errorf("got %v, want %v", got, tt.want)
			}
		})
	}
}

func TestSearchKeepsToScopeKindsAndLimit(t *testing.T) {
	x := open(t, t.TempDir())
	add := slices.Concat(file("a", 3, "yield curve"), file("b", 3, "yield curve"), file("c", 3, "yield"))
	for i := range add[3:6] {
		add[3+i].Kind = core.KindText
	}
	put(t, x, 1, nil, add)
	words := core.Query{Words: []string{"yield"}}
	text := core.Query{Words: []string{"yield"}, Kinds: []core.Kind{core.KindText}}
	many := []core.Hash{"c"}
	for i := range 3000 { // more than one disjunction may hold
		many = append(many, core.Hash(fmt.Sprintf("%064x", i)))
	}
	tests := []struct {
		name  string
		query core.Query
		scope []core.Hash
		limit int
		want  []core.Hash
	}{
		{"whole library", words, nil, 100, []core.Hash{"c", "c", "c", "a", "a", "a", "b", "b", "b"}},
		{"limit", words, nil, 4, []core.Hash{"c", "c", "c", "a"}},
		{"no limit is none", words, nil, 0, nil},
		{"scope", words, []core.Hash{"b", "x"}, 100, []core.Hash{"b", "b", "b"}},
		{"empty scope", words, []core.Hash{}, 100, nil},
		{"large scope", words, many, 100, []core.Hash{"c", "c", "c"}},
		{"kind", text, nil, 100, []core.Hash{"b", "b", "b"}},
		{"kind and scope", text, []core.Hash{"a"}, 100, nil},
		{"nothing asked", core.Query{}, nil, 100, nil},
		{"nothing but marks", core.Query{Words: []string{"*"}, Phrases: []string{"!"}}, nil, 100, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := hashes(find(t, x, tt.query, tt.scope, tt.limit)); !slices.Equal(got, tt.want) {
				t.Errorf("got %v, want %v", got, tt.want)
			}
		})
	}
	got := find(t, x, words, []core.Hash{"b"}, 2)
	if got[1].Ordinal != 1 || got[1].Page != 2 || got[1].Score <= 0 {
		t.Errorf("second match %+v, want ordinal 1 on page 2", got[1])
	}
}

func TestScopeDoesNotChangeScores(t *testing.T) {
	x := open(t, t.TempDir())
	put(t, x, 1, nil, slices.Concat(file("a", 3, "yield curve"), file("b", 30, "yield rate")))
	all := find(t, x, core.Query{Words: []string{"curve"}}, nil, 100)
	some := find(t, x, core.Query{Words: []string{"curve"}, Kinds: []core.Kind{core.KindPDF}, Not: []string{"rate"}}, []core.Hash{"a"}, 100)
	if !reflect.DeepEqual(all, some) {
		t.Errorf("got %v, want %v", some, all)
	}
}

func TestPutReplacesTheWholeFile(t *testing.T) { // R1.6
	dir := t.TempDir()
	x := open(t, dir)
	x.batch.passages = 7 // several batches
	put(t, x, 1, nil, slices.Concat(file("a", 20, "first cut"), file("b", 5, "other file")))
	checkGeneration(t, x, 1, 25)
	put(t, x, 2, []core.Hash{"a"}, file("a", 9, "second cut"))
	checkGeneration(t, x, 2, 14)
	if got := ask(t, x, "first"); got != nil {
		t.Errorf("the old cut is still found: %v", got)
	}
	put(t, x, 3, nil, file("a", 4, "third cut")) // a file in add is replaced though remove does not name it
	checkGeneration(t, x, 3, 9)
	if got := ask(t, x, "second"); got != nil {
		t.Errorf("the old cut is still found: %v", got)
	}
	put(t, x, 4, []core.Hash{"b", "b", "unknown"}, nil)
	checkGeneration(t, x, 4, 4)
	put(t, x, 5, nil, nil)
	checkGeneration(t, x, 5, 4)
	if err := x.Close(); err != nil {
		t.Fatal(err)
	}
	x = open(t, dir)
	checkGeneration(t, x, 5, 4)
	if x.Rebuilt() != "" {
		t.Errorf("a good index was rebuilt: %s", x.Rebuilt())
	}
	if got := ask(t, x, "third"); len(got) != 4 {
		t.Errorf("after reopening: %v", got)
	}
	if got := ask(t, x, "other"); got != nil {
		t.Errorf("a removed file is found: %v", got)
	}
}

func TestPutRefusesWhatItCouldNotName(t *testing.T) {
	x := open(t, t.TempDir())
	put(t, x, 1, nil, file("a", 2, "first"))
	for name, add := range map[string][]core.IndexedPassage{
		"no hash":          {{Text: "x"}},
		"slash":            {{Hash: "a/b", Text: "x"}},
		"negative ordinal": {{Hash: "a", Ordinal: -1, Text: "x"}},
		"twice":            {{Hash: "a", Page: 1, Text: "x"}, {Hash: "a", Page: 2, Text: "y"}},
	} {
		if err := x.Put(context.Background(), 2, nil, add); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	if err := x.Put(cancelled, 2, nil, file("a", 1, "second")); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	checkGeneration(t, x, 1, 2)
}

func TestPutFailsAfterABackgroundError(t *testing.T) {
	x := open(t, t.TempDir())
	full := errors.New("no space left on device")
	onBackgroundError(full, storePath(x.dir))
	if err := x.Put(context.Background(), 1, nil, file("a", 1, "x")); !errors.Is(err, full) {
		t.Errorf("put: %v, want %v", err, full)
	}
}

// randomFiles returns files of random passages with Zipf's distribution of words.
func randomFiles(seed uint64, files, passages, words int) []core.IndexedPassage {
	r := rand.New(rand.NewPCG(seed, 1))
	zipf := rand.NewZipf(r, 1.1, 4, 60_000)
	var b strings.Builder
	var list []core.IndexedPassage
	for f := range files {
		for p := range passages {
			b.Reset()
			for i := range words/2 + r.IntN(words) {
				if i > 0 {
					b.WriteByte(" \n"[min(1, i%12/11)])
				}
				b.WriteString(syllables(zipf.Uint64()))
			}
			list = append(list, core.IndexedPassage{
				Hash: core.Hash(fmt.Sprintf("%064x", f)), Kind: core.KindPDF, Ordinal: p, Page: p/2 + 1, Text: b.String(),
			})
		}
	}
	return list
}

// syllables spells n as a word that one can say.
func syllables(n uint64) string {
	const consonants, vowels = "bdfgklmnprstvz", "aeiou"
	var b []byte
	for n += 3; n > 0; n /= uint64(len(consonants) * len(vowels)) {
		b = append(b, consonants[n%14], vowels[n/14%5])
	}
	return string(b)
}

func TestScoresDoNotDependOnTheLayout(t *testing.T) {
	files := randomFiles(1, 40, 10, 60)
	plain := open(t, t.TempDir())
	put(t, plain, 1, nil, files)

	// The same passages in another order, in many batches, among files that
	// come and go.
	mixed := open(t, t.TempDir())
	mixed.batch.passages = 13
	put(t, mixed, 1, nil, randomFiles(2, 60, 12, 90))
	shuffled := slices.Clone(files)
	rand.New(rand.NewPCG(3, 3)).Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
	var gone []core.Hash
	for i := range 60 {
		gone = append(gone, core.Hash(fmt.Sprintf("%064x", i)))
	}
	put(t, mixed, 2, gone, shuffled)

	for i := range uint64(40) {
		q := core.Query{Words: []string{syllables(i), syllables(i * 7), syllables(i * 31), "absent"}}
		want, got := find(t, plain, q, nil, 50), find(t, mixed, q, nil, 50)
		if len(want) == 0 {
			t.Fatalf("%v finds nothing", q.Words)
		}
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("%v\n got %v\nwant %v", q.Words, got, want)
		}
		wholes, gots := fileScores(t, plain, q.Words, hashes(want)...), fileScores(t, mixed, q.Words, hashes(want)...)
		if len(wholes) == 0 || !reflect.DeepEqual(gots, wholes) {
			t.Fatalf("%v: whole files\n got %v\nwant %v", q.Words, gots, wholes)
		}
	}
}

func TestEqualScoresAreInTheOrderOfHashAndOrdinal(t *testing.T) {
	x := open(t, t.TempDir())
	x.batch.passages = 5
	add := slices.Concat(file("c", 300, "same words"), file("a", 20, "same words"), file("b", 20, "same words"))
	slices.Reverse(add)
	put(t, x, 1, nil, add)
	got := find(t, x, core.Query{Words: []string{"same"}}, nil, 50)
	for i, m := range got {
		want := core.Match{Hash: "a", Ordinal: i, Page: i + 1, Score: got[0].Score}
		if i >= 20 {
			want.Hash, want.Ordinal, want.Page = "b", i-20, i-19
		}
		if i >= 40 {
			want.Hash, want.Ordinal, want.Page = "c", i-40, i-39
		}
		if m != want {
			t.Fatalf("match %d is %+v, want %+v", i, m, want)
		}
	}
}

// Fifty programs that ask at once are answered one after the other, and none is
// told that its search took too long.
func TestASearchWaitsForItsTurn(t *testing.T) {
	x := open(t, t.TempDir())
	put(t, x, 1, nil, file("a", 1, "kelp"))
	q := core.Query{Words: []string{"kelp"}}
	for range cap(x.turns) {
		x.turns <- struct{}{}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := x.Search(ctx, q, nil, 10); !errors.Is(err, context.Canceled) {
		t.Errorf("one that does not wait any more: %v", err)
	}
	done := make(chan error)
	for range 50 {
		go func() {
			got, err := x.Search(t.Context(), q, nil, 10)
			if len(got) != 1 && err == nil {
				err = errors.New("nothing found")
			}
			done <- err
		}()
	}
	for range cap(x.turns) {
		<-x.turns
	}
	for range 50 {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
	if len(x.turns) > 0 {
		t.Errorf("%d turns are still taken", len(x.turns))
	}
}

func TestSearchEndsWithItsContext(t *testing.T) {
	x := open(t, t.TempDir())
	put(t, x, 1, nil, file("a", 5, "yield"))
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, q := range []core.Query{{Words: []string{"yield"}}, {Phrases: []string{"yield yield"}}} {
		if _, err := x.Search(ctx, q, nil, 10); !errors.Is(err, context.Canceled) {
			t.Errorf("%v: %v", q, err)
		}
	}
}

func TestSearchWorksWhileWriting(t *testing.T) {
	x := open(t, t.TempDir())
	put(t, x, 1, nil, file("a", 10, "yield curve"))
	done := make(chan error)
	go func() {
		for g := range uint64(10) {
			if err := x.Put(context.Background(), g+2, nil, file(core.Hash(rune('b'+g)), 10, "rate curve")); err != nil {
				done <- err
				return
			}
		}
		close(done)
	}()
	for {
		if n := len(ask(t, x, "yield")); n != 10 {
			t.Fatalf("%d hits while writing", n)
		}
		select {
		case err := <-done:
			if err != nil {
				t.Fatal(err)
			}
			checkGeneration(t, x, 11, 110)
			return
		default:
		}
	}
}

func TestMain(m *testing.M) {
	if dir := os.Getenv(killedEnv); dir != "" {
		putUntilKilled(dir)
	}
	os.Exit(m.Run())
}

func TestAWordSaidTwiceWeighsTwice(t *testing.T) { // R3.9
	x := open(t, t.TempDir())
	put(t, x, 1, nil, slices.Concat(file("a", 1, "kelp"), file("b", 1, "tide")))
	score := func(h core.Hash, counts map[string]int) float64 {
		found, err := x.Search(t.Context(), core.Query{Words: []string{"kelp", "tide"}, Counts: counts}, []core.Hash{h}, 1)
		if err != nil || len(found) != 1 {
			t.Fatal(found, err)
		}
		return found[0].Score
	}
	if once, twice := score("a", nil), score("a", map[string]int{"kelp": 2}); math.Abs(twice-2*once) > 1e-9 {
		t.Errorf("once %v, twice %v", once, twice)
	}
	if other := score("b", map[string]int{"kelp": 2}); other != score("b", nil) {
		t.Errorf("the other word changed to %v", other)
	}
}
