package mail

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"strings"

	"golang.org/x/text/encoding/htmlindex"

	"ibid/core/extract/text"
)

// transfer decodes the transfer encoding of a body. Invalid characters are kept,
// or in base64 left out, and what follows them is decoded. The readers of the
// standard library would stop there.
func transfer(encoding string, body []byte) []byte {
	switch strings.ToLower(strings.TrimSpace(encoding)) {
	case "quoted-printable":
		return quotedPrintable(body)
	case "base64":
		return fromBase64(body)
	}
	return body
}

func quotedPrintable(body []byte) []byte {
	out := make([]byte, 0, len(body))
	for len(body) > 0 {
		at := bytes.IndexByte(body, '=')
		if at < 0 {
			return append(out, body...)
		}
		out, body = append(out, body[:at]...), body[at+1:]
		if len(body) >= 2 {
			if hi, lo := hexDigit(body[0]), hexDigit(body[1]); hi >= 0 && lo >= 0 {
				out, body = append(out, byte(hi<<4|lo)), body[2:]
				continue
			}
		}
		line, rest := cutLine(body)
		if len(bytes.TrimRight(line, " \t")) > 0 {
			out = append(out, '=') // a plain sign, not an escape
			continue
		}
		body = rest // a soft line break
	}
	return out
}

func hexDigit(c byte) int {
	switch {
	case '0' <= c && c <= '9':
		return int(c - '0')
	case 'A' <= c && c <= 'F':
		return int(c-'A') + 10
	case 'a' <= c && c <= 'f':
		return int(c-'a') + 10
	}
	return -1
}

func fromBase64(body []byte) []byte {
	digits := make([]byte, 0, len(body))
	for _, c := range body {
		if isBase64(c) {
			digits = append(digits, c)
		}
	}
	if len(digits)%4 == 1 {
		digits = digits[:len(digits)-1]
	}
	out := make([]byte, base64.RawStdEncoding.DecodedLen(len(digits)))
	n, _ := base64.RawStdEncoding.Decode(out, digits) // nothing but digits, and not one too many
	return out[:n]
}

func isBase64(c byte) bool {
	return 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z' || '0' <= c && c <= '9' || c == '+' || c == '/'
}

// decodedSize returns the number of bytes that transfer would return.
func decodedSize(encoding string, body []byte) int {
	if strings.EqualFold(strings.TrimSpace(encoding), "base64") {
		n := 0
		for _, c := range body {
			if isBase64(c) {
				n++
			}
		}
		return n * 3 / 4
	}
	return len(transfer(encoding, body))
}

// decodeText decodes a text part. A charset that is missing or wrong is detected
// from the bytes. The error says that the text may be wrong.
func decodeText(charset string, data []byte) (string, error) {
	var unknown error
	switch strings.ToLower(charset) {
	case "", "utf-8", "utf8", "us-ascii", "ascii", "unknown-8bit", "x-unknown":
	default:
		enc, err := htmlindex.Get(charset)
		if err != nil {
			unknown = fmt.Errorf("charset %q is not known", charset)
		} else if decoded, err := enc.NewDecoder().Bytes(data); err == nil {
			data = decoded
		}
	}
	s, err := text.Decode(data)
	if err != nil {
		return "", fmt.Errorf("decode: %w", err)
	}
	return s, unknown
}

// unflow joins the lines of paragraphs in flowed text (RFC 3676). delSp says that
// the blank before a line break is not part of the text.
func unflow(s string, delSp bool) string {
	var out strings.Builder
	open, depth := false, 0 // whether the line above flows on, and its quote depth
	for line := range strings.Lines(s) {
		line = strings.TrimSuffix(line, "\n")
		quoted := len(line) - len(strings.TrimLeft(line, ">"))
		body := strings.TrimPrefix(line[quoted:], " ")
		if !open || quoted != depth || body == "-- " {
			if out.Len() > 0 {
				out.WriteByte('\n')
			}
			out.WriteString(line[:quoted])
			if quoted > 0 && body != "" {
				out.WriteByte(' ')
			}
		}
		open, depth = strings.HasSuffix(body, " ") && body != "-- ", quoted
		if open && delSp {
			body = body[:len(body)-1]
		}
		out.WriteString(body)
	}
	return out.String()
}
