package worker_test

import (
	"strings"
	"testing"

	"ibid/core"
	"ibid/core/worker"
)

func TestKindComesFromContentThenName(t *testing.T) {
	tests := []kindTest{
		{"a.pdf", "%PDF-1.7", core.KindPDF},
		{"a.bin", "junk\n%PDF-1.4", core.KindPDF},
		{"a.bin", strings.Repeat("x", 1020) + "%PDF-1.4", core.KindText},
		{"paper.PDF", "Dear diary", core.KindPDF},
		{"paper.pdf", "", core.KindPDF},
		{"photo.pdf", "\xff\xd8\xff\xe0\x00\x10JFIF\x00", core.KindImage},
		{"thesis.pdf", packed("[Content_Types].xml", "....word/document.xml"), core.KindDocument},
		{"song.pdf", "fLaC\x00\x00\x00\x22", core.KindAudio},
		{"analysis.qmd", "# Depth limits", core.KindMarkdown},
		{"gauge.ini", "[gauge]\noffset=1", core.KindText},
		{"notes.md", "# Notes", core.KindMarkdown},
		{"notes.markdown", "", core.KindMarkdown},
		{"notes.txt", "A PDF begins with %PDF-1.7, they say", core.KindText},
		{"notes.txt", "%PDF-1.7", core.KindPDF},
		{"README", "Read me", core.KindText},
		{".notes", "Read me", core.KindText},
		{"../.config/a.md", "# Read me", core.KindMarkdown},
		{"notes.txt", "h\x00i\x00 \x00y\x00o\x00u\x00", core.KindText},
		{"run", "#!/bin/sh", core.KindText},
		{"page", "<!doctype html>", core.KindHTML},
		{"main.go", "package main", core.KindCode},
		{"pay.PY", "import os", core.KindCode},
		{"data.csv", "a,b", core.KindText},
		{"paper.tex", "\\section{A}", core.KindText},
		{"data.json", "{}", core.KindText},
		{"data.csv", "\x00\x01\x02\x03", core.KindOther},
		{"blob", "\x00\x01\x02\x03", core.KindOther},
		{"a.docx", "PK\x03\x04", core.KindDocument},
		{"a.docx", "\xd0\xcf\x11\xe0", core.KindDocument},
		{"a", "PK\x03\x04....[Content_Types].xml....xl/workbook.xml", core.KindSheet},
		{"a.zip", packed("mimetype", "application/epub+zip"), core.KindEbook},
		{"a.zip", packed("[Content_Types].xml", "....word/document.xml"), core.KindDocument},
		{"a.pptx", "%PDF-1.7", core.KindPDF},
		{"a.fb2", "<?xml version='1.0'?><FictionBook>", core.KindEbook},
		{"a.prc", strings.Repeat("x", 60) + "BOOKMOBI.", core.KindEbook},
		{"page.html", "<p>tides", core.KindHTML},
		{"page.mht", "From: <Saved by Blink>\r\nMIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=b\r\n\r\n", core.KindHTML},
		{"tides.doc", "MIME-Version: 1.0\nContent-Type: multipart/related; boundary=b\n\n", core.KindHTML},
		{"letter.eml", "From: a\nTo: b\nSubject: s\nContent-Type: multipart/related; boundary=b\n\n", core.KindMail},
	}
	checkKinds(t, tests)
}

// What is plain text is text whatever it is called; anything else is not.
func TestKindOfPlainTextUnderAnyName(t *testing.T) { // R0.1
	const kelp = "Kelp grows down to 19 m\r\n\tat Tölva.\f"
	checkKinds(t, []kindTest{
		{"notes.foo", kelp, core.KindText},
		{"gauge.2024-03-04", kelp, core.KindText},
		{"Makefile", "all:\n\tgo build", core.KindText},
		{"LICENSE", kelp, core.KindText},
		{"dive.log", kelp, core.KindText},
		{".bashrc", "alias tide=ls", core.KindText},
		{".survey.old", kelp, core.KindText},
		{"log.", kelp, core.KindText},
		{"tides.xml", "<?xml version='1.0'?><tides/>", core.KindText},
		{"notes.foo", "", core.KindText},
		{"notes.foo", "\xef\xbb\xbf" + kelp, core.KindText},
		{"notes.foo", "\xff\xfeK\x00e\x00l\x00p\x00", core.KindText},
		{"notes.foo", "\xfe\xff\x00K\x00e\x00l\x00p\x00", core.KindText},
		{"notes.foo", strings.Repeat("ö", 10) + "\xc3", core.KindText},
		{"page.aspx", "\n<!DOCTYPE html><p>tides", core.KindHTML},
		{"notes.foo", "Kelp \xe9", core.KindText},
		{"notes.foo", "T\xf6lva reef", core.KindOther},
		{"notes.foo", "Kelp\x00", core.KindOther},
		{"notes.foo", "Kelp\x1b[0m", core.KindOther},
		{"notes.foo", "K\x00e\x00l\x00p\x00", core.KindOther},
		{"notes.foo", "\xff\xfe\x01\x00\x02\x00", core.KindOther},
		{"notes.foo", "\xff\xfe\x00\xd8K\x00", core.KindOther},
		{"chart.svg", "<?xml version='1.0'?><svg>", core.KindOther},
		{"chart.ps", "%!PS-Adobe-3.0", core.KindOther},
		{"chart", "%!PS-Adobe-3.0", core.KindOther},
		{"letter.foo", "From: me\nTo: you\nSubject: this\nDate: then\n\n", core.KindMail},
	})
}

// Files of before 2007 are told by the streams that their directory names, then
// by their name; what programs wrote as text under such a name is text.
func TestKindOfOldFormats(t *testing.T) {
	const mark = "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
	entry := func(name string) string { return strings.Join(strings.Split(name, ""), "\x00") + "\x00\x00\x00" }
	checkKinds(t, []kindTest{
		{"minutes.doc", mark + entry("WordDocument"), core.KindDocument},
		{"minutes.doc", mark + "its directory lies further back", core.KindDocument},
		{"minutes", mark + entry("WordDocument"), core.KindDocument},
		{"minutes.old", mark + entry("PowerPoint Document"), core.KindSlides},
		{"minutes.doc", mark + entry("Workbook"), core.KindSheet},
		{"minutes.doc", mark + entry("Workbook") + entry("WordDocument"), core.KindDocument},
		{"tide.xls", mark + entry("WordDocument") + entry("Workbook"), core.KindSheet},
		{"tide.xls", mark + entry("Book"), core.KindSheet},
		{"tide.dat", mark + entry("Workbook") + entry("WordDocument"), core.KindSheet},
		{"letter.msg", mark + entry("__nameid_version1.0") + entry("WordDocument"), core.KindOther},
		{"set.msi", mark, core.KindOther},
		{"talk.ppt", mark, core.KindSlides},
		{"old.docx", mark + entry("WordDocument"), core.KindDocument},
		{"minutes.rtf", `{\rtf1\ansi`, core.KindDocument},
		{"minutes.doc", `{\rtf1\ansi`, core.KindDocument},
		{"minutes", `{\rtf1\ansi`, core.KindDocument},
		{"about.txt", `{\rtf1\ansi is how it begins`, core.KindText},
		{"thesis.wpd", "\xffWPC", core.KindDocument},
		{"thesis", "\xffWPC", core.KindDocument},
		{"minutes.doc", "PK\x03\x04....[Content_Types].xml....word/document.xml", core.KindDocument},
		{"minutes.doc", "\x00\x01\x02", core.KindDocument},
		{"tide.xls", "<html><table>", core.KindHTML},
		{"tide.xls", "day\theight\n1\t2.40\n", core.KindText},
		{"tide.fods", "<?xml version='1.0'?><office:document>", core.KindSheet},
		{"tide.xlsb", "PK\x03\x04", core.KindSheet},
	})
}

// Messages, cells and cues are told from other text by how it begins.
func TestKindOfStructuredText(t *testing.T) {
	checkKinds(t, []kindTest{
		{"letter.eml", "Received: by x\r\n\tfor y\r\nSubject: s", core.KindMail},
		{"letter.eml", "Dear diary,\n", core.KindText},
		{"letter.txt", "From: me\nTo: you\nSubject: this\n\n", core.KindText},
		{"1709.M1P2.host:2,S", "From: me\nTo: you\nSubject: this\nDate: then\nMessage-ID: <1>\n\n", core.KindMail},
		{"Inbox", "From - Mon Mar 04 09:12:44 2024\nX-Mozilla-Status: 0001\n", core.KindMail},
		{"list.mbox", "From here on 09:12\nwe wait", core.KindText},
		{"run.ipynb", "{\n \"cells\": [", core.KindNotebook},
		{"run.ipynb", "<html>", core.KindText},
		{"run.json", `{"cells": [{"cell_type": "code"}]}`, core.KindNotebook},
		{"talk.srt", "\ufeff1\r\n00:00:01,000 --> 00:00:02,000\r\nHello\r\n", core.KindSubtitles},
		{"talk.srt", "1\x00\n\x000\x000\x00:\x000\x001\x00:\x000\x000\x00 \x00-\x00-\x00>\x00 \x000\x001\x00:\x000\x001\x00\n\x00", core.KindSubtitles},
		{"talk.srt", "not a cue --> here", core.KindText},
		{"talk.txt", "00:00:01,000 --> 00:00:02,000\nHello\n", core.KindText},
		{"captions", "WEBVTT\n\n", core.KindSubtitles},
		{"notes.md", "WEBVTT\n\n", core.KindMarkdown},
	})
}

// packed is how a zip begins whose first entry is stored as it is.
func packed(name, content string) string {
	return "PK\x03\x04" + strings.Repeat("\x00", 22) + string(rune(len(name))) + "\x00\x00\x00" + name + content
}

// R0.1: archives are told by their first bytes, then by name, and from the
// documents that are zips too.
func TestKindOfArchives(t *testing.T) {
	bzip := "BZh91AY&SY"
	tar := strings.Repeat("\x00", 257) + "ustar\x00" + "00"
	checkKinds(t, []kindTest{
		{"survey.zip", packed("notes.txt", "low water"), core.KindArchive},
		{"survey.zip", packed("talk.docx", "PK..[Content_Types].xml..word/"), core.KindArchive},
		{"survey", packed("notes.txt", "low water"), core.KindArchive},
		{"empty.zip", "PK\x05\x06", core.KindArchive},
		{"harbour.cbz", packed("001.jpg", "\xff\xd8\xff"), core.KindArchive},
		{"drawing.odg", packed("content.xml", "<x/>"), core.KindOther},
		{"release.7z", "7z\xbc\xaf\x27\x1c\x00\x04", core.KindArchive},
		{"a", "7z\xbc\xaf\x27\x1c\x00\x04", core.KindArchive},
		{"a.tar", tar, core.KindArchive},
		{"a", tar, core.KindArchive},
		{"a.tgz", "\x1f\x8b\x08", core.KindArchive},
		{"notes.txt.gz", "\x1f\x8b\x08", core.KindArchive},
		{"a", bzip + strings.Repeat("\x00", 9), core.KindArchive},
		{"a.txt", "BZhang wrote this", core.KindText},
		{"a.xz", "\xfd7zXZ\x00", core.KindArchive},
		{"a.zst", "\x28\xb5\x2f\xfd", core.KindArchive},
		{"broken.zip", "no zip", core.KindArchive},
		{"papers.zip", packed("tides.pdf", "%PDF-1.7"), core.KindArchive}, // its first member is not packed
		{"papers", packed("tides.pdf", "%PDF-1.7"), core.KindArchive},
		{"papers.tar", "tides.pdf" + strings.Repeat("\x00", 248) + "ustar" + strings.Repeat("\x00", 250) + "%PDF-1.7", core.KindArchive},
		{"papers.tar", "tides.pdf" + strings.Repeat("\x00", 503) + "%PDF-1.7", core.KindArchive},
	})
}

type kindTest struct {
	name, head string
	want       core.Kind
}

func checkKinds(t *testing.T, tests []kindTest) {
	t.Helper()
	for _, tt := range tests {
		if got := worker.DetectKind(tt.name, []byte(tt.head)); got != tt.want {
			t.Errorf("%s %.20q is %q, want %q", tt.name, tt.head, got, tt.want)
		}
	}
}
