package worker

import (
	"bytes"
	"strings"

	"ibid/core"
	"ibid/core/extract/archive"
	"ibid/core/extract/mail"
)

// zipNames are the extensions of documents that are zips, or that are when
// they are not encrypted.
var zipNames = map[string]core.Kind{
	".epub": core.KindEbook,
	".docx": core.KindDocument, ".docm": core.KindDocument, ".dotx": core.KindDocument, ".odt": core.KindDocument, ".ott": core.KindDocument,
	".pptx": core.KindSlides, ".pptm": core.KindSlides, ".ppsx": core.KindSlides, ".odp": core.KindSlides,
	".xlsx": core.KindSheet, ".xlsb": core.KindSheet, ".xlsm": core.KindSheet, ".xltx": core.KindSheet, ".ods": core.KindSheet,
}

// inside are the contents of an entry `mimetype`, or the folders beside
// [Content_Types].xml, by which a zip without a telling name shows what it is in
// its first bytes.
var inside = []struct {
	mark string
	kind core.Kind
}{
	{"application/epub+zip", core.KindEbook},
	{"application/vnd.oasis.opendocument.text", core.KindDocument},
	{"application/vnd.oasis.opendocument.presentation", core.KindSlides},
	{"application/vnd.oasis.opendocument.spreadsheet", core.KindSheet},
	{"word/", core.KindDocument}, {"ppt/", core.KindSlides}, {"xl/", core.KindSheet},
}

// zipKind tells documents that are packed in a zip by their name, else by
// what the zip begins with; empty for all else. A file of such a name that is
// no zip is of the kind too, so that it ends as damaged or as encrypted.
func zipKind(ext string, head []byte) core.Kind {
	zipped := bytes.HasPrefix(head, []byte("PK\x03\x04"))
	if archiveNames[ext] && !beginsDocument(head) {
		return "" // the marks may be those of a document in it
	}
	if kind, named := zipNames[ext]; named && !looksOther(head) {
		return kind
	}
	if !zipped {
		return ""
	}
	office := bytes.Contains(head, []byte("[Content_Types].xml"))
	for _, in := range inside {
		folder := strings.HasSuffix(in.mark, "/")
		if bytes.Contains(head, []byte(in.mark)) && (office || !folder) {
			return in.kind
		}
	}
	return ""
}

// archiveNames are the extensions of archives.
var archiveNames = map[string]bool{
	".zip": true, ".cbz": true, ".7z": true, ".cb7": true, ".tar": true, ".cbt": true, ".tgz": true, ".tbz2": true, ".tbz": true,
	".txz": true, ".tzst": true, ".gz": true, ".bz2": true, ".xz": true, ".zst": true,
}

// otherZips are the extensions of files of programs that are zips and hold
// nothing that a person has put there as a file.
var otherZips = map[string]bool{
	".odg": true, ".otg": true, ".odf": true, ".odb": true, ".odc": true, ".pages": true, ".numbers": true, ".key": true,
	".vsdx": true, ".xlsb": true, ".apk": true, ".ipa": true, ".sketch": true, ".idml": true,
}

// isArchive tells archives, whose members are documents of their own. A file of
// such a name that is none is one too, so that it ends as damaged.
func isArchive(ext string, head []byte) bool {
	return archiveNames[ext] || archive.Known(head) && !otherZips[ext]
}

// beginsDocument reports a zip whose first entry is one that office files and
// books begin with.
func beginsDocument(head []byte) bool {
	const fixed = 30 // bytes of a local header before the name, whose length is at 26
	if len(head) < fixed || !bytes.HasPrefix(head, []byte("PK\x03\x04")) {
		return false
	}
	name := string(head[fixed:min(len(head), fixed+int(head[26])+int(head[27])<<8)])
	return name == "mimetype" || name == "[Content_Types].xml" || name == "_rels/.rels"
}

// looksOther reports a PDF under a foreign name.
func looksOther(head []byte) bool { return bytes.HasPrefix(head, []byte("%PDF-")) }

// bookKind tells e-books that are no zips.
func bookKind(ext string, head []byte) core.Kind {
	palm := len(head) > 68 && (string(head[60:68]) == "BOOKMOBI" || string(head[60:68]) == "TEXtREAd")
	if palm || ext == ".mobi" || ext == ".azw" || ext == ".azw3" || ext == ".fb2" || bytes.Contains(head, []byte("<FictionBook")) {
		return core.KindEbook
	}
	return ""
}

// webNames are the extensions of web pages.
var webNames = map[string]bool{".html": true, ".htm": true, ".xhtml": true, ".shtml": true}

// savedNames are the extensions under which programs save a web page with its
// pictures.
var savedNames = map[string]bool{".mht": true, ".mhtml": true, ".doc": true, ".xls": true}

// isWebPage reports whether a file is a web page, by its name or by how it
// begins.
func isWebPage(ext string, head []byte) bool {
	if webNames[ext] || (ext == "" || savedNames[ext]) && mail.IsSavedPage(head) {
		return true
	}
	head = bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\xef\xbb\xbf")), " \t\r\n")
	begin := strings.ToLower(string(head[:min(len(head), 100)]))
	return ext == "" && (strings.HasPrefix(begin, "<!doctype html") || strings.HasPrefix(begin, "<html"))
}
