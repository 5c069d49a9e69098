package text

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"ibid/core"
)

// folded is a text in a form for comparison, with the place in the source of
// every byte of it.
type folded struct {
	text       string
	start, end []int32 // of the character in the source that the byte comes from
}

// source is the range of the source that the bytes from to to come from,
// without gaps at its ends.
func (f folded) source(from, to int) core.Span {
	for from < to && isGap(f.text[from]) {
		from++
	}
	for to > from && isGap(f.text[to-1]) {
		to--
	}
	if from == to {
		return core.Span{}
	}
	return core.Span{Start: int(f.start[from]), End: int(f.end[to-1])}
}

func isGap(b byte) bool { return b == ' ' || b == ',' || b == '.' }

// folder builds a folded text.
type folder struct {
	text       strings.Builder
	start, end []int32
}

func newFolder(size int) *folder {
	f := &folder{start: make([]int32, 0, size), end: make([]int32, 0, size)}
	f.text.Grow(size)
	return f
}

func (f *folder) add(r rune, from, to int) {
	n, _ := f.text.WriteRune(r)
	for range n {
		f.start, f.end = append(f.start, int32(from)), append(f.end, int32(to))
	}
}

func (f *folder) done() folded { return folded{f.text.String(), f.start, f.end} }

// plainRunes calls each for the characters that one of the source stands for:
// compatible forms and accents taken off, look-alikes as the Latin letters that
// they look like, lower case. What does not show gives none.
func plainRunes(buf []byte, r rune, each func(rune)) []byte {
	if r < utf8.RuneSelf {
		each(unicode.ToLower(r))
		return buf
	}
	if r >= 0xe0020 && r <= 0xe007e { // tag characters are ASCII that does not show
		each(unicode.ToLower(r - 0xe0000))
		return buf
	}
	buf = norm.NFKD.AppendString(buf[:0], string(r))
	for rest := buf; len(rest) > 0; {
		c, size := utf8.DecodeRune(rest)
		rest = rest[size:]
		switch latin, like := looksLike[c]; {
		case c == 'ß':
			each('s')
			each('s')
		case like:
			each(latin)
		case unicode.In(c, unicode.Cf, unicode.Mn) || isFiller(c):
		default:
			each(unicode.ToLower(c))
		}
	}
	return buf
}

// isFiller reports whether a letter shows as nothing.
func isFiller(r rune) bool { return r == 0x115f || r == 0x1160 || r == 0x3164 || r == 0xffa0 }

// looksLike are letters of other alphabets, and rare ones, that are taken for
// Latin ones by the eye.
var looksLike = func() map[rune]rune {
	m := map[rune]rune{}
	for _, pair := range []string{
		"аa", "вb", "еe", "оo", "рp", "сc", "уy", "хx", "іi", "јj", "ѕs", "ԁd", "һh", "ӏl", "ԛq", "ԝw", "кk", "мm", "нh", "тt", "ɡg",
		"Аa", "Вb", "Еe", "Оo", "Рp", "Сc", "Уy", "Хx", "Іi", "Јj", "Ѕs", "Ԁd", "Һh", "Ӏl", "Ԛq", "Ԝw", "Кk", "Мm", "Нh", "Тt",
		"αa", "οo", "ρp", "νv", "ιi", "κk", "τt", "υu", "χx", "εe", "ηn",
		"Αa", "Βb", "Εe", "Ζz", "Ηh", "Ιi", "Κk", "Μm", "Νn", "Οo", "Ρp", "Τt", "Υy", "Χx",
		"ᴀa", "ʙb", "ᴄc", "ᴅd", "ᴇe", "ɢg", "ʜh", "ɪi", "ᴊj", "ᴋk", "ʟl", "ᴍm", "ɴn", "ᴏo", "ᴘp", "ʀr", "ꜱs", "ᴛt", "ᴜu", "ᴠv", "ᴡw", "ʏy", "ᴢz",
		"ıi", "łl", "Łl", "øo", "Øo", "đd", "Đd", "օo", "սu",
	} {
		letters := []rune(pair)
		m[letters[0]] = letters[1]
	}
	return m
}()

// readSigns is s without white space, with its signs.
func readSigns(s string) folded {
	f := newFolder(len(s))
	var buf []byte
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		from, to := i, i+size
		i = to
		buf = plainRunes(buf, r, func(c rune) {
			if !unicode.IsSpace(c) {
				f.add(c, from, to)
			}
		})
	}
	return f.done()
}

// wordReader makes the text of readWords.
type wordReader struct {
	*folder
	words  []foldedWord
	gap    byte // what parts the next letter from the last; 0 nothing
	hyphen bool // since the last letter there was a hyphen, and at most a line end after it
	lines  int  // line ends since the last letter
}

// foldedWord is where a word begins in the text, and the gap before it.
type foldedWord struct {
	at  int
	gap byte
}

// enoughSpaced is how many letters that stand alone are a word spaced out.
const enoughSpaced = 4

// readWords is s as words of letters and digits, parted by one of three gaps: a
// blank, a comma for the signs within a sentence, a full stop where a clause
// may begin. A hyphen or apostrophe between letters is taken out. So are the
// gaps between letters that stand alone, if there are enough of them in a row.
func readWords(s string) folded {
	w := wordReader{folder: newFolder(len(s))}
	var buf []byte
	for i := 0; i < len(s); {
		if b := s[i]; b < utf8.RuneSelf {
			w.ascii(b, i)
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		from, to := i, i+size
		i = to
		if r == softHyphen {
			w.sign('-')
			continue
		}
		buf = plainRunes(buf, r, func(c rune) {
			if unicode.IsLetter(c) || unicode.IsDigit(c) {
				w.letter(c, from, to)
			} else {
				w.sign(c)
			}
		})
	}
	return w.join()
}

// ascii takes a byte that is a character: nearly all of most texts.
func (w *wordReader) ascii(b byte, at int) {
	switch {
	case 'A' <= b && b <= 'Z':
		b += 'a' - 'A'
	case b == ' ' && !w.hyphen && w.lines <= 1:
		if w.gap == 0 {
			w.gap = ' '
		}
		return
	case !isAlphanumeric[b]:
		w.sign(rune(b))
		return
	}
	w.begin()
	w.text.WriteByte(b)
	w.start, w.end = append(w.start, int32(at)), append(w.end, int32(at+1))
}

func (w *wordReader) letter(c rune, from, to int) {
	w.begin()
	w.add(c, from, to)
}

// begin begins a word if the letter that comes is its first.
func (w *wordReader) begin() {
	if w.gap != 0 || len(w.words) == 0 {
		w.words = append(w.words, foldedWord{w.text.Len(), w.gap})
	}
	w.gap, w.hyphen, w.lines = 0, false, 0
}

// sign widens the gap by a character that is no letter.
func (w *wordReader) sign(c rune) {
	if c == '\n' {
		w.lines++
	}
	switch {
	case w.gap == 0 && (c == '\'' || c == '’'):
	case w.gap == 0 && (c == '-' || c == '‐'):
		w.hyphen = true
	case w.hyphen && w.lines == 1 && unicode.IsSpace(c):
	case w.lines > 1 || strings.ContainsRune(".!?:;。…*#|>\"“”„«»{「『【", c):
		w.gap, w.hyphen = '.', false
	case unicode.IsSpace(c):
		if w.gap == 0 {
			w.gap = ' '
		}
		w.hyphen = false
	default:
		if w.gap != '.' {
			w.gap = ','
		}
		w.hyphen = false
	}
}

// join puts the words together with their gaps.
func (w *wordReader) join() folded {
	all := w.done()
	out := newFolder(len(all.text))
	spaced := 0 // words that are left of a row of letters
	for i, word := range w.words {
		end := len(all.text)
		if i+1 < len(w.words) {
			end = w.words[i+1].at
		}
		first := spaced == 0
		if first {
			spaced = w.spaced(all.text, i)
		}
		if word.gap != 0 && first {
			at := int(all.start[word.at])
			out.add(rune(word.gap), at, at)
		}
		spaced = max(0, spaced-1)
		out.text.WriteString(all.text[word.at:end])
		out.start = append(out.start, all.start[word.at:end]...)
		out.end = append(out.end, all.end[word.at:end]...)
	}
	return out.done()
}

// spaced is how many words from the one at i on are single letters, 0 if those
// are not enough for a word spaced out.
func (w *wordReader) spaced(text string, i int) int {
	n := 0
	for ; i+n < len(w.words); n++ {
		_, size := utf8.DecodeRuneInString(text[w.words[i+n].at:])
		if end := w.words[i+n].at + size; end < len(text) && (i+n+1 == len(w.words) || end != w.words[i+n+1].at) {
			break
		}
	}
	if n < enoughSpaced {
		return 0
	}
	return n
}
