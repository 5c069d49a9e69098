package query

import "strings"

// stopWordsOf are the words that say nothing, by language, beside the English
// ones of stopWords.
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

// letters belong to one of the languages more than to the others.
var letters = map[string]string{"de": "äöüß", "fr": "çêœèàùîûë", "es": "ñ¿¡", "it": "òì"}

func isStopWordOf(language, form string) bool { return stopWordsOf[language][form] }

// language is the one that most words of the frame are of. A question without
// any is English, unless its letters say otherwise.
func (s sentence) language() string {
	votes := map[string]int{}
	latin := len(s) == 0
	for _, t := range s {
		if t.kind != "" {
			continue
		}
		for _, r := range t.text {
			latin = latin || r < 0x250 && (r|0x20 >= 'a' && r|0x20 <= 'z' || r >= 0xc0)
		}
		for _, form := range strings.FieldsFunc(t.form, func(r rune) bool { return r == '\'' }) {
			if IsStopWord(form) || verbs[form] != "" && english[form] {
				votes["en"] += 2
			}
			for language, words := range stopWordsOf {
				if words[form] {
					votes[language] += 2
				}
			}
		}
		for language, own := range letters {
			if strings.ContainsAny(strings.ToLower(t.text), own) {
				votes[language]++
			}
		}
	}
	best := "en"
	for _, language := range []string{"de", "fr", "es", "it"} {
		if votes[language] > votes[best] {
			best = language
		}
	}
	if votes[best] == 0 && !latin {
		return ""
	}
	return best
}
