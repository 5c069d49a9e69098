package query

import "strings"

// stopWords are the English words that say nothing about what a question is
// about: articles, pronouns, prepositions, auxiliaries and the words that make
// a sentence a question.
var stopWords = wordSet(`
	a an the this that these those such
	i me my myself we us our ours ourselves you your yours yourself yourselves
	he him his himself she her hers herself it its itself
	they them their theirs themselves one's
	what which who whom whose when where why how
	am is are was were be been being isn't aren't wasn't weren't
	have has had having haven't hasn't hadn't
	do does did doing don't doesn't didn't
	can could will would shall should may might must
	can't cannot couldn't won't wouldn't shan't shouldn't mustn't
	i'm i've i'll i'd you're you've you'll you'd he's he'd he'll she's she'd she'll it's it'll
	we're we've we'd we'll they're they've they'd they'll that's there's here's what's who's let's
	and or but if because as until while than nor so
	of at by for with about against between into through during before after above below
	to from up down in out on off over under again further then once
	here there all any both each few more most other some no not only own same too very just
`)

func wordSet(s string) map[string]struct{} {
	set := make(map[string]struct{})
	for w := range strings.FieldsSeq(s) {
		set[w] = struct{}{}
	}
	return set
}

// IsStopWord reports whether a folded word (text.Word.Form) is too common in
// English to be scored. Phrases keep such words.
func IsStopWord(form string) bool {
	_, ok := stopWords[form]
	return ok
}
