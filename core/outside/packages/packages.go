// Package packages knows how the programs that Ibid uses where they are installed are
// called by package managers, and the command by which a person installs one. It is
// the only place that does.
package packages

import (
	"os"
	"os/exec"
	"runtime"
	"strings"
)

// Packages are the names of a program's packages, by the name of the package
// manager.
type Packages map[string][]string

// LibreOffice converts old office files.
var LibreOffice = Packages{
	"apt-get": {"libreoffice-writer-nogui", "libreoffice-calc-nogui", "libreoffice-impress-nogui"},
	"dnf":     {"libreoffice-writer", "libreoffice-calc", "libreoffice-impress"},
	"pacman":  {"libreoffice-fresh"},
	"brew":    {"--cask", "libreoffice"},
	"winget":  {"TheDocumentFoundation.LibreOffice"},
}

// Tesseract reads scans, in English.
var Tesseract = Packages{
	"apt-get": {"tesseract-ocr"}, "dnf": {"tesseract"}, "pacman": {"tesseract", "tesseract-data-eng"}, "brew": {"tesseract"},
	"winget": {"UB-Mannheim.TesseractOCR"},
}

// TesseractLanguage are the packages with a language of Tesseract, such as "deu" or
// "chi_sim".
func TesseractLanguage(language string) Packages {
	return Packages{
		"apt-get": {"tesseract-ocr-" + strings.ReplaceAll(language, "_", "-")},
		"dnf":     {"tesseract-langpack-" + language},
		"pacman":  {"tesseract-data-" + language},
		"brew":    {"tesseract-lang"},
	}
}

// manager is a package manager and how a person calls it.
type manager struct {
	name, goos string
	root       bool // installing takes root
	install    string
}

// managers in the order in which they are looked for.
var managers = []manager{
	{"apt-get", "linux", true, "apt-get install"},
	{"dnf", "linux", true, "dnf install"},
	{"pacman", "linux", true, "pacman -S"},
	{"brew", "darwin", false, "brew install"},
	{"winget", "windows", false, "winget install"},
}

// Install returns the command that installs packages on this system:
// `sudo apt-get install tesseract-ocr`. It is empty if no package manager is known.
func Install(p Packages) string {
	has := func(program string) bool { _, err := exec.LookPath(program); return err == nil }
	return p.install(runtime.GOOS, os.Geteuid() == 0, has)
}

func (p Packages) install(goos string, root bool, has func(string) bool) string {
	for _, m := range managers {
		if m.goos != goos || len(p[m.name]) == 0 || !has(m.name) {
			continue
		}
		line := m.install + " " + strings.Join(p[m.name], " ")
		if m.root && !root {
			line = "sudo " + line
		}
		return line
	}
	return ""
}
