package main

import (
	"embed"
	"fmt"
)

//go:embed text
var texts embed.FS

// text reads one of the embedded texts.
func text(name string) (string, error) {
	b, err := texts.ReadFile("text/" + name)
	if err != nil {
		return "", fmt.Errorf("read text %q: %w", name, err)
	}
	return string(b), nil
}

// paper joins a text with the look it is set in.
type paper struct {
	source string
	spec
}

var library = []paper{
	{"plumes.txt", spec{
		name:    "halvane-2024-plumes-kelp-depth-limit.pdf",
		title:   "Sediment plumes and the depth limit of a Laminaria hyperborea forest: eight years of light, turbidity and canopy surveys in Carrow Sound",
		author:  "Ingrid M. Halvane, Tomas Okafor-Reid, Maire Sutherlin, Daniel Pryce-Amado",
		subject: "Annals of Shallow Reef Ecology 12 (2024)",
		head:    "Halvane et al.  \u00b7  Sediment plumes and kelp depth limits",
		face:    "Times", size: 10.5, lead: 13.2, margin: 54, gutter: 20, roman: true, outline: true,
	}},
	{"report.txt", spec{
		name:    "carrow-sound-monitoring-report-2023.pdf",
		title:   "Carrow Sound Shallow Reef Monitoring: Annual Report 2023",
		author:  "Northern Shelf Environment Agency",
		subject: "Report MR-2024/07",
		head:    "NSEA Report MR-2024/07",
		face:    "Helvetica", size: 10.5, lead: 15.5, margin: 72, outline: true,
	}},
	{"resuspension.txt", spec{
		name: "okafor-reid-resuspension.pdf",
		head: "Okafor-Reid and Brandt  \u00b7  Resuspension under a kelp canopy",
		face: "Times", size: 11.5, lead: 14.6, margin: 62, gutter: 22, first: 77, rowwise: true,
	}},
	{"restricted.txt", spec{
		name:   "restricted-site-coordinates.pdf",
		title:  "Coordinates of restricted survey sites",
		author: "Maire Sutherlin",
		head:   "Restricted",
		face:   "Times", size: 11, lead: 15, margin: 80, password: "tide-pool",
	}},
}

// papers lays out the PDFs that hold text.
func papers() ([]file, error) {
	var files []file
	for _, p := range library {
		src, err := text(p.source)
		if err != nil {
			return nil, err
		}
		pdf, err := build(p.spec, src)
		if err != nil {
			return nil, err
		}
		files = append(files, file{"sample/" + p.name, pdf})
	}
	return files, nil
}
