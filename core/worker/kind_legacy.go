package worker

import (
	"bytes"

	"ibid/core"
	"ibid/core/extract/text"
)

// legacyNames are the extensions of documents that another program has to convert.
var legacyNames = map[string]core.Kind{
	".doc": core.KindDocument, ".dot": core.KindDocument, ".rtf": core.KindDocument, ".wpd": core.KindDocument, ".wps": core.KindDocument,
	".fodt": core.KindDocument,
	".xls":  core.KindSheet, ".xlt": core.KindSheet, ".fods": core.KindSheet,
	".ppt": core.KindSlides, ".pps": core.KindSlides, ".pot": core.KindSlides, ".fodp": core.KindSlides,
}

// legacyStreams are the streams of compound files (MS-CFB), by the names in their
// directory, that show the kind of such a file.
var legacyStreams = []struct {
	name string
	kind core.Kind
}{
	{"WordDocument", core.KindDocument}, {"PowerPoint Document", core.KindSlides}, {"Workbook", core.KindSheet}, {"Book", core.KindSheet},
}

const compoundMark = "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"

// legacyKind returns the kind of a document in a format from before 2007; empty
// for other files. named reports that the name may be that of a text: programs
// have always written web pages and tables of text under such names.
func legacyKind(ext string, head []byte, named bool) core.Kind {
	kind := legacyNames[ext]
	switch {
	case bytes.HasPrefix(head, []byte(compoundMark)):
		return compoundKind(kind, head)
	case (!named || ext == "") && (bytes.HasPrefix(head, []byte(`{\rtf`)) || bytes.HasPrefix(head, []byte("\xffWPC"))):
		return core.KindDocument
	case kind == "":
		return ""
	case bytes.Contains(head[:min(len(head), 4096)], []byte("<office:document")):
		return kind
	case isWebPage(ext, head) || isWebPage("", head):
		return core.KindHTML
	case text.LooksLikeText(head) && len(head) > 0:
		return core.KindText
	}
	return kind
}

// compoundKind returns the kind of a compound file whose name suggests kind: that
// kind if the file has its stream or shows none, because the directory may lie
// beyond head; else the kind of the first stream in the directory. Files with
// other names may be from Outlook or Visio, which embed such documents.
func compoundKind(kind core.Kind, head []byte) core.Kind {
	first, at := core.Kind(""), len(head)
	for _, s := range legacyStreams {
		i := bytes.Index(head, entryName(s.name))
		if i >= 0 && s.kind == kind {
			return kind
		}
		if i >= 0 && i < at {
			first, at = s.kind, i
		}
	}
	if bytes.Contains(head, entryName("__nameid_version1.0")) || bytes.Contains(head, entryName("VisioDocument")) {
		return ""
	}
	if first != "" {
		return first
	}
	return kind
}

// entryName returns a name as an entry of the directory begins with it: in
// UTF-16, with the final zero.
func entryName(name string) []byte {
	out := make([]byte, 0, 2*len(name)+2)
	for _, c := range []byte(name) {
		out = append(out, c, 0)
	}
	return append(out, 0, 0)
}
