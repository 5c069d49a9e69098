package query

import "strings"

var (
	// everything are words that mean the whole library.
	everything = setOf(`everywhere throughout across entire überall sämtliche gesamten gesamte partout todo todos todas tutti tutte ovunque
		codebase architecture alle`)
	wholes = setOf(`project library repository codebase code base collection corpus system programme program application`)
	// sources are what a library holds.
	sources = setOf(`documents papers files reports books sources articles filings notes dokumente berichte dateien quellen documents fichiers
		rapports documentos archivos informes documenti file rapporti`)
	// spots are places within a document.
	spots = setOf(`table figure page section equation footnote line chapter-end tabelle abbildung seite tableau tabla tabella`)
	// subjects are words that make a question about facts one about a whole field.
	subjects = setOf(`evidence known say says arguments findings literature research conclusions`)
)

// scope decides how much of the library a question is about.
func (s sentence) scope(a Analysis) Scope {
	switch {
	case s.isAboutAll(a):
		return Whole
	case s.folders(a) || len(a.Of(Path)) > 1:
		return Module
	case len(a.Names) > 0:
		return Focused
	case a.Action == Search:
		if s.any(subjects) {
			return Module
		}
		return Focused
	case a.Action == Explain && (s.any(spots) || things[s.form(s.head())] && s.definition(s.head()+2)):
		return Focused
	case a.Action == Modify && (s.setsValue() || s.index(smallParts) <= s.head()+3):
		return Focused
	}
	return Module
}

// isAboutAll reports whether words like every, all and whole mean the library and
// not a part of it.
func (s sentence) isAboutAll(a Analysis) bool {
	if s.any(everything) {
		return true
	}
	for i := range s {
		switch {
		case s.follows(i, "all|every|each|alle|tous|toutes|todos|todas|tutti|tutte") && i+1 < len(s) && len(a.Of(Path)) == 0:
			return true
		case s.follows(i, "whole|ganze|ganzen"), s.follows(i, "this|the", "project|library|repository|codebase"), s.follows(i, "code", "base"):
			return s.any(wholes) || s.any(sources)
		case s.follows(i, "which|what|how", "of", "my|our|the|these") || s.follows(i, "how", "many"):
			if sources[s.form(i+3)] {
				return true
			}
		case s.follows(i, "which|welche|welchen|quels|quelles|quali") && sources[s.form(i+1)]:
			return true
		}
	}
	return false
}

// folders reports whether a folder is named, and no file or symbol.
func (s sentence) folders(a Analysis) bool {
	for _, p := range a.Of(Path) {
		last := p[strings.LastIndexByte(p, '/')+1:]
		if !strings.Contains(last, ".") {
			return len(a.Of(Symbol)) == 0
		}
	}
	return false
}

// setsValue reports whether the question gives a value: "to 30 seconds".
func (s sentence) setsValue() bool {
	for i := range s {
		if s.follows(i, "to|auf|à|a") && i+1 < len(s) && hasDigit(s[i+1].text) {
			return true
		}
	}
	return false
}

var (
	comparisons = setOf(`compare contrast differ differs difference differences versus vs between unterschied unterschiede vergleiche zwischen
		différence entre diferencia compara differenza tra confronta`)
	joins      = setOf(`and und et y e ed sowie`)
	conditions = setOf(`but although unless without while either if aber obwohl ohne mais sans pero sin ma senza`)
	rankings   = setOf(`most least often trend trends overall häufigsten`)
	journeys   = setOf(`life walk happens flow path journey steps lifecycle pipeline`)
)

// complexity counts what an answer has to combine beside one thing: none is
// simple, one is medium, more are complex.
func (s sentence) complexity(a Analysis) Complexity {
	points := 0
	for i := range s {
		if joins[s.form(i)] && i > 0 && i < len(s)-1 {
			points++
		}
	}
	if s.any(comparisons) {
		points = max(points, 1)
	}
	if s.any(conditions) || s.holds("so", "that") {
		points++
	}
	if n := s.listed(); n >= 3 {
		points += 2
	} else if n == 2 {
		points++
	}
	if a.Action == Refactor && s.any(setOf("into its own onto with")) && a.Scope != Whole {
		points = max(points, 1)
	}
	if s.any(journeys) && s.holds("from") && s.any(setOf("to until")) {
		points += 2
	}
	points += s.reach(a)
	switch {
	case points == 0:
		return Simple
	case points == 1:
		return Medium
	}
	return Complex
}

// reach returns the points that a question gets for being about the whole library.
func (s sentence) reach(a Analysis) int {
	switch {
	case a.Scope != Whole:
		return 0
	case a.Action == Search:
		if s.any(rankings) {
			return 2
		}
		return 0
	case a.Action == Refactor && s.follows(s.head(), "rename"):
		return 1
	}
	return 2
}

// listed returns the number of things in a list with commas, 0 without one.
func (s sentence) listed() int {
	n := 0
	for i, t := range s {
		if t.pause && i > 0 && i < len(s)-1 {
			n++
		}
	}
	if n > 0 {
		n++
	}
	if n == 2 && !s.any(joins) {
		return 0
	}
	return n
}
