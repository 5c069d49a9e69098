package packages

import (
	"slices"
	"testing"
)

func TestCommandIsThatOfTheSystem(t *testing.T) {
	for _, tt := range []struct {
		name     string
		packages Packages
		goos     string
		root     bool
		managers []string
		want     string
	}{
		{"Debian", Tesseract, "linux", false, []string{"apt-get"}, "sudo apt-get install tesseract-ocr"},
		{"Debian as root", Tesseract, "linux", true, []string{"dnf", "apt-get"}, "apt-get install tesseract-ocr"},
		{"Fedora", Tesseract, "linux", false, []string{"dnf"}, "sudo dnf install tesseract"},
		{"Arch", Tesseract, "linux", false, []string{"pacman"}, "sudo pacman -S tesseract tesseract-data-eng"},
		{"macOS", LibreOffice, "darwin", false, []string{"brew"}, "brew install --cask libreoffice"},
		{"Windows", Tesseract, "windows", false, []string{"winget"}, "winget install UB-Mannheim.TesseractOCR"},
		{"a language", TesseractLanguage("chi_sim"), "linux", false, []string{"apt-get"}, "sudo apt-get install tesseract-ocr-chi-sim"},
		{"a language that the manager has not", TesseractLanguage("deu"), "windows", false, []string{"winget"}, ""},
		{"no manager", Tesseract, "linux", false, nil, ""},
		{"the manager of another system", Tesseract, "darwin", false, []string{"apt-get"}, ""},
	} {
		if got := tt.packages.install(tt.goos, tt.root, func(p string) bool { return slices.Contains(tt.managers, p) }); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}
