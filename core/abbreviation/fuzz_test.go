package abbreviation

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// Whatever a text holds, both forms of a pair are pieces of it with the lengths
// that the paper allows, and a text in pieces costs no more than its length.
func FuzzPairsQuoteTheText(f *testing.F) {
	for _, seed := range []string{
		"a knock-out (KO) of it", "KO (knock-out)", "capital expen-\nditures (CapEx)", "polymerase beta (Pol β)", "mean sea level（MSL）", "((((((a (b)", "the “FASB” (“FASB” or the “F)",
		"é\u0301 (É́É)", "TNF-alpha (TNFα)", "\u00ad-\n(K\u00adO)", "ﬁ ﬂ (FF)", "12 34 (1234A)", strings.Repeat("a ", 200) + "(AAAAAAAAAA)", "x (\xff\xfe)", "\xff (AB) \xf0 b (",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		s = strings.ToValidUTF8(s, "\ufffd")
		for _, p := range Find(s) {
			if !p.Short.Fits(s) || !p.Long.Fits(s) || p.Short.Len() == 0 || p.Long.Len() == 0 {
				t.Fatalf("%+v of %d bytes", p, len(s))
			}
			short, long := s[p.Short.Start:p.Short.End], s[p.Long.Start:p.Long.End]
			if n := utf8.RuneCountInString(short); n < minShort || n > maxShort || len(strings.Fields(short)) > maxShortWords {
				t.Errorf("short form %q", short)
			}
			if utf8.RuneCountInString(long) <= utf8.RuneCountInString(short) || len(long) > maxLong+utf8.UTFMax || strings.Contains(long, short) {
				t.Errorf("%q: long form %q", short, long)
			}
			if short != strings.TrimSpace(short) || long != strings.TrimSpace(long) || p.Short.Start < p.Long.End && p.Long.Start < p.Short.End {
				t.Errorf("%q: %q at %+v", short, long, p)
			}
			if Key(short) == "" || Key(long) == "" || Key(short) == Key(long) {
				t.Errorf("%q and %q have the keys %q and %q", short, long, Key(short), Key(long))
			}
			if line := OneLine(long); strings.ContainsAny(line, "\n\r\t") || Key(line) != Key(long) {
				t.Errorf("%q in one line is %q", long, line)
			}
		}
	})
}
