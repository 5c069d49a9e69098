package eval

import "testing"

// Files that are one import away count beside those that answer, and each file
// once however many sources are of it.
func TestFillingCountsTokensAndFiles(t *testing.T) { // R2.12
	var f Filling
	f.add(100, true, true, false)
	f.add(50, false, true, true)
	f.add(30, true, false, true)
	f.add(20, true, false, false)
	want := map[string]float64{
		"context_tokens_right": 150. / 200, "context_tokens_connected": 180. / 200,
		"context_files_right": 1. / 3, "context_files_connected": 2. / 3, "context_files": 3,
	}
	for _, m := range fillingMeasures {
		if w, ok := want[m.name]; ok && m.of(f) != w {
			t.Errorf("%s: %v, want %v", m.name, m.of(f), w)
		}
	}
	half := Outcome{Ibid: Answer{Filling: Filling{All: amount{files: 1}, Size: .5}}}
	none := Outcome{Ibid: Answer{Filling: Filling{Size: .1}}}
	list := fillings([]Outcome{half, none})
	if last := list[len(list)-1]; last.Name != "context_size" || last.Ibid != .5 || last.Of != 1 {
		t.Errorf("%+v: a question without a context counts", last)
	}
	if list := fillings([]Outcome{none}); list != nil {
		t.Errorf("%v where no question is about code", list)
	}
}
