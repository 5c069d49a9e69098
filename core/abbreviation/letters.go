package abbreviation

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// greek holds the names of the Greek letters.
var greek = map[rune]string{
	'α': "alpha", 'β': "beta", 'γ': "gamma", 'δ': "delta", 'ε': "epsilon", 'ζ': "zeta", 'η': "eta", 'θ': "theta",
	'ι': "iota", 'κ': "kappa", 'λ': "lambda", 'μ': "mu", 'ν': "nu", 'ξ': "xi", 'ο': "omicron", 'π': "pi", 'ρ': "rho",
	'σ': "sigma", 'τ': "tau", 'υ': "upsilon", 'φ': "phi", 'χ': "chi", 'ψ': "psi", 'ω': "omega",
}

// greekNames holds the names, those that end another one behind it: beta, eta.
var greekNames = func() []string {
	names := slices.Collect(maps.Values(greek))
	slices.SortFunc(names, func(a, b string) int { return cmp.Or(len(b)-len(a), cmp.Compare(a, b)) })
	return names
}()

var letterNamed = func() map[string]rune {
	named := make(map[string]rune, len(greek))
	for r, name := range greek {
		named[name] = r
	}
	return named
}()

// greekName returns the name of a Greek letter in lower case, empty for others.
func greekName(r rune) string {
	if r < 'α' || r > 'ω' {
		return ""
	}
	return greek[r]
}

// fold returns a letter in lower case and without its accent, another character
// as it is.
func fold(r rune) rune {
	if r < utf8.RuneSelf {
		if 'A' <= r && r <= 'Z' {
			r += 'a' - 'A'
		}
		return r
	}
	switch r = unicode.ToLower(r); r {
	case 'µ': // the micro sign
		return 'μ'
	case 'ς':
		return 'σ'
	}
	var buf [utf8.UTFMax]byte
	if d := norm.NFD.Properties(buf[:utf8.EncodeRune(buf[:], r)]).Decomposition(); len(d) > 0 {
		if base, _ := utf8.DecodeRune(d); unicode.In(base, unicode.Latin, unicode.Greek) {
			return base
		}
	}
	return r
}

func isAlphanumeric(r rune) bool {
	if r < utf8.RuneSelf {
		return '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z'
	}
	return unicode.IsLetter(r) || unicode.IsDigit(r)
}

// Key returns the letters and digits of a form in which its spellings agree:
// "Knock-out", "knockouts" and "knock out" have the same, and "Pol β" has that of
// "pol beta". It is empty for a text without letters and digits.
func Key(form string) string {
	var b strings.Builder
	for _, r := range form {
		if !isAlphanumeric(r) {
			continue
		}
		if name := greekName(fold(r)); name != "" {
			b.WriteString(name)
		} else {
			b.WriteRune(fold(r))
		}
	}
	return singular(b.String())
}

// singular removes the s of a plural. Words of up to three letters keep it: gas.
func singular(key string) string {
	if len(key) > 4 && strings.HasSuffix(key, "s") && !strings.HasSuffix(key, "ss") {
		return key[:len(key)-1]
	}
	return key
}

// OneLine returns a form as it is shown: line breaks are blanks, and a word that
// was hyphenated at the end of a line is whole.
func OneLine(form string) string {
	if !strings.ContainsAny(form, "\n\r\t\u00ad") && !strings.Contains(form, "  ") {
		return form
	}
	form = strings.ReplaceAll(form, "\u00ad\n", "")
	form = strings.ReplaceAll(form, "\u00ad", "")
	var b strings.Builder
	for i, line := range strings.Split(form, "\n") {
		line = strings.Join(strings.Fields(line), " ")
		if line == "" {
			continue
		}
		if before := b.String(); i > 0 && before != "" {
			stem, hyphen := strings.CutSuffix(before, "-")
			first, _ := utf8.DecodeRuneInString(line)
			last, _ := utf8.DecodeLastRuneInString(stem)
			if hyphen && unicode.IsLower(first) && unicode.IsLower(last) {
				b.Reset()
				b.WriteString(stem)
			} else if !hyphen {
				b.WriteByte(' ')
			}
		}
		b.WriteString(line)
	}
	return b.String()
}
