package query

// stopWords are the English words that say nothing about what a question is
// about: articles, pronouns, prepositions, auxiliaries and the words that make
// a sentence a question.
var stopWords = setOf(`
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

// IsStopWord reports whether a folded word (text.Word.Form) is too common in
// English to be scored. Phrases keep such words.
func IsStopWord(form string) bool { return stopWords[form] }

// stopWordsOf are the stop words of the other languages.
var stopWordsOf = map[string]map[string]bool{
	"de": setOf(`der die das den dem des ein eine einen einem einer eines und oder aber wenn weil dass ob als wie wo wer was wann warum wieso
		welche welcher welches welchen welchem wieviel ich du er sie es wir ihr mich mir dich dir uns euch ihn ihm ihnen mein dein sein unser
		ist sind war waren wird werden wurde wurden bin bist hat haben hatte hatten kann können konnte soll sollen muss müssen darf mag
		nicht kein keine keinen nur auch noch schon sehr mehr viel viele so zu zum zur im in an am auf aus bei beim mit nach von vom vor für
		über unter um durch gegen ohne bis seit zwischen während dieser diese dieses diesen diesem jeder jede alle alles hier dort da dann
		bitte gibt steht man sich`),
	"fr": setOf(`le la les l un une des du de d et ou où mais si car que qu qui quoi dont quand comment pourquoi combien quel quelle quels
		quelles je tu il elle on nous vous ils elles me te se ce cet cette ces mon ton son ma ta sa mes tes ses notre votre leur leurs est
		sont était étaient être a ont avait avoir fait faire peut peuvent dans en sur sous avec sans pour par vers chez entre depuis pendant
		avant après ne pas plus moins très aussi y au aux c n s j m t il-y`),
	"es": setOf(`el la los las lo un una unos unas y o u pero si que qué quien quién cual cuál cuales cuáles como cómo cuando cuándo donde dónde
		cuanto cuánto cuanta cuánta cuantos cuántos cuantas cuántas porque por para con sin de del al a en sobre entre desde hasta hacia yo tú
		él ella nosotros ellos ellas me te se nos le les mi tu su sus mis este esta estos estas ese esa es son era eran fue fueron ser estar está
		están ha han había hay no más menos muy también ya`),
	"it": setOf(`il lo la i gli le un uno una e o ma se che chi cui quale quali come quando dove quanto quanta quanti quante perché per con senza
		di del dello della dei degli delle a al allo alla ai agli alle da dal dalla dai in nel nella nei nelle su sul sulla tra fra io tu lui lei
		noi voi loro mi ti si ci vi questo questa questi queste è sono era erano essere stato stata ha hanno aveva viene vengono non più meno molto
		anche già l un d`),
}
