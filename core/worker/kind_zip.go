package worker

import (
	"bytes"
	"strings"

	"ibid/core"
	"ibid/core/extract/archive"
	"ibid/core/extract/mail"
)

// zipNames are the extensions of documents that are zips, at least when not
// encrypted.
var zipNames = map[string]core.Kind{
	".epub": core.KindEbook,
	".docx": core.KindDocument, ".docm": core.KindDocument, ".dotx": core.KindDocument, ".odt": core.KindDocument, ".ott": core.KindDocument,
	".pptx": core.KindSlides, ".pptm": core.KindSlides, ".ppsx": core.KindSlides, ".odp": core.KindSlides,
	".xlsx": core.KindSheet, ".xlsb": core.KindSheet, ".xlsm": core.KindSheet, ".xltx": core.KindSheet, ".ods": core.KindSheet,
}

// inside are the contents of an entry `mimetype`, or the folders beside
// [Content_Types].xml, that show the kind of a zip without a known extension in
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

// zipKind returns the kind of a document that is packed in a zip, by its name,
// else by the beginning of the zip; empty for other files. A file with such a
// name that is not a zip has the kind too, so that it ends as damaged or
// encrypted.
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

// otherZips are the extensions of programs' files that are zips without files of
// a person in them.
var otherZips = map[string]bool{
	".odg": true, ".otg": true, ".odf": true, ".odb": true, ".odc": true, ".pages": true, ".numbers": true, ".key": true,
	".vsdx": true, ".xlsb": true, ".apk": true, ".ipa": true, ".sketch": true, ".idml": true,
}

// isArchive reports whether a file is an archive, whose members are documents of
// their own. A damaged file with such a name counts too, so that it ends as
// damaged.
func isArchive(ext string, head []byte) bool {
	return archiveNames[ext] || archive.Known(head) && !otherZips[ext]
}

// beginsDocument reports whether the first entry of a zip is one with which
// office files and books begin.
func beginsDocument(head []byte) bool {
	const fixed = 30 // bytes of a local header before the name, whose length is at 26
	if len(head) < fixed || !bytes.HasPrefix(head, []byte("PK\x03\x04")) {
		return false
	}
	name := string(head[fixed:min(len(head), fixed+int(head[26])+int(head[27])<<8)])
	return name == "mimetype" || name == "[Content_Types].xml" || name == "_rels/.rels"
}

// looksOther reports whether a file with another extension is a PDF.
func looksOther(head []byte) bool { return bytes.HasPrefix(head, []byte("%PDF-")) }

// bookKind returns the kind of an e-book that is not a zip; empty for other
// files.
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

// isWebPage reports whether a file is a web page, by its name or its beginning.
func isWebPage(ext string, head []byte) bool {
	if webNames[ext] || (ext == "" || savedNames[ext]) && mail.IsSavedPage(head) {
		return true
	}
	head = bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\xef\xbb\xbf")), " \t\r\n")
	begin := strings.ToLower(string(head[:min(len(head), 100)]))
	return ext == "" && (strings.HasPrefix(begin, "<!doctype html") || strings.HasPrefix(begin, "<html"))
}
