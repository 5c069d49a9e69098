package image

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"ibid/core"
	"ibid/core/extract/tags"
)

// compared are the tags that ExifTool must agree on: its name and ours.
var compared = []struct {
	theirs, ours string
	same         func(theirs, ours string) bool
}{
	{"EXIF:Make", "EXIF:Make", sameText},
	{"EXIF:Model", "EXIF:Model", sameText},
	{"EXIF:LensModel", "EXIF:LensModel", sameText},
	{"EXIF:Artist", "EXIF:Artist", sameText},
	{"EXIF:ImageDescription", "EXIF:ImageDescription", sameText},
	{"EXIF:DateTimeOriginal", "EXIF:DateTimeOriginal", sameDate},
	{"EXIF:CreateDate", "EXIF:CreateDate", sameDate},
	{"EXIF:ModifyDate", "EXIF:ModifyDate", sameDate},
	{"EXIF:ExposureTime", "EXIF:ExposureTime", sameNumber},
	{"EXIF:FNumber", "EXIF:FNumber", sameNumber},
	{"EXIF:FocalLength", "EXIF:FocalLength", sameNumber},
	{"EXIF:ISO", "EXIF:ISO", sameNumber},
	{"Composite:GPSPosition", "GPS:Position", samePlace},
	{"XMP:Title", "XMP:Title", sameText},
	{"XMP:Creator", "XMP:Creator", sameText},
	{"IPTC:ObjectName", "IPTC:ObjectName", sameText},
	{"IPTC:By-line", "IPTC:By-line", sameText},
}

// differs are the places where ExifTool is not followed, and why.
var differs = map[string]string{
	"issue-590.png Composite:GPSPosition":            "XMP with degrees as 55/1 54/1 4074/100: imagemeta drops them, ExifTool takes 55/1 for degrees and minutes",
	"geodegrees_as_string.jpg EXIF:Make":             "the tag is there twice, and the second time it is three NULs",
	"geodegrees_as_string.jpg Composite:GPSPosition": "degrees as a text with decimal commas: 52,00000,50,00000,34,01180 is 52° 50\u2032 34.0118\u2033",
}

func TestTagsAreThoseOfExifTool(t *testing.T) {
	// R0.2
	if _, err := exec.LookPath("exiftool"); err != nil {
		t.Skip("exiftool is not installed")
	}
	paths := samples(t)
	if root := os.Getenv("IBID_EVAL"); root != "" {
		more, err := filepath.Glob(filepath.Join(root, "kinds/images/*"))
		if err != nil {
			t.Fatal(err)
		}
		paths = append(paths, more...)
	}
	checked := 0
	for path, theirs := range exiftool(t, paths) {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		ours, err := read(context.Background(), core.Input{Name: path, Data: data})
		if err != nil {
			t.Errorf("%s: %v", path, err)
			continue
		}
		checked += compareTags(t, filepath.Base(path), theirs, ours)
	}
	t.Logf("%d values of %d pictures", checked, len(paths))
}

func compareTags(t *testing.T, name string, theirs map[string]any, ours *tags.List) int {
	t.Helper()
	n := 0
	for _, c := range compared {
		v, ok := theirs[c.theirs]
		if !ok {
			continue
		}
		n++
		want := plainText(v)
		got := ours.First(c.ours)
		same := c.same(want, got)
		why := differs[name+" "+c.theirs]
		switch {
		case same && why != "":
			t.Errorf("%s: %s agrees, though it is listed as different", name, c.theirs)
		case !same && why == "":
			t.Errorf("%s: %s is %q, ExifTool says %q", name, c.theirs, got, want)
		case !same:
			t.Logf("%s: %s is %q, ExifTool says %q: %s", name, c.theirs, got, want, why)
		}
	}
	return n
}

// samples are the pictures of the repository's own.
func samples(t testing.TB) []string {
	t.Helper()
	var out []string
	for _, pattern := range []string{"*.jpg", "*.png"} {
		paths, err := filepath.Glob(filepath.Join("../../../testdata/kinds", pattern))
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, paths...)
	}
	if len(out) == 0 {
		t.Fatal("no pictures in testdata/kinds")
	}
	return out
}

func exiftool(t *testing.T, paths []string) map[string]map[string]any {
	t.Helper()
	args := []string{"-j", "-n", "-G0", "-charset", "iptc=UTF8"}
	for _, c := range compared {
		args = append(args, "-"+c.theirs)
	}
	out, _ := exec.Command("exiftool", append(args, paths...)...).Output() // it ends with 1 if one file has a fault
	var list []map[string]any
	dec := json.NewDecoder(bytes.NewReader(out))
	dec.UseNumber() // a title may look like a number
	if err := dec.Decode(&list); err != nil {
		t.Fatalf("exiftool: %v", err)
	}
	all := make(map[string]map[string]any)
	for _, one := range list {
		path, _ := one["SourceFile"].(string)
		all[path] = one
	}
	return all
}

func plainText(v any) string {
	switch v := v.(type) {
	case []any:
		parts := make([]string, len(v))
		for i, one := range v {
			parts[i] = plainText(one)
		}
		return strings.Join(parts, "; ")
	}
	return fmt.Sprint(v)
}

func sameText(theirs, ours string) bool {
	return strings.Join(strings.Fields(theirs), " ") == strings.Join(strings.Fields(ours), " ")
}

func sameDate(theirs, ours string) bool {
	return sameText(dashed(strings.TrimSpace(theirs)), ours)
}

// sameNumber allows for the rounding of people: f/2.9 for 2.88, 1/3 s for 0.3.
func sameNumber(theirs, ours string) bool {
	want, err := strconv.ParseFloat(theirs, 64)
	return err == nil && math.Abs(want-numberIn(ours)) <= 0.02*math.Abs(want)
}

func numberIn(s string) float64 {
	s = strings.TrimPrefix(strings.Fields(s + " x")[0], "f/")
	a, b, ok := strings.Cut(s, "/")
	n, _ := strconv.ParseFloat(a, 64)
	if d, err := strconv.ParseFloat(b, 64); ok && err == nil {
		return n / d
	}
	return n
}

func samePlace(theirs, ours string) bool {
	want := strings.Fields(theirs)
	got := strings.Split(ours, ", ")
	if len(want) != 2 || len(got) != 2 {
		return false
	}
	for i := range want {
		a, _ := strconv.ParseFloat(want[i], 64)
		b, _ := strconv.ParseFloat(got[i], 64)
		if math.Abs(a-b) > 0.000002 {
			return false
		}
	}
	return true
}
