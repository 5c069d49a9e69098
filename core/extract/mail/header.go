package mail

import (
	"bytes"
	"fmt"
	"io"
	"mime"
	"net/textproto"
	"regexp"
	"strings"

	"golang.org/x/text/encoding/htmlindex"

	"ibid/core/extract/text"
)

// Bounds of one header. What exceeds them is left out.
const (
	maxFields = 2_000
	maxRaw    = 64 << 10 // bytes of one field
	maxValue  = 2_000    // bytes of one field as it is shown
)

// header holds the raw values of each field by its canonical name.
type header map[string][]string

// raw returns the first field of that name as it is written.
func (h header) raw(name string) string {
	if values := h[name]; len(values) > 0 {
		return values[0]
	}
	return ""
}

// get returns the first field of that name, decoded, on one line.
func (h header) get(name string) string { return decodeWords(h.raw(name)) }

// field matches a line that begins a header field (RFC 5322, section 2.2).
var field = regexp.MustCompile(`^([!-9;-~]{1,100})[ \t]*:`)

// parseHeader reads the fields at the beginning of data up to a blank line, or up
// to a line that is no field, where the blank line was forgotten.
func parseHeader(data []byte) (h header, body []byte) {
	h = make(header)
	name, start, fields := "", 0, 0 // the open field, and where its value begins
	end := func(at int) {
		if name != "" && fields <= maxFields {
			h[name] = append(h[name], string(data[start:min(at, start+maxRaw)]))
		}
	}
	for at := 0; at < len(data); {
		line, rest := cutLine(data[at:])
		m := field.FindSubmatch(line)
		switch {
		case len(bytes.TrimSpace(line)) == 0:
			end(at)
			return h, rest
		case name != "" && (line[0] == ' ' || line[0] == '\t'): // the value goes on
		case m != nil:
			end(at)
			fields++
			name, start = textproto.CanonicalMIMEHeaderKey(string(m[1])), at+len(m[0])
		case name == "" && bytes.HasPrefix(bytes.TrimLeft(line, ">"), []byte("From ")):
		default:
			end(at)
			return h, data[at:]
		}
		at = len(data) - len(rest)
	}
	end(len(data))
	return h, nil
}

// cutLine returns the first line without its end, and what follows it.
func cutLine(data []byte) (line, rest []byte) {
	line, rest, _ = bytes.Cut(data, []byte("\n"))
	return bytes.TrimSuffix(line, []byte("\r")), rest
}

// decodeWords decodes encoded words (RFC 2047) and bare 8-bit characters. The
// result is one line of at most maxValue bytes.
func decodeWords(raw string) string {
	s, err := text.Decode([]byte(raw))
	if err != nil {
		return ""
	}
	s = oneLine(s)
	if d, err := (&mime.WordDecoder{CharsetReader: charsetReader}).DecodeHeader(s); err == nil {
		s = oneLine(d)
	}
	if len(s) > maxValue {
		s = strings.TrimSpace(strings.ToValidUTF8(s[:maxValue], "")) + " …"
	}
	return s
}

func oneLine(s string) string { return text.OneLine(strings.ReplaceAll(s, "\x00", "")) }

func charsetReader(charset string, in io.Reader) (io.Reader, error) {
	enc, err := htmlindex.Get(charset)
	if err != nil {
		return nil, fmt.Errorf("charset %q: %w", charset, err)
	}
	return enc.NewDecoder().Reader(in), nil
}

// parameter matches one parameter of a malformed field, of which the standard
// library reads none.
var parameter = regexp.MustCompile(`(?i)[;\s](boundary|charset|name|filename|format|delsp)\s*=\s*(?:"([^"]*)"|([^\s;"]+))`)

// media parses a field such as Content-Type into its value, in lower case, and its
// parameters.
func media(raw string) (value string, params map[string]string) {
	raw = strings.Join(strings.Fields(raw), " ")
	value, params, err := mime.ParseMediaType(raw)
	if err == nil {
		return value, params
	}
	value, _, _ = strings.Cut(raw, ";")
	value = strings.ToLower(strings.TrimSpace(value))
	params = make(map[string]string)
	for _, m := range parameter.FindAllStringSubmatch(raw, 20) {
		if key := strings.ToLower(m[1]); params[key] == "" {
			params[key] = m[2] + m[3]
		}
	}
	return value, params
}
