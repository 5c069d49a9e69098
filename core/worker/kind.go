package worker

import (
	"bytes"
	"path/filepath"
	"strings"

	"ibid/core"
	"ibid/core/extract/archive"
	"ibid/core/extract/conversation"
	"ibid/core/extract/mail"
	"ibid/core/extract/markup"
	"ibid/core/extract/subtitles"
	"ibid/core/extract/text"
)

// HeadBytes is the number of bytes at the beginning of a file that DetectKind
// needs.
const HeadBytes = 64 << 10

// textNames are the extensions of text files, apart from those of programming
// languages, and of markup and data that are read as lines. Text that does not
// have the format of its extension is read as lines too.
var textNames = map[string]core.Kind{
	"": core.KindText, ".txt": core.KindText, ".text": core.KindText, ".log": core.KindText,
	".asc": core.KindText, ".me": core.KindText, ".1st": core.KindText, ".adoc": core.KindText,
	".ini": core.KindText, ".cfg": core.KindText, ".conf": core.KindText, ".ris": core.KindText,
	".rmd": core.KindMarkdown, ".qmd": core.KindMarkdown,
	".md": core.KindMarkdown, ".markdown": core.KindMarkdown, ".mdown": core.KindMarkdown, ".mkd": core.KindMarkdown,
	".eml": core.KindText, ".mbox": core.KindText, ".mbx": core.KindText, ".srt": core.KindText, ".vtt": core.KindText, ".ipynb": core.KindText,
}

// DetectKind returns the kind of a file: by its content where that is certain, else
// by its name. head is the first HeadBytes of the file, or all of a smaller one,
// followed by the directory if it is a compound file. A file named .pdf, .jpg or
// .mp3 is taken for one unless it begins as another kind does, so that a broken
// one is reported as damaged instead of being read as text. What is certainly
// plain text is text whatever its name. It parses nothing and is safe in any
// process.
func DetectKind(name string, head []byte) core.Kind {
	name = filepath.Base(name)
	ext := strings.ToLower(filepath.Ext(name))
	if strings.HasPrefix(name, ".") && strings.Count(name, ".") == 1 {
		ext = "" // a dot file has no extension
	}
	kind, named := textNames[ext]
	if markup.Known(ext) {
		kind, named = core.KindText, true
	}
	if core.Language(name) != "" {
		kind, named = core.KindCode, true
	}
	structured := structuredText(ext, head)
	media := mediaKind(ext, head, named && text.LooksLikeText(head))
	switch {
	case isPDF(ext, head, named):
		return core.KindPDF
	case media != "":
		return media
	case zipKind(ext, head) != "":
		return zipKind(ext, head)
	case legacyKind(ext, head, named) != "":
		return legacyKind(ext, head, named)
	case isArchive(ext, head):
		return core.KindArchive
	case bookKind(ext, head) != "":
		return core.KindEbook
	case ext == ".pdf":
		return core.KindPDF
	case isWebPage(ext, head) || !named && isWebPage("", head):
		return core.KindHTML
	case conversation.Is(name, head):
		return core.KindConversation
	case structured != "" && kind != core.KindCode && kind != core.KindMarkdown:
		return structured
	case ext != "" && named && text.LooksLikeText(head):
		return kind
	case text.IsPlain(head) && !isDrawing(head), named && text.LooksLikeText(head) && !isDrawing(head):
		return core.KindText
	}
	return core.KindOther
}

// structuredText returns the kind of a text that consists of messages, cells or
// cues, by its beginning; empty for other text.
func structuredText(ext string, head []byte) core.Kind {
	decoded, err := text.Decode(head)
	if err != nil {
		return ""
	}
	few := 4 // fields of mail; a text may begin as a letter does
	if ext == ".eml" {
		few = 1
	}
	notebook := strings.HasPrefix(strings.TrimLeft(decoded, " \t\n"), "{") &&
		(ext == ".ipynb" || strings.Contains(decoded, `"cell_type":`) && strings.Contains(decoded, `"cells":`))
	switch {
	case mail.IsMailbox(head) || mail.IsMessage(head, few):
		return core.KindMail
	case notebook:
		return core.KindNotebook
	case subtitles.IsWebVTT(decoded) || (ext == ".srt" || ext == ".vtt") && hasCue(decoded):
		return core.KindSubtitles
	}
	return ""
}

func hasCue(head string) bool {
	for line := range strings.Lines(head) {
		if subtitles.IsTiming(line) {
			return true
		}
	}
	return false
}

// isPDF looks for the mark of a PDF, which other bytes may precede. In a text
// file and in an archive only the very beginning counts: a text may mention
// "%PDF", and the first member of an archive may be an unpacked PDF.
func isPDF(ext string, head []byte, named bool) bool {
	at := bytes.Index(head[:min(len(head), 1024)], []byte("%PDF-"))
	return at == 0 || at > 0 && !named && !archiveNames[ext] && !archive.Known(head)
}

// isDrawing reports whether a text is a drawing: lines and numbers with few
// words.
func isDrawing(head []byte) bool {
	head = head[:min(len(head), 4096)]
	return bytes.HasPrefix(head, []byte("%!PS")) || bytes.Contains(head, []byte("<svg"))
}
