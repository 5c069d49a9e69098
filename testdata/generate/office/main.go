// Command office writes the office files of testdata/kinds: a report with
// headings, lists, a table and footnotes, once for Word and once as
// OpenDocument, a workbook of tide gauges, and a talk with notes for its speaker.
// They are as small as files can be that office programs open, and the same
// bytes on each run: nothing is compressed and no time is written.
//
// Run it from the root of the module:
//
//	go run ./testdata/generate/office
package main

import (
	"archive/zip"
	"bytes"
	"flag"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strings"
)

// file is one generated file. Name is relative to the folder.
type file struct {
	name string
	data []byte
}

// part is one entry of a zip file.
type part struct{ name, text string }

func main() {
	log.SetFlags(0)
	dir := flag.String("out", filepath.Join("testdata", "kinds"), "the folder to write into")
	flag.Parse()
	files, err := everything()
	if err != nil {
		log.Fatal(err)
	}
	for _, f := range files {
		if err := os.WriteFile(filepath.Join(*dir, f.name), f.data, 0o644); err != nil {
			log.Fatal(err)
		}
	}
}

// everything makes all files in memory.
func everything() ([]file, error) {
	var files []file
	for _, f := range []struct {
		name  string
		parts []part
	}{
		{"kelp-depth-methods.docx", wordReport()},
		{"kelp-depth-methods.odt", openReport()},
		{"tide-gauge.xlsx", workbook()},
		{"dredging-talk.pptx", talk()},
	} {
		data, err := pack(f.parts)
		if err != nil {
			return nil, fmt.Errorf("write %q: %w", f.name, err)
		}
		files = append(files, file{f.name, data})
	}
	return files, nil
}

func pack(parts []part) ([]byte, error) {
	var buf bytes.Buffer
	w := zip.NewWriter(&buf)
	for _, p := range parts {
		e, err := w.CreateHeader(&zip.FileHeader{Name: p.name, Method: zip.Store})
		if err != nil {
			return nil, err
		}
		if _, err := e.Write([]byte(p.text)); err != nil {
			return nil, err
		}
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return buf.Bytes(), nil
}

const head = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>` + "\n"

// Namespaces of Office Open XML.
const (
	officeNS  = "http://schemas.openxmlformats.org/officeDocument/2006/"
	packageNS = "http://schemas.openxmlformats.org/package/2006/"
	wordNS    = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
	sheetNS   = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
	slideNS   = "http://schemas.openxmlformats.org/presentationml/2006/main"
	drawNS    = "http://schemas.openxmlformats.org/drawingml/2006/main"
	types     = "application/vnd.openxmlformats-officedocument."
)

// contentTypes lists the parts of a file with their types.
func contentTypes(parts ...part) part {
	var b strings.Builder
	b.WriteString(head + `<Types xmlns="` + packageNS + `content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>`)
	for _, p := range parts {
		fmt.Fprintf(&b, `<Override PartName="/%s" ContentType="%s"/>`, p.name, p.text)
	}
	b.WriteString(`<Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/></Types>`)
	return part{"[Content_Types].xml", b.String()}
}

// links lists what a part refers to, as pairs of a kind and a target; the
// identifiers are r1, r2, r3.
func links(name string, pairs ...string) part {
	var b strings.Builder
	b.WriteString(head + `<Relationships xmlns="` + packageNS + `relationships">`)
	for i := 0; i+1 < len(pairs); i += 2 {
		kind := officeNS + "relationships/" + pairs[i]
		if pairs[i] == "core-properties" {
			kind = packageNS + "relationships/metadata/core-properties"
		}
		fmt.Fprintf(&b, `<Relationship Id="r%d" Type="%s" Target="%s"/>`, i/2+1, kind, pairs[i+1])
	}
	b.WriteString(`</Relationships>`)
	return part{name, b.String()}
}

func properties(title, author string) part {
	return part{"docProps/core.xml", head + `<cp:coreProperties xmlns:cp="` + packageNS + `metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>` + title + `</dc:title><dc:creator>` + author + `</dc:creator></cp:coreProperties>`}
}
