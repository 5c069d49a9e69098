package mail

import "strings"

// IsSavedPage reports whether data begins as a web page that a browser saved
// with all that belongs to it (.mht, RFC 2557): a message that nobody sent.
func IsSavedPage(data []byte) bool {
	h, _ := parseHeader(data)
	if h.raw("To") != "" || h.raw("Received") != "" || h.raw("Message-ID") != "" {
		return false
	}
	kind, _ := media(h.raw("Content-Type"))
	return kind == "multipart/related" || kind == "text/html" && (h.raw("Content-Location") != "" || h.raw("MIME-Version") != "")
}

// SavedPage is the web page in a file of which IsSavedPage is true, and the
// charset that its part names, which may be empty; nothing if there is none. Of
// several pages it is the first: the others are frames of it.
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
