package main

import (
	"bytes"
	"fmt"
	"regexp"
)

var startXref = regexp.MustCompile(`startxref\n(\d+)\n`)

// addLabels gives a PDF page labels: front pages in roman numerals, then
// numbers from first. The catalogue is the last object that fpdf writes, so
// only the cross-reference table moves and no offset in it changes.
func addLabels(pdf []byte, front, first int) []byte {
	labels := fmt.Sprintf("/PageLabels <</Nums [0 <</S /r>> %d <</S /D /St %d>>]>>\n", front, first)
	end := []byte(">>\nendobj\nxref\n")
	at := bytes.LastIndex(pdf, end)
	m := startXref.FindSubmatchIndex(pdf)
	if at < 0 || m == nil {
		panic("the catalogue is not where fpdf puts it")
	}
	var out bytes.Buffer
	out.Write(pdf[:at])
	out.WriteString(labels)
	out.Write(pdf[at:m[2]])
	fmt.Fprint(&out, at+len(labels)+len(">>\nendobj\n"))
	out.Write(pdf[m[3]:])
	return out.Bytes()
}

var infoRef = regexp.MustCompile(`/Info \d+ 0 R\n`)

// dropInfo takes the reference to the metadata out of the trailer, which
// stands after the cross-reference table, so that no offset changes.
func dropInfo(pdf []byte) []byte {
	at := bytes.LastIndex(pdf, []byte("trailer"))
	return append(bytes.Clone(pdf[:at]), infoRef.ReplaceAll(pdf[at:], nil)...)
}
