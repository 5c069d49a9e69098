package text

import (
	"slices"
	"strings"
)

// american returns the American spelling of an English word of small ASCII letters.
// The rules are those in which the two spellings differ throughout (H. W. Fowler, A
// Dictionary of Modern English Usage; the lists of the Oxford and Merriam-Webster
// dictionaries). Doubled consonants, as in travelled, are left to the stemmer.
func american(form string) string {
	if len(form) < 4 {
		return form
	}
	if w, ok := respelt[form]; ok {
		return w
	}
	for _, r := range inside {
		if at := strings.Index(form, r.british); at >= 0 && at >= r.before && (!r.start || at == 0) {
			form = form[:at] + r.american + form[at+len(r.british):]
		}
	}
	form = shortenAE(form)
	for _, e := range endings {
		if stem, ok := strings.CutSuffix(form, e.british); ok && len(stem) >= e.before && !e.except[stem] {
			if e.allowed == nil || e.allowed(stem) {
				return stem + e.american
			}
		}
	}
	return form
}

// respelt are words of no rule. Where the American spelling is another word as well
// (tyre, storey, cheque), both stay apart.
var respelt = map[string]string{
	"grey": "gray", "greys": "grays", "programme": "program", "programmes": "programs", "mould": "mold", "moulds": "molds",
	"plough": "plow", "ploughs": "plows", "ploughed": "plowed", "ploughing": "plowing", "artefact": "artifact", "artefacts": "artifacts",
	"licence": "license", "licences": "licenses", "defence": "defense", "defences": "defenses", "offence": "offense", "offences": "offenses",
	"pretence": "pretense", "practise": "practice", "practised": "practiced", "practises": "practices", "practising": "practicing",
	"aluminium": "aluminum", "ageing": "aging", "manoeuvre": "maneuver", "manoeuvres": "maneuvers", "manoeuvred": "maneuvered",
	"skilful": "skillful", "wilful": "willful", "fulfil": "fulfill", "enrol": "enroll", "instalment": "installment", "instalments": "installments",
	"woollen": "woolen", "counsellor": "counselor", "counsellors": "counselors", "jewellery": "jewelry",
	"meagre": "meager",
}

// rule replaces letters within a word.
type rule struct {
	british, american string
	before            int  // letters that stand before it at least
	start             bool // only at the beginning
}

var inside = []rule{
	{"sulph", "sulf", 0, false},     // sulphate
	{"rrhoea", "rrhea", 1, false},   // diarrhoea
	{"homoeo", "homeo", 0, true},    // homoeostasis
	{"foet", "fet", 0, true},        // foetal
	{"oed", "ed", 0, true},          // oedema
	{"oes", "es", 0, true},          // oestrogen, oesophagus
	{"coeli", "celi", 0, true},      // coeliac
	{"sceptic", "skeptic", 0, true}, // sceptical
	{"dgement", "dgment", 2, false}, // judgement
}

// shortenAE makes e of ae within a word: haemoglobin, anaesthetic, palaeolithic. Not
// at the end, which is a plural; not before l and r, as in Israel and aerobic, which
// both spellings share; and not in short words.
func shortenAE(form string) string {
	at := strings.Index(form, "ae")
	if at < 0 || len(form) < 6 || at+2 >= len(form) || strings.IndexByte("aeiulr", form[at+2]) >= 0 {
		return form
	}
	return form[:at] + form[at+1:]
}

// ending replaces the end of a word.
type ending struct {
	british, american string
	before            int // letters that stand before it at least
	except            map[string]bool
	allowed           func(stem string) bool // what else must hold; nil is nothing
}

// endings are tried in order; the first that fits is applied.
var endings = func() (list []ending) {
	add := func(british, american string, before int, except map[string]bool, allowed func(string) bool, suffixes ...string) {
		for _, s := range suffixes {
			list = append(list, ending{british + s, american + s, before, except, allowed})
		}
	}
	// colour, honoured, favourite; not hour, flour and scour.
	add("our", "or", 2, map[string]bool{"fl": true, "sc": true}, nil,
		"", "s", "ed", "ing", "er", "ers", "able", "ably", "ful", "less", "al", "ally", "ism", "ist", "ite", "ites", "hood", "ly")
	// organise and organisation; not revise, promise, exercise and others that
	// have this ending in both spellings.
	add("is", "iz", 3, nil, madeByIze, "e", "ed", "es", "ing", "er", "ers", "ation", "ations", "ational", "able")
	// analyze: here the British form is kept, because analyses is also a plural.
	add("lyz", "lys", 2, nil, nil, "e", "ed", "es", "ing", "er", "ers")
	list = append(list, ending{british: "lysis", american: "lyse", before: 2})
	// centre, fibre; not timbre, which is no timber, and words of other languages.
	add("tre", "ter", 2, nil, endsIn("cen", "me", "li", "thea", "spec", "lus", "ti", "ni", "mi", "scep", "phil"), "", "s")
	list = append(list, ending{british: "centred", american: "centered"}, ending{british: "centring", american: "centering"})
	add("bre", "ber", 2, nil, endsIn("fi", "cali", "sa", "som"), "", "s")
	// catalogue, demagogue; not rogue and vogue.
	for _, s := range []string{"", "s"} {
		list = append(list, ending{british: "logue" + s, american: "log" + s, before: 2}, ending{british: "gogue" + s, american: "gog" + s, before: 2})
	}
	return list
}()

// endsIn returns a condition: a stem ends in one of roots.
func endsIn(roots ...string) func(string) bool {
	return func(stem string) bool {
		return slices.ContainsFunc(roots, func(r string) bool { return strings.HasSuffix(stem, r) })
	}
}

// keepsIse are the words, but for the ending, that end in -ise in both spellings
// though a consonant other than v and w stands before it.
var keepsIse = func() map[string]bool {
	const list = `prom prem comprom dem surm prec conc exc exerc inc circumc surpr compr enterpr repr appr advert chast expert franch
		enfranch disenfranch merchand desp parad treat moonr sunr highr upr chem exorc cer val`
	m := make(map[string]bool)
	for _, w := range strings.Fields(list) {
		m[w] = true
	}
	return m
}()

// madeByIze reports whether a verb that ends in -ise after these letters is one that
// American spelling ends in -ize: a consonant other than v and w stands before it.
func madeByIze(stem string) bool {
	return strings.IndexByte("aeiouvw", stem[len(stem)-1]) < 0 && !keepsIse[stem]
}
