package text

import (
	"maps"
	"slices"
	"strings"
	"unicode"
)

// Normal returns the normal form of a folded word: what is written in several ways
// is the same word, so that each of them finds the others. A number has no comma
// between its thousands, a Greek letter within a Latin word or alone has its name,
// British spelling becomes American, and an irregular English plural its singular.
//
// A rule may give what is no word; that does no harm as long as no other word has
// the same normal form.
func Normal(form string) string {
	if form == "" {
		return form
	}
	if c := form[0]; c >= '0' && c <= '9' && strings.IndexByte(form, ',') > 0 {
		return ungroup(form)
	}
	if n := greek(form); n != form {
		return n
	}
	if s, ok := singulars[form]; ok {
		return s
	}
	if !letters(form) {
		return form
	}
	return american(form)
}

// letters reports whether a word is of small ASCII letters only.
func letters(form string) bool {
	for i := range len(form) {
		if form[i] < 'a' || form[i] > 'z' {
			return false
		}
	}
	return true
}

// ungroup removes the commas of a number if they divide all of its whole part in
// threes: 11,604.5 but not 1,2 nor 1,2,3.
func ungroup(form string) string {
	whole, fraction := form, ""
	if point := strings.IndexByte(form, '.'); point >= 0 {
		whole, fraction = form[:point], form[point:]
	}
	groups := strings.Split(whole, ",")
	for i, g := range groups {
		if len(g) != 3 && (i > 0 || len(g) == 0 || len(g) > 3) || strings.Trim(g, "0123456789") != "" {
			return form
		}
	}
	return strings.Join(groups, "") + fraction
}

// greekNames are the names of the Greek letters. A final sigma is one too.
var greekNames = map[rune]string{
	'α': "alpha", 'β': "beta", 'γ': "gamma", 'δ': "delta", 'ε': "epsilon", 'ζ': "zeta", 'η': "eta", 'θ': "theta", 'ι': "iota",
	'κ': "kappa", 'λ': "lambda", 'μ': "mu", 'ν': "nu", 'ξ': "xi", 'ο': "omicron", 'π': "pi", 'ρ': "rho", 'σ': "sigma", 'ς': "sigma",
	'τ': "tau", 'υ': "upsilon", 'φ': "phi", 'χ': "chi", 'ψ': "psi", 'ω': "omega",
}

// SplitGreek divides a folded Latin word that begins or ends with the name of a Greek
// letter, as in kappaB and TGFbeta, from at most four other letters; ok is false if
// there is no such name. Names of two letters are no sign of one.
func SplitGreek(form string) (first, second string, ok bool) {
	if len(form) < 5 || !letters(form) {
		return "", "", false
	}
	for _, name := range greekList {
		if n := len(form) - len(name); len(name) > 3 && n > 0 && n <= 4 {
			if strings.HasPrefix(form, name) {
				return name, form[len(name):], true
			}
			if strings.HasSuffix(form, name) {
				return form[:n], name, true
			}
		}
	}
	return "", "", false
}

var greekList = slices.Sorted(maps.Values(greekNames))

// greek spells out single Greek letters. Two of them side by side are a Greek word,
// which stays as it is. A mu in front of the letters of a unit is the prefix micro,
// which is often typed as u.
func greek(form string) string {
	var b strings.Builder
	previous := false // the last character was a Greek letter
	var last rune
	found := false
	rest := []rune(form)
	for i, r := range rest {
		name, known := greekNames[r]
		if known && previous {
			return form
		}
		previous = unicode.Is(unicode.Greek, r)
		switch {
		case previous && !known:
			return form
		case !known:
			b.WriteRune(r)
		case r == 'μ' && (i == 0 || unicode.IsDigit(last)) && i+1 < len(rest) && rest[i+1] >= 'a' && rest[i+1] <= 'z':
			b.WriteByte('u')
		default:
			b.WriteString(name)
		}
		found = found || known
		last = r
	}
	if !found {
		return form
	}
	return b.String()
}

// singulars are the English plurals that no ending tells. They are a closed class;
// learned ones with a regular plural beside it (index, formula) are among them.
var singulars = func() map[string]string {
	const list = `children child men man women woman mice mouse lice louse feet foot teeth tooth geese goose oxen ox
		wolves wolf halves half knives knife wives wife calves calf thieves thief loaves loaf hooves hoof
		matrices matrix indices index appendices appendix vertices vertex vortices vortex codices codex cortices cortex apices apex helices helix
		criteria criterion phenomena phenomenon bacteria bacterium strata stratum errata erratum addenda addendum spectra spectrum
		quanta quantum genera genus corpora corpus nuclei nucleus fungi fungus stimuli stimulus radii radius loci locus foci focus
		bacilli bacillus cacti cactus alumni alumnus syllabi syllabus genii genius
		crises crisis theses thesis hypotheses hypothesis syntheses synthesis parentheses parenthesis diagnoses diagnosis prognoses prognosis
		metastases metastasis emphases emphasis oases oasis neuroses neurosis psychoses psychosis
		formulae formula larvae larva vertebrae vertebra antennae antenna algae alga nebulae nebula`
	words := strings.Fields(list)
	m := make(map[string]string, len(words)/2)
	for i := 0; i+1 < len(words); i += 2 {
		m[words[i]] = words[i+1]
	}
	return m
}()
