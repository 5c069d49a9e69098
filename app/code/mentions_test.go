package code_test

import (
	"os"
	"path/filepath"
	"testing"

	"ibid/app/apptest"
)

func TestPaperInPDFLeadsToItsCodeAndBack(t *testing.T) { // X8
	dir := t.TempDir()
	apptest.WritePDF(t, filepath.Join(dir, "paper.pdf"), "", "computed by depth_limit for the survey")
	if err := os.WriteFile(filepath.Join(dir, "light.py"), []byte("def depth_limit(lux):\n    return 4.6 / lux\n\n\ndef survey():\n    pass\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	e := apptest.Open(t)
	docs := apptest.Add(t, e, "", dir)
	found, err := e.Mentions(t.Context(), "depth_limit")
	if err != nil || len(found) != 1 || found[0].Locator.String() != "paper.pdf p. 1" || found[0].Name != "depth_limit" {
		t.Errorf("depth_limit is mentioned at %+v: %v", found, err)
	}
	if found, err := e.Mentions(t.Context(), "survey"); err != nil || len(found) > 0 {
		t.Errorf("a common word is mentioned at %+v: %v", found, err)
	}
	for _, d := range docs {
		if d.Name != "paper.pdf" {
			continue
		}
		pages, err := e.Pages(t.Context(), d.ID)
		if err != nil {
			t.Fatal(err)
		}
		named, err := e.NamedIn(t.Context(), pages[0].Text)
		if err != nil || len(named) != 1 || len(named["depth_limit"]) != 1 || named["depth_limit"][0].Document.Name != "light.py" {
			t.Errorf("the paper names %v: %v", named, err)
		}
	}
}

// A package that is linked to from elsewhere, or from within itself, is one
// package: nothing in it is defined or used twice.
func TestLinkedPackageIsOnePackage(t *testing.T) { // R2.5
	dir := t.TempDir()
	pack := filepath.Join(dir, "kelp")
	if err := os.Mkdir(pack, 0o700); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"__init__.py": "", "light.py": "def depth_limit(lux):\n    return 4.6 / lux\n", "survey.py": "from kelp.light import depth_limit\n\nprint(depth_limit(2))\n"} {
		if err := os.WriteFile(filepath.Join(pack, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for link, to := range map[string]string{filepath.Join(dir, "linked"): pack, filepath.Join(pack, "itself"): dir, filepath.Join(dir, "nowhere"): filepath.Join(dir, "gone")} {
		if err := os.Symlink(to, link); err != nil {
			t.Skip(err)
		}
	}
	e := apptest.Open(t)
	if _, err := e.AddPaths(t.Context(), []string{dir}, ""); err != nil {
		t.Fatal(err)
	}
	found, err := e.Definition(t.Context(), "depth_limit", "")
	if err != nil || len(found.Symbols) != 1 {
		t.Errorf("depth_limit is defined at %v: %v", found.Symbols, err)
	}
	if uses, _ := usesBy(t, e, "depth_limit"); len(uses) != 1 || uses[0] != "survey.py:3" {
		t.Errorf("depth_limit is used at %q", uses)
	}
}
