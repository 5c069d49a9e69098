package core

// Kind is the kind of a file. It is decided by content first, then by name.
type Kind string

// The kinds of files. KindOther is any file without an extractor.
const (
	KindPDF          Kind = "pdf"
	KindMarkdown     Kind = "markdown"
	KindText         Kind = "text" // plain text and markup that is read as lines
	KindCode         Kind = "code"
	KindHTML         Kind = "html"
	KindEbook        Kind = "ebook"    // EPUB, MOBI, FictionBook
	KindDocument     Kind = "document" // of a word processor
	KindSlides       Kind = "slides"
	KindSheet        Kind = "sheet" // a workbook of tables
	KindMail         Kind = "mail"
	KindSubtitles    Kind = "subtitles"
	KindNotebook     Kind = "notebook" // Jupyter
	KindImage        Kind = "image"
	KindAudio        Kind = "audio"
	KindConversation Kind = "conversation" // an exported chat
	KindArchive      Kind = "archive"      // packed files, each a document of its own
	KindOther        Kind = "other"
)

// Kinds are all kinds, in the order of their names.
var Kinds = []Kind{
	KindArchive, KindAudio, KindCode, KindConversation, KindDocument, KindEbook, KindHTML, KindImage, KindMail, KindMarkdown, KindNotebook,
	KindOther, KindPDF, KindSheet, KindSlides, KindSubtitles, KindText,
}

// Unit is the kind of the pages of a document. It decides how places are named.
type Unit string

// The units of documents.
const (
	UnitPage      Unit = "page"      // report.pdf p. 3
	UnitSlide     Unit = "slide"     // talk.pptx slide 4
	UnitMessage   Unit = "message"   // chat.json msg 17
	UnitCell      Unit = "cell"      // run.ipynb cell 7
	UnitMetadata  Unit = "metadata"  // photo.jpg EXIF, song.flac tags
	UnitChapter   Unit = "chapter"   // book.epub ch. 3 ¶ 12
	UnitSheet     Unit = "sheet"     // data.xlsx Sales!B3:D9
	UnitParagraph Unit = "paragraph" // paper.docx § Methods ¶ 3
	UnitTime      Unit = "time"      // talk.srt 00:12:31
	UnitLine      Unit = "line"      // notes.md:40-52
)

// kinds describes each kind; a kind that is not listed is read as lines.
var kinds = map[Kind]struct {
	unit  Unit
	group Group
}{
	KindPDF:          {UnitPage, GroupDocumentation},
	KindMarkdown:     {UnitLine, GroupDocumentation},
	KindText:         {UnitLine, GroupDocumentation},
	KindCode:         {UnitLine, GroupCode},
	KindHTML:         {UnitParagraph, GroupDocumentation},
	KindEbook:        {UnitChapter, GroupDocumentation},
	KindDocument:     {UnitParagraph, GroupDocumentation},
	KindSlides:       {UnitSlide, GroupDocumentation},
	KindSheet:        {UnitSheet, GroupOther},
	KindMail:         {UnitMessage, GroupConversation},
	KindSubtitles:    {UnitTime, GroupOther},
	KindNotebook:     {UnitCell, GroupCode},
	KindImage:        {UnitMetadata, GroupOther},
	KindAudio:        {UnitMetadata, GroupOther},
	KindConversation: {UnitMessage, GroupConversation},
}

// Unit returns what the pages of the kind are.
func (k Kind) Unit() Unit {
	if known, ok := kinds[k]; ok {
		return known.unit
	}
	return UnitLine
}

// Group returns the type of source that documents of the kind are.
func (k Kind) Group() Group {
	if known, ok := kinds[k]; ok {
		return known.group
	}
	return GroupOther
}

// Drawn reports whether the pages of the kind are drawn as they look, so that a
// passage can be shown on its page. Other kinds have one picture for the whole
// document.
func (k Kind) Drawn() bool { return k == KindPDF || k == KindImage }

// Paged reports whether the places of the kind are whole pages, slides, messages
// or cells, each of which makes one source. Places of the other kinds are
// stretches of a text, which may have several parts, such as chapters.
func (k Kind) Paged() bool {
	switch k.Unit() {
	case UnitPage, UnitSlide, UnitMessage, UnitCell, UnitMetadata:
		return true
	}
	return false
}
