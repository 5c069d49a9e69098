package query

import "strings"

// verbs maps the word that an order begins with to its action; english holds those
// of English. The other languages are given in the forms that orders have.
var verbs, english = func() (map[string]Action, map[string]bool) {
	verbs, english := make(map[string]Action), make(map[string]bool)
	lists := map[Action][2]string{
		Create: {"add create implement write build generate introduce design provide develop draft scaffold compose invent set-up",
			`erstelle erstellen implementiere implementieren schreibe schreib baue entwickle erzeuge ergänze füge
			ajoute ajouter ajoutez crée créer créez implémente implémenter écris écrire génère générer développe
			agrega agregar añade añadir crea crear implementa implementar escribe escribir genera generar desarrolla
			aggiungi aggiungere creare implementare scrivi scrivere generare sviluppa`},
		Modify: {`change update modify extend set make increase decrease reduce raise lower allow enable disable support remove delete drop use
			upgrade adapt adjust improve let switch bump speed optimise optimize configure accept handle`,
			`ändere ändern aktualisiere aktualisieren erweitere erweitern erhöhe senke entferne entfernen lösche passe verbessere setze erlaube
			modifie modifier change changer augmente réduis supprime supprimer mets étends étendre améliore remplace
			cambia cambiar modifica modificar actualiza actualizar aumenta reduce elimina eliminar mejora permite
			modificare aggiorna aggiornare riduci rimuovi estendi migliora consenti`},
		Debug: {"fix debug repair troubleshoot diagnose resolve correct solve investigate",
			`behebe beheben korrigiere korrigieren repariere reparieren debugge
			corrige corriger répare réparer débogue résous
			corregir arregla arreglar repara depura soluciona
			correggi correggere ripara riparare risolvi`},
		Explain: {"explain describe summarise summarize compare contrast walk discuss outline interpret clarify define analyse analyze understand document",
			`erkläre erklären beschreibe beschreiben vergleiche vergleichen erläutere zusammenfasse fasse
			explique expliquer décris décrire compare comparer résume résumer
			explica explicar describe describir compara comparar resume resumir
			spiega spiegare descrivi descrivere confronta confrontare riassumi riassumere`},
		Refactor: {`refactor rename extract split simplify deduplicate move convert port decouple restructure reorganise reorganize inline merge
			modularise modularize rewrite clean replace turn consolidate tidy migrate unify translate`,
			`refaktoriere umbenenne benenne extrahiere vereinfache verschiebe ersetze teile
			refactorise renomme renommer extrais simplifie simplifier déplace
			refactoriza renombra renombrar extrae simplifica mueve reemplaza divide
			rifattorizza rinomina rinominare estrai semplifica sposta sostituisci dividi`},
		Search: {"find list show search locate look give tell display count get name identify quote cite",
			`finde finden suche suchen zeige zeig liste nenne gib
			trouve trouver cherche chercher montre montrer liste donne
			encuentra encontrar busca buscar muestra mostrar lista dame
			trova trovare cerca cercare mostra mostrare elenca dammi`},
	}
	// A form of two actions belongs to the later one: "set" is more often said of a value than "set up" of a thing.
	for _, action := range []Action{Create, Modify, Debug, Explain, Refactor, Search} {
		list := lists[action]
		for form := range setOf(list[0]) {
			verbs[form], english[form] = action, true
		}
		for form := range setOf(list[1]) {
			if verbs[form] == "" || !english[form] {
				verbs[form] = action
			}
		}
	}
	return verbs, english
}()

var (
	lookups = setOf(`where who whom whose when which wo wer wem wann welche welcher welches welchen wieviel wieviele où qui quand quel quelle quels
		quelles combien dónde quién quiénes cuándo cuál cuáles cuánto cuánta cuántos cuántas dove chi quando quale quali quanto quanta quanti quante`)
	reasons = setOf(`why warum wieso weshalb pourquoi perché`)
	manners = setOf(`how wie comment cómo come`)
	things  = setOf(`what was que quoi qué cosa`)

	// quantities make `how` ask for a fact.
	quantities = setOf(`many much long often old far high large big deep fast tall wide heavy viel viele hoch lang lange oft alt groß tief weit`)

	// faults are words of complaint.
	faults = setOf(`bug bugs buggy crash crashes crashed crashing fail fails failed failing failure broken broke breaks wrong incorrect incorrectly
		hang hangs hanging freeze freezes leak leaks leaking panic panics exception exceptions error errors deadlock deadlocks segfault traceback
		stacktrace throws nullpointerexception race corrupt corrupted flaky regression stuck misbehaves typeerror valueerror keyerror
		absturz abstürzt stürzt fehler kaputt falsch hängt schlägt fehlgeschlagen
		plante erreur échoue bogue cassé
		falla fallo fallos roto cuelga
		errore fallisce rotto sbagliato blocca`)
	// complaints are faults only where a question asks for the reason.
	complaints = setOf(`slow slowly timeout timeouts times hang late lost missing empty ignored twice duplicate langsam lent lento`)
	// notFaults stand before or after `error` where it is a measure or a feature.
	notFaults = setOf(`standard measurement sampling mean squared margin of rate rates bar bars handling message messages code codes type types`)

	visualWords = setOf(`figure figures fig chart charts graph plot plots diagram diagrams photo photos photograph photographs picture pictures image
		drawing drawings sketch map maps illustration screenshot schematic histogram infographic
		abbildung abbildungen bild bilder foto fotos diagramm diagramme grafik zeichnung karte
		graphique schéma dessin carte figura figuras gráfico gráfica diagrama dibujo mapa
		figure grafico diagramma disegno immagine mappa fotografia`)
	testWords = setOf(`test tests testing tested spec specs unittest unittests coverage fixtures prüfung testfälle pruebas prueba essais`)

	overviews = setOf(`overview summary explanation description introduction tour comparison idea überblick zusammenfassung aperçu résumé resumen panoramica riassunto`)
	meanings  = setOf(`difference differences relationship relation meaning purpose role point idea reason architecture structure design
		unterschied bedeutung zweck différence signification diferencia significado differenza significato`)
	courtesy = setOf(`please can could would will you we i help me us want need like to should must have let lets let's bitte kannst könntest du
		mir svp peux-tu puedes podrías puoi potresti por favor per favore now also just and then`)
	smallParts = setOf(`field fields column parameter argument property attribute flag line check comment header`)
	neater     = setOf(`smaller simpler cleaner shorter readable generic reusable modular testable maintainable consistent`)
)

// head returns where the question proper begins, behind words of courtesy.
func (s sentence) head() int {
	i := 0
	for i < len(s)-1 && courtesy[s.form(i)] && verbs[s.form(i)] == "" {
		i++
	}
	if i > 0 && verbs[s.form(i)] == "" && !asks(s.form(i)) {
		return 0
	}
	return i
}

func asks(form string) bool { return lookups[form] || reasons[form] || manners[form] || things[form] }

// action returns what a question wants done: by the word that it begins with, then
// by whether it complains of something.
func (s sentence) action() Action { return s.actionFrom(s.head()) }

func (s sentence) actionFrom(i int) Action {
	form := s.form(i)
	switch {
	case reasons[form], s.follows(i, "por", "que"):
		if s.complains() || s.any(complaints) || s.holds("time|timing", "out") {
			return Debug
		}
		return Explain
	case manners[form]:
		return s.manner(i)
	case things[form]:
		return s.thing(i)
	case lookups[form]:
		return Search
	}
	if verb := verbs[form]; verb != "" && !s.isStatement(i) {
		return s.order(i, verb)
	}
	if s.complains() || s.behaves() {
		return Debug
	}
	if s.holds("should|must", "*") && !s.holds("what|which|who|where", "should|must") {
		return Modify
	}
	return Search
}

// isStatement reports whether words that look like an order begin a sentence
// about a thing: `set theory`, `list of figures`, `find is slow`.
func (s sentence) isStatement(i int) bool {
	return s.follows(i+1, "is|are|was|were|of|fails|does") && !s.follows(i, "get", "*")
}

// order returns what an order that begins with the verb at i asks for.
func (s sentence) order(i int, verb Action) Action {
	form := s.form(i)
	switch {
	case verb == Search && (s.any(overviews) || s.any(setOf("how why"))):
		return Explain
	case form == "tell" || form == "show" || form == "give":
		if n := i + 1; s.follows(n, "me|us") && asks(s.form(n+1)) {
			return s.actionFrom(n + 1)
		}
	case form == "add" && s.any(smallParts) && s.any(setOf("to in into for")):
		if n := s.index(smallParts); n <= i+3 {
			return Modify
		}
	case form == "make" && s.any(neater):
		return Refactor
	case (form == "remove" || form == "delete" || form == "reduce") && s.anyPrefix("duplicat"):
		return Refactor
	case form == "replace" && !s.holds("with|by", "*"):
		return Modify
	case form == "find" && s.holds("the", "bug|fault|error|cause"):
		return Debug
	}
	return verb
}

// manner returns what a question with "how" at i asks for.
func (s sentence) manner(i int) Action {
	if quantities[s.form(i+1)] {
		return Search
	}
	n := i + 1
	for n < len(s) && asked[s.form(n)] {
		n++
	}
	if verb := verbs[s.form(n)]; n > i+1 && verb != "" && verb != Search && verb != Explain && s.holds("i|we|you|one|to", s.form(n)) {
		return s.order(n, verb)
	}
	return Explain
}

// asked are the words that may come between "how" and the verb.
var asked = setOf("do does can could should would to i we you one")

// thing returns what a question with "what" at i asks for.
func (s sentence) thing(i int) Action {
	if s.complains() && (s.holds("wrong") || s.holds("causes|causing")) {
		return Debug
	}
	switch {
	case s.any(meanings), s.any(setOf("mean means meant signifie bedeutet significa")), s.holds("happens|happen"):
		return Explain
	case s.follows(i+1, "does|do") && !s.holds("say|says|mention|report|cost"):
		return Explain
	case s.follows(i+1, "is|are") && s.definition(i+2), s.follows(i, "was", "ist|bedeutet"):
		return Explain
	}
	return Search
}

// definition reports whether nothing but a bare term follows: `net present value`,
// but not `the depth limit of the kelp`.
func (s sentence) definition(i int) bool {
	if s.follows(i, "a|an") {
		return true
	}
	for n := i; n < len(s); n++ {
		switch {
		case s[n].kind == Phrase:
		case n == i && s.follows(n, "the|this|that|our|my|their|its|there"):
			return false
		case s.follows(n, "of|in|for|at|by|during|between|on") || capital(s[n].text) || hasDigit(s[n].text):
			return false
		}
	}
	return i < len(s)
}

func hasDigit(s string) bool { return strings.ContainsAny(s, "0123456789") }

// complains reports whether a question mentions a fault.
func (s sentence) complains() bool {
	for i := range s {
		form := s.form(i)
		if !faults[form] {
			continue
		}
		if strings.HasPrefix(form, "error") && (notFaults[s.form(i-1)] || notFaults[s.form(i+1)]) {
			continue
		}
		if form == "race" && !s.follows(i+1, "condition|conditions") {
			continue
		}
		return true
	}
	return s.holds("not|doesn't|don't|isn't|won't|cannot|can't", "work|working|start|load|open|compile|build|respond|update") ||
		s.holds("instead", "of") && !s.holds("use", "*")
}

// behaves reports whether a sentence describes what a thing in code does. People
// write such sentences only if it should not do so.
func (s sentence) behaves() bool {
	if len(s) < 3 || s[0].kind != Symbol && s[0].kind != Path {
		return false
	}
	next := s.form(1)
	return strings.HasSuffix(next, "s") && len(next) > 3 && !IsStopWord(next)
}

// index returns the place of the first word of a set, or the length if there is
// none.
func (s sentence) index(set map[string]bool) int {
	for i := range s {
		if set[s.form(i)] {
			return i
		}
	}
	return len(s)
}

func (s sentence) anyPrefix(prefix string) bool {
	for i := range s {
		if strings.HasPrefix(s.form(i), prefix) {
			return true
		}
	}
	return false
}
