package office

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"ibid/core"
	"ibid/core/extract/extracttest"
)

// leastShare of the words that LibreOffice finds in a file have to be found
// here as well.
const leastShare = 0.98

// otherwise are the files of which LibreOffice shows what this package leaves
// out, or the other way round.
var otherwise = map[string]string{
	"58067.docx":              "LibreOffice writes tracked deletions into plain text",
	"delins.docx":             "LibreOffice writes tracked deletions into plain text",
	"footnotes.docx":          "its footnote mark is joined to a word there",
	"kelp-depth-methods.docx": "LibreOffice writes tracked deletions into plain text",
	"kelp-depth-methods.odt":  "LibreOffice writes tracked deletions and hidden text into plain text",
	"bug54570.pptx":           "the words are in a picture",
	"53446.docx":              "LibreOffice writes tracked deletions into plain text, 126 of them",
	"ob_is.docx":              "LibreOffice writes soft hyphens, which part the words",
	"test-fields.docx":        "its endnote mark is joined to a word there",
	"54880_chinese.pptx":      "scripts that are mixed in one word are set apart in the PDF",
	"master_text.pptx":        "the words stand on the master, which is left out here",
	"ParagraphStylesShorterThanCharStyles.pptx": "the words of its charts are in pictures",
	"bar-chart.pptx":                 "LibreOffice draws the ticks of a chart's axis",
	"scatter-chart.pptx":             "LibreOffice draws the ticks of a chart's axis",
	"layouts.pptx":                   "it has footers, dates and slide numbers, which are left out here",
	"Book1.xlsx":                     "formulas have no stored value; LibreOffice calculates them",
	"49273.xlsx":                     "it shows times with the words of another language",
	"49156.xlsx":                     "its format shows nought as a dash",
	"DataValidationEvaluations.xlsx": "LibreOffice shows times with AM and PM",
	"DateFormatTests.xlsx":           "LibreOffice shows times with AM and PM",
}

// LibreOffice reads the same files, so it says what words there are. Numbers
// are compared by their value and dates by their parts, since both are written
// in ways that differ.
func TestLibreOfficeFindsTheSameWords(t *testing.T) { // X4
	soffice, err := exec.LookPath("soffice")
	if err != nil {
		t.Skip("LibreOffice (soffice) is not installed")
	}
	var paths []string
	for _, s := range samples {
		path, err := filepath.Abs(filepath.Join(kinds, s.name))
		if err != nil {
			t.Fatal(err)
		}
		paths = append(paths, path)
	}
	if eval := os.Getenv("IBID_EVAL"); eval != "" {
		for _, ending := range []string{"*.docx", "*.pptx", "*.xlsx"} {
			more, err := filepath.Glob(filepath.Join(eval, "kinds", "office", ending))
			if err != nil {
				t.Fatal(err)
			}
			paths = append(paths, more...)
		}
	}
	reference := convert(t, soffice, paths)
	for _, path := range paths {
		compare(t, path, reference[filepath.Base(path)])
	}
}

// Files of old formats, turned into their successors as core/convert does it,
// still hold the words that LibreOffice finds in the originals.
func TestConvertedFilesKeepTheirWords(t *testing.T) { // C2
	soffice, err := exec.LookPath("soffice")
	if err != nil {
		t.Skip("LibreOffice (soffice) is not installed")
	}
	folders := []string{kinds}
	if eval := os.Getenv("IBID_EVAL"); eval != "" {
		folders = append(folders, filepath.Join(eval, "kinds", "office"))
	}
	for ending, successor := range map[string]string{".doc": ".docx", ".rtf": ".docx", ".xls": ".xlsx", ".ppt": ".pptx"} {
		var paths []string
		for _, dir := range folders {
			more, err := filepath.Glob(filepath.Join(dir, "*"+ending))
			if err != nil {
				t.Fatal(err)
			}
			paths = append(paths, more...)
		}
		if len(paths) == 0 {
			continue
		}
		dir := t.TempDir()
		reference := convert(t, soffice, paths)
		runOffice(t, soffice, dir, successor[1:], dir, paths)
		for _, path := range paths {
			name := filepath.Base(path)
			if made := filepath.Join(dir, strings.TrimSuffix(name, ending)+successor); exists(made) {
				compare(t, made, reference[name])
			} else {
				t.Logf("%-48s not compared: LibreOffice cannot read it", name)
			}
		}
	}
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// compare holds the words of a file against those that LibreOffice finds.
func compare(t *testing.T, path, reference string) {
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Base(path)
	kind, ok := detect(data)
	if !ok { // it is encrypted
		kind = map[string]core.Kind{".docx": core.KindDocument, ".xlsx": core.KindSheet, ".pptx": core.KindSlides}[filepath.Ext(name)]
	}
	r, err := extracttest.Read(context.Background(), Extractor{}, core.Input{Name: name, Data: data, Kind: kind})
	if err != nil {
		t.Logf("%-48s not compared: %v", name, err)
		return
	}
	var own strings.Builder
	for _, p := range r.Pages {
		own.WriteString(p.Text + "\n")
	}
	total, found, missing := findWords(reference, own.String())
	share := 1.0
	if total > 0 {
		share = float64(found) / float64(total)
	}
	t.Logf("%-48s %6d words, %5.1f %% found; %s", name, total, share*100, otherwise[name])
	if share < leastShare && otherwise[name] == "" {
		t.Errorf("%s: not found: %.200q", name, missing)
	}
}

var noSeconds = regexp.MustCompile(`(\d:\d\d):00\b`)

var comparedWord = regexp.MustCompile(`[\p{L}\p{M}]+|\d[\d,]*(?:\.\d+)?`)

// mostPieces is how many pieces of a reference's text may make up one word.
const mostPieces = 4

// findWords counts the words of a reference and those of them that own holds,
// each as often as it does. Pieces of the reference with nothing but white space
// between them count as found if they are one word of own when they are joined:
// the text of slides comes from a PDF, in which a word that has no room in its
// line is cut anywhere, and how much room a word takes depends on the fonts that
// the machine has.
func findWords(reference, own string) (total, found int, missing []string) {
	left := make(map[string]int)
	own = strings.ToLower(noSeconds.ReplaceAllString(own, "$1"))
	for _, w := range comparedWord.FindAllString(own, -1) {
		left[normalWord(w)]++
	}
	reference = strings.ToLower(noSeconds.ReplaceAllString(reference, "$1"))
	pieces := comparedWord.FindAllStringIndex(reference, -1)
	for i := 0; i < len(pieces); {
		word, n := reference[pieces[i][0]:pieces[i][1]], 1
		for left[normalWord(word)] == 0 && n < mostPieces && i+n < len(pieces) {
			before, next := pieces[i+n-1], pieces[i+n]
			if strings.TrimSpace(reference[before[1]:next[0]]) != "" {
				break
			}
			word, n = word+reference[next[0]:next[1]], n+1
		}
		if left[normalWord(word)] > 0 {
			left[normalWord(word)]--
			found += n
		} else {
			missing, n = append(missing, reference[pieces[i][0]:pieces[i][1]]), 1
		}
		total, i = total+n, i+n
	}
	return total, found, missing
}

// normalWord writes numbers by their value.
func normalWord(w string) string {
	if v, err := strconv.ParseFloat(strings.ReplaceAll(w, ",", ""), 64); err == nil {
		return strconv.FormatFloat(v, 'g', 6, 64)
	}
	return w
}

func TestWordsAreFoundHoweverLinesAreCut(t *testing.T) {
	for _, tt := range []struct {
		name, reference, own string
		total, found         int
	}{
		{"the same words", "the Dredging of 2019", "dredging of the 2,019", 4, 4},
		{"cut by a narrow line", "dredgin\ng in spring", "Dredging in spring", 4, 4},
		{"cut into four", "d re dg ing", "dredging", 4, 4},
		{"cut into five", "d re dg in g", "dredging", 5, 0},
		{"a stop between the pieces", "dredgin. g", "dredging", 2, 0},
		{"joined here, not there", "dredging", "dredgin g", 1, 0},
		{"more often there", "kelp kelp kelp", "kelp", 3, 1},
		{"a piece is missing", "dredgin\ng", "dredgin", 2, 1},
		{"words beside each other that are one nowhere", "low water", "low high", 2, 1},
	} {
		total, found, missing := findWords(tt.reference, tt.own)
		if total != tt.total || found != tt.found {
			t.Errorf("%s: %d of %d words found, want %d of %d; missing %q", tt.name, found, total, tt.found, tt.total, missing)
		}
	}
}

// filters are what LibreOffice converts files to: the text of documents, all
// sheets of workbooks and, since it writes no text of slides, a PDF.
var filters = map[string]string{
	".docx": plainText, ".odt": plainText, ".doc": plainText, ".rtf": plainText, ".pptx": "pdf", ".ppt": "pdf",
	".xlsx": allSheets, ".xls": allSheets,
}

const (
	plainText = "txt:Text (encoded):UTF8"
	allSheets = "csv:Text - txt - csv (StarCalc):9,34,76,1,,0,false,true,false,false,false,-1"
)

// convert is the text that LibreOffice finds in files, by their names.
func convert(t *testing.T, soffice string, paths []string) map[string]string {
	t.Helper()
	dir := t.TempDir()
	byEnding := make(map[string][]string)
	for _, p := range paths {
		byEnding[filepath.Ext(p)] = append(byEnding[filepath.Ext(p)], p)
	}
	out := make(map[string]string)
	for ending, list := range byEnding {
		to := filepath.Join(dir, ending[1:])
		runOffice(t, soffice, dir, filters[ending], to, list)
		for _, p := range list {
			pattern := strings.TrimSuffix(filepath.Base(p), ending) + ".*"
			if filters[ending] == allSheets {
				pattern = strings.TrimSuffix(pattern, ".*") + "-*.csv"
			}
			out[filepath.Base(p)] = converted(t, filepath.Join(to, pattern))
		}
	}
	return out
}

// runOffice has LibreOffice convert files into a folder, with settings in dir.
func runOffice(t *testing.T, soffice, dir, filter, to string, files []string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	args := []string{"-env:UserInstallation=file://" + filepath.Join(dir, "profile"), "--headless", "--convert-to", filter, "--outdir", to}
	if msg, err := exec.CommandContext(ctx, soffice, append(args, files...)...).CombinedOutput(); err != nil {
		t.Errorf("convert to %s: %v: %s", filter, err, msg)
	}
}

// converted is the text of all files that fit a pattern.
func converted(t *testing.T, pattern string) string {
	t.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, f := range files {
		text, err := os.ReadFile(f)
		if filepath.Ext(f) == ".pdf" {
			text, err = exec.CommandContext(t.Context(), "mutool", "draw", "-q", "-F", "txt", f).Output()
			if errors.Is(err, exec.ErrNotFound) {
				t.Log("mutool is not installed: slides are not compared")
				return ""
			}
		}
		if err != nil {
			t.Fatal(err)
		}
		b.Write(text)
	}
	return b.String()
}
