package ask_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ibid/app/apptest"
	"ibid/core"
)

// keys lists the keys of interpretations.
func keys(read []core.Interpretation) (out []string) {
	for _, r := range read {
		out = append(out, r.Key)
	}
	return out
}

// What a question was taken to name is said with the answer, and is not done once
// a person has taken it off.
func TestTheDocumentsThatAQuestionNamesAreSaidAndTakenOff(t *testing.T) { // R2.8
	e := apptest.Open(t)
	dir := t.TempDir()
	for _, name := range []string{"TIDEWATER_2018_annual.txt", "OYSTERBAY_2019_annual.txt", "KELPWORKS_2019_annual.txt", "notes.txt"} {
		body := "Revenue and operating margin. The revenue of the year grew, as did the operating margin and the revenue of the harbour."
		if strings.HasPrefix(name, "OYSTER") {
			body = "The operating margin of this report and its revenue were small."
		}
		apptest.Add(t, e, "", apptest.Write(t, dir, name, body))
	}
	const question, named = "What was the revenue and operating margin of Oyster Bay in FY2019?", "documents:oyster-bay-fy2019"
	found, err := e.Search(t.Context(), core.SearchRequest{Query: question, Limit: 10})
	if err != nil || !slices.Equal(keys(found.Read), []string{named}) || found.Hits[0].Document.Name != "OYSTERBAY_2019_annual.txt" {
		t.Fatalf("%+v, %v", found, err)
	}
	if r := found.Read[0]; r.Kind != core.ReadDocuments || !r.Removable || r.Text != "documents: OYSTERBAY_2019_annual.txt" || !strings.Contains(r.Why, `"oyster bay fy2019"`) {
		t.Errorf("said: %+v", r)
	}
	c, err := e.Context(t.Context(), core.ContextRequest{Query: question})
	if err != nil || !slices.Equal(keys(c.Read), []string{named}) || c.Sources[0].Document.Name != "OYSTERBAY_2019_annual.txt" {
		t.Errorf("the context says %+v, %v", c.Read, err)
	}
	found, err = e.Search(t.Context(), core.SearchRequest{Query: question, Limit: 10, Without: []string{named}})
	if err != nil || !slices.Equal(keys(found.Read), []string{"nowhere"}) || found.Hits[0].Document.Name == "OYSTERBAY_2019_annual.txt" {
		t.Errorf("taken off: %+v, %v", found, err)
	}
	plain, err := e.Search(t.Context(), core.SearchRequest{Query: "revenue", Limit: 10, Without: []string{named, "nothing"}})
	if err != nil || len(plain.Read) > 0 || len(plain.Hits) == 0 {
		t.Errorf("a question that names nothing: %+v, %v", plain, err)
	}
}

// A person's word on where to search is kept strictly, said, and taken off by its
// key; what means nothing is an error that lists what is alike.
func TestAQuestionIsAskedWithinDocumentsAndFolders(t *testing.T) { // R2.8
	e := apptest.Open(t)
	dir := t.TempDir()
	for _, sub := range []string{"north", "south"} {
		if err := os.Mkdir(filepath.Join(dir, sub), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	apptest.Add(t, e, "", apptest.Write(t, dir, "north/gauge.txt", "The gauge of the northern pier reads high water."), apptest.Write(t, dir, "north/buoy.txt", "High water moves the buoy."),
		apptest.Write(t, dir, "south/gauge.txt", "High water, high water, high water at the southern gauge."), apptest.Write(t, dir, "log.txt", "A log of high water."))
	ask := func(in ...string) (names []string, found core.Found, err error) {
		found, err = e.Search(t.Context(), core.SearchRequest{Query: "high water", Limit: 10, In: in})
		for _, h := range found.Hits {
			names = append(names, h.Locator.Name)
		}
		slices.Sort(names)
		return names, found, err
	}
	all := []string{"buoy.txt", "log.txt", "north/gauge.txt", "south/gauge.txt"}
	for _, tt := range []struct {
		name string
		in   []string
		want []string
		said []string
	}{
		{"everything", nil, all, nil},
		{"one document", []string{"buoy.txt"}, all[:1], []string{"in:buoy.txt"}},
		{"enough of a path", []string{"south/gauge.txt"}, all[3:], []string{"in:south/gauge.txt"}},
		{"a folder", []string{filepath.Join(dir, "north")}, []string{"buoy.txt", "north/gauge.txt"}, []string{"in:" + filepath.Join(dir, "north")}},
		{"two", []string{"buoy.txt", "log.txt"}, all[:2], []string{"in:buoy.txt", "in:log.txt"}},
		{"as many as are said one by one", []string{"buoy.txt", "log.txt", "north/gauge.txt"}, all[:3], []string{"in:buoy.txt", "in:log.txt", "in:north/gauge.txt"}},
		{"more", []string{"buoy.txt", "log.txt", "north/gauge.txt", "south/gauge.txt"}, all, []string{"in"}},
	} {
		names, found, err := ask(tt.in...)
		if err != nil || !slices.Equal(names, tt.want) || !slices.Equal(keys(found.Read), tt.said) {
			t.Errorf("%s: %q, %+v, %v", tt.name, names, found.Read, err)
		}
		found, err = e.Search(t.Context(), core.SearchRequest{Query: "high water", Limit: 10, In: tt.in, Without: tt.said})
		if err != nil || len(found.Hits) != len(all) || len(found.Read) > 0 {
			t.Errorf("%s, taken off: %d hits, %+v, %v", tt.name, len(found.Hits), found.Read, err)
		}
		req := core.ContextRequest{Query: "high water", In: tt.in}
		c, err := e.Context(t.Context(), req)
		if err != nil || len(c.Sources) != len(tt.want) || !slices.Equal(keys(c.Read), tt.said) {
			t.Errorf("%s: the context has %d sources, %+v, %v", tt.name, len(c.Sources), c.Read, err)
		}
		if data, err := e.Save(t.Context(), req, c); err != nil || len(tt.in) > 0 && !strings.Contains(string(data), `"in": [`) {
			t.Errorf("%s: saved as %s, %v", tt.name, data, err)
		}
	}
	if _, _, err := ask("gauges.txt"); !errors.Is(err, core.ErrNotFound) {
		t.Errorf("a name that means nothing: %v", err)
	}
	var several *core.AmbiguousError
	if _, _, err := ask("gauge.txt"); !errors.As(err, &several) || len(several.Candidates) != 2 {
		t.Errorf("a name of two documents: %v", err)
	}
}
