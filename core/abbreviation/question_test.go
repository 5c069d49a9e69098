package abbreviation

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"ibid/core"
)

// shelf is a library in memory: definitions, and words that are ordinary.
type shelf struct {
	senses   []core.Sense
	ordinary string // between blanks
	asked    []string
	fault    error
}

// newShelf takes definitions such as "KO = knock-out, 3", the number being that of
// the contents.
func newShelf(ordinary string, lines ...string) *shelf {
	s := &shelf{ordinary: " " + ordinary + " "}
	for _, l := range lines {
		short, rest, _ := strings.Cut(l, " = ")
		long, n, _ := strings.Cut(rest, ", ")
		s.senses = append(s.senses, core.Sense{Abbreviation: core.Abbreviation{Short: short, Long: long, ShortKey: Key(short), LongKey: Key(long)}, Contents: len(n)})
	}
	return s
}

func (s *shelf) pick(keys []string, of func(core.Sense) string) (out []core.Sense, err error) {
	for _, m := range s.senses {
		if slices.Contains(keys, of(m)) {
			out = append(out, m)
		}
	}
	return out, s.fault
}

func (s *shelf) Senses(_ context.Context, keys ...string) ([]core.Sense, error) {
	return s.pick(keys, func(m core.Sense) string { return m.ShortKey })
}

func (s *shelf) SensesOfLong(_ context.Context, keys ...string) ([]core.Sense, error) {
	return s.pick(keys, func(m core.Sense) string { return m.LongKey })
}

func (s *shelf) Ordinary(_ context.Context, word string) (bool, error) {
	s.asked = append(s.asked, word)
	return strings.Contains(s.ordinary, " "+word+" "), nil
}

// reads lists what is read into a question as "KO > knock-out".
func reads(t *testing.T, s *shelf, own *Synonyms, question string) []string {
	t.Helper()
	found, err := Read(t.Context(), question, s, own, s)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, f := range found {
		out = append(out, f.Of+" > "+strings.Join(f.Other, ", "))
	}
	return out
}

// X12: short forms bring their long ones and the other way round.
func TestAbbreviationsOfAQuestionAreRead(t *testing.T) {
	library := newShelf("it us as cat the", "KO = knock-out, ||", "CapEx = capital expenditures, |", "Pol β = polymerase beta, |", "IT = information technology, |",
		"US = United Shores, |", "CAT = computed axial tomography, |", "IL-2 = interleukin-2, |", "MSL = mean sea level, ||||", "MSL = marsh survey line, |", "MSL = moored sea lamp, |",
		"TC = tidal current, ||||", "TC = total carbon, ||||", "TC = tin cup, |||", "GR = gauge reading, |||||||||||", "GR = great reef, ||", "5-FU = 5-fluorouracil, |",
		"PCR = polymerase chain reaction, ||", "CR = chain reaction, |", "R&D = research and development, |", "RT = residence time, |||", "RT = residence times of water, ||")
	for question, want := range map[string][]string{
		"growth of KO mice":                 {"KO > knock-out"},
		"growth of KOs":                     {"KOs > knock-out"},
		"growth of ko mice":                 {"ko > knock-out"},
		"knock-out mice":                    {"knock-out > KO"},
		"KNOCK-OUT MICE":                    {"KNOCK-OUT > KO"},
		"a knockout?":                       {"knockout > KO"},
		"the KO-mice (all)":                 {"KO > knock-out"},
		"capex of 2019":                     {"capex > capital expenditures"},
		"capital expenditure of 2019":       {"capital expenditure > CapEx"},
		"Pol β and pol beta":                {"Pol β > polymerase beta", "pol beta > polymerase beta"},
		"polymerase β":                      {"polymerase β > Pol β"},
		"IL-2 levels":                       {"IL-2 > interleukin-2"},
		"5-fu":                              {"5-fu > 5-fluorouracil"},
		"how does it work for us, as a cat": nil,
		"It is how US law sees IT":          {"US > United Shores", "IT > information technology"},
		"WHAT DOES IT COST US":              nil,
		"what a CAT shows":                  {"CAT > computed axial tomography"},
		"CAT":                               {"CAT > computed axial tomography"},
		"computed axial tomography":         nil, // cat is a word like any in this library
		"information technology":            nil,
		"rise of the MSL":                   {"MSL > mean sea level", "MSL > marsh survey line"},
		"TC at noon":                        {"TC > tidal current", "TC > total carbon"},
		"GR at noon":                        {"GR > gauge reading"},
		"RT at noon":                        {"RT > residence time"},
		"polymerase chain reaction":         {"polymerase chain reaction > PCR"},
		"a chain reaction":                  {"chain reaction > CR"},
		"R&D costs":                         {"R&D > research and development"},
		"what is KO, is it a knock-out":     nil,
		"the kelp order (KO) of eels":       nil,
		"knock-out (KO) mice and the MSL":   {"MSL > mean sea level", "MSL > marsh survey line"},
		"mean sea level (MSL) and TC":       {"TC > tidal current", "TC > total carbon"},
		"":                                  nil, "?!": nil, "knock": nil, "out KOX": nil,
		strings.Repeat("eel ", maxQuestionWords-1) + "KO": {"KO > knock-out"},
		strings.Repeat("eel ", maxQuestionWords) + "KO":   nil,
	} {
		if got := reads(t, library, nil, question); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", question, got, want)
		}
	}
	if got := reads(t, library, nil, "KO MSL CapEx TC 5-FU IL-2 GR"); len(got) != maxReadings {
		t.Errorf("%d readings of one question, want %d", len(got), maxReadings)
	}
	library.fault = errors.New("disk error")
	if _, err := Read(t.Context(), "KO", library, nil, library); !errors.Is(err, library.fault) {
		t.Errorf("a library that cannot be read: %v", err)
	}
}

func TestOwnSynonymsComeFirst(t *testing.T) {
	own, err := ParseSynonyms("# mine\nKO = kelp order, kelp ordering\n\nheart attack = myocardial infarction, cardiac arrest\ncat = sea cat\n")
	if err != nil || len(own.Lines()) != 3 || own.Lines()[1].Number != 4 {
		t.Fatalf("%+v, %v", own.Lines(), err)
	}
	library := newShelf("cat heart", "KO = knock-out, |||", "MSL = mean sea level, |")
	for question, want := range map[string][]string{
		"KO at MSL":                {"KO > kelp order, kelp ordering", "MSL > mean sea level"},
		"a kelp ordering":          {"kelp ordering > KO"},
		"knock-out":                {"knock-out > KO"},
		"after a heart attack":     {"heart attack > myocardial infarction, cardiac arrest"},
		"Myocardial Infarctions":   {"Myocardial Infarctions > heart attack"},
		"the cat":                  {"cat > sea cat"},
		"a heart attack (KO)":      {"heart attack > myocardial infarction, cardiac arrest", "KO > kelp order, kelp ordering"},
		"KO, that is a kelp order": nil,
		"what does a sea cat eat":  {"sea cat > cat"},
	} {
		if got := reads(t, library, own, question); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", question, got, want)
		}
	}
	found, err := Read(t.Context(), "KO at MSL", library, own, library)
	if err != nil || found[0].Own == nil || found[0].Own.Number != 2 || found[0].Key != "ko" || found[1].Own != nil || found[1].Key != "msl:meansealevel" {
		t.Errorf("%+v, %v", found, err)
	}
}

func TestLinesOfSynonymsAreExplained(t *testing.T) {
	for file, want := range map[string]string{
		"KO knock-out":                             "line 1, \"KO knock-out\": a line is a form, an equals sign",
		"# a\n\nKO =":                              "line 3, \"KO =\": a line is",
		"= knock-out":                              "line 1, \"= knock-out\": a line is",
		"KO = knock-out,, knockout":                "none of them is empty",
		"KO = a = b":                               "a line has one equals sign",
		"KO = " + strings.Repeat("a", 121):         "a form has at most 120 bytes",
		"KO = a" + strings.Repeat(", a", maxForms): "a form stands for at most 16 others",
		strings.Repeat("k", 70):                    "\"" + strings.Repeat("k", 60) + "…\"",
	} {
		_, err := ParseSynonyms(file)
		var bad *LineError
		if !errors.As(err, &bad) || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", file, err, want)
		}
	}
	for _, file := range []string{"", "\n# nothing\n", "\ufeffKO = knock-out\r\nMSL=mean  sea level", "KO = " + strings.Repeat("a", 120), "KO = a" + strings.Repeat(", a", maxForms-1)} {
		if _, err := ParseSynonyms(file); err != nil {
			t.Errorf("%q: %v", file, err)
		}
	}
	if got, err := ParseSynonyms("MSL =  mean  sea level"); err != nil || got.Lines()[0].Long[0] != "mean sea level" {
		t.Errorf("%+v, %v", got, err)
	}
}

func FuzzSynonymsAndQuestions(f *testing.F) {
	f.Add("KO = knock-out", "KO mice")
	f.Add("β = beta, b\n# x\nIT = it", "Is IT β?")
	f.Fuzz(func(t *testing.T, file, question string) {
		own, err := ParseSynonyms(strings.ToValidUTF8(file, "?"))
		if err != nil {
			own = nil
		}
		library := newShelf("it", "KO = knock-out, ||", "IT = information technology, |")
		found, err := Read(t.Context(), strings.ToValidUTF8(question, "?"), library, own, library)
		if err != nil || len(found) > maxReadings {
			t.Fatalf("%d readings, %v", len(found), err)
		}
		for _, r := range found {
			if !strings.Contains(strings.ToValidUTF8(question, "?"), r.Of) || r.Of == "" || len(r.Other) == 0 {
				t.Errorf("%q: %+v", question, r)
			}
		}
	})
}
