package window

import (
	"cmp"

	"ibid/core"
	"ibid/core/text"
)

// enclosing finds the innermost function or class around lines, with the
// comments and annotations right above it. Where there is none, note says why
// in words.
func (d Document) enclosing(table text.LineTable, target [2]int) (lines [2]int, note string, err error) {
	var code core.Code
	if d.Code != nil {
		if code, err = d.Code(); err != nil {
			return lines, "", err
		}
	}
	note = cmp.Or(code.Note, "no function or class is known around it")
	for _, e := range code.Entities {
		if first := table.Line(e.DocStart); first <= target[0] && e.LastLine >= target[1] && isBlock[e.Kind] {
			lines, note = [2]int{first, e.LastLine}, "" // the last one is the innermost
		}
	}
	return lines, note, nil
}

// isBlock are the kinds of entities that a window can be.
var isBlock = map[core.EntityKind]bool{
	core.EntityFunction: true, core.EntityMethod: true, core.EntityClass: true, core.EntityStruct: true, core.EntityInterface: true,
	core.EntityTrait: true, core.EntityEnum: true, core.EntityType: true, core.EntityImpl: true,
}
