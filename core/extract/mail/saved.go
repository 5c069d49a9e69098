package mail

import "strings"

// IsSavedPage reports whether data begins as a web page that a browser saved with
// its pictures in one file (.mht, RFC 2557), in the form of a message.
func IsSavedPage(data []byte) bool {
	h, _ := parseHeader(data)
	if h.raw("To") != "" || h.raw("Received") != "" {
		return false
	}
	kind, _ := media(h.raw("Content-Type"))
	return kind == "multipart/related" || kind == "text/html" && h.raw("Content-Location") != ""
}

// SavedPage returns the first web page in a file for which IsSavedPage is true, and
// the charset that its part names, which may be "". Further pages are frames of
// the first. The page is nil if there is none.
func SavedPage(data []byte) (page []byte, charset string) {
	h, body := parseHeader(data)
	return firstPage(h, body, 0)
}

func firstPage(h header, body []byte, deep int) (page []byte, charset string) {
	kind, params := media(h.raw("Content-Type"))
	switch {
	case kind == "text/html":
		return transfer(h.raw("Content-Transfer-Encoding"), body), params["charset"]
	case !strings.HasPrefix(kind, "multipart/") || params["boundary"] == "" || deep >= maxNested:
		return nil, ""
	}
	for _, part := range split(body, params["boundary"]) {
		h, inner := parseHeader(part)
		if page, charset := firstPage(h, inner, deep+1); len(page) > 0 {
			return page, charset
		}
	}
	return nil, ""
}
