package assemble_test

import (
	"strings"
	"testing"

	"ibid/core"
)

const basket = `import math


class Basket:
    """What is bought."""

    pence = 0

    def add(self, price):
        self.pence += price
        return self.pence

    def total(self):
        return math.ceil(self.pence)


def empty():
    basket = Basket()
    return basket
`

// A hit is quoted as its shape says, and the gaps are shown; what is out of
// shape is listed, and no signature is cut to fit in vain.
func TestHitsAreQuotedInTheirShape(t *testing.T) { // R2.7
	class := basket[strings.Index(basket, "class Basket"):strings.Index(basket, "\n\n\ndef empty")]
	for _, tt := range []struct {
		shape   core.Shape
		passage string
		want    string
		shown   core.Shown
	}{
		{core.ShapeFull, class, class, core.ShownFull},
		{core.ShapeDefinition, class, "class Basket:\n    \"\"\"What is bought.\"\"\"\n\n    pence = 0\n\n    def add(self, price):\n…\n    def total(self):\n…", core.ShownDefinition},
		{core.ShapeOutline, strings.TrimSpace(basket), "…\nclass Basket:\n…\n    pence = 0\n\n    def add(self, price):\n…\n    def total(self):\n…\ndef empty():\n…", core.ShownOutline},
	} {
		s := newStore()
		h := s.put("basket.py", core.KindCode, 1, 0, basket, 1, tt.passage)
		h.Shape = tt.shape
		c := s.build(t, core.ContextRequest{}, h)
		if len(c.Sources) != 1 {
			t.Fatalf("%s: %d sources", tt.shape, len(c.Sources))
		}
		if got := c.Sources[0]; got.Text != tt.want || got.Shown != tt.shown || got.Cut {
			t.Errorf("%s, %s, cut %v:\n%s", tt.shape, got.Shown, got.Cut, got.Text)
		}
	}
	s := newStore()
	out := s.put("basket.py", core.KindCode, 1, 0, basket, 1, class)
	out.Shape = core.ShapeNone
	if c := s.build(t, core.ContextRequest{}, out); len(c.Sources) != 0 || len(c.LeftOut) != 1 || c.LeftOut[0].Cause != core.CauseApart {
		t.Errorf("%d sources, left out %+v", len(c.Sources), c.LeftOut)
	}
}
