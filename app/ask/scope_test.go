package ask_test

import (
	"slices"
	"strings"
	"testing"

	"ibid/app/apptest"
	"ibid/core"
)

// A question that names a company and a year finds the figures of that report,
// though others hold its words as well, and says so; also after a report came
// or went.
func TestTheReportThatIsNamedComesFirst(t *testing.T) {
	// R2.1, X7
	e := apptest.Open(t)
	dir := t.TempDir()
	report := func(name string) string {
		return apptest.Write(t, dir, name, "Revenue and operating margin. The revenue of the year grew, as did the operating margin and the revenue of the harbour. "+strings.ReplaceAll(name, "_", " of "))
	}
	paths := []string{
		report("TIDEWATER_2018_annual.txt"), report("TIDEWATER_2019_annual.txt"), report("OYSTERBAY_2018_annual.txt"),
		apptest.Write(t, dir, "OYSTERBAY_2019_annual.txt", "Oysterbay: the operating margin of this report and its revenue were small."), report("KELPWORKS_2019_annual.txt"), report("notes.txt"),
	}
	first := func(question string) core.Hit {
		t.Helper()
		hits := apptest.Search(t, e, question, 10)
		if len(hits) == 0 {
			t.Fatal("nothing found")
		}
		return hits[0]
	}
	docs := apptest.Add(t, e, "", paths...)
	hit := first("What was the revenue and operating margin of Oyster Bay in FY2019?")
	named := func(r core.Reason) bool { return r.Retriever == "scope" && strings.Contains(r.Detail, `2019": 1 of`) }
	if hit.Document.Name != "OYSTERBAY_2019_annual.txt" || !slices.ContainsFunc(hit.Reasons, named) {
		t.Errorf("%s is first: %+v", hit.Document.Name, hit.Reasons)
	}
	for _, d := range docs {
		if d.Name == hit.Document.Name {
			if err := e.Remove(t.Context(), d.ID); err != nil {
				t.Fatal(err)
			}
		}
	}
	if hit = first("What was the revenue and operating margin of Oyster Bay in FY2019?"); hit.Document.Name != "OYSTERBAY_2018_annual.txt" {
		t.Errorf("%s is first after the report that was meant is gone", hit.Document.Name)
	}
}
