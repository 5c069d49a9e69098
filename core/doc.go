// Package core is the vocabulary of Ibid: the types that every room uses, the
// limits that all of them obey, and the interfaces through which they meet. It
// imports the standard library only and does nothing by itself.
//
// Files become documents, documents become passages with an exact place, a
// question becomes a plan, the plan finds hits, hits become a cited context that
// fits a budget, and a person copies it. The place of a passage is fixed when its
// text is read: no later step searches for its page.
//
// Counting: pages, lines, citation numbers and ranks are 1-based; byte offsets
// are 0-based with the end excluded and always refer to UTF-8 text as it lies
// in the store.
//
// # Rooms
//
// A room is a package, or a family of packages, that does one thing. Imports
// point down: cmd/ibid and ui (the window), cmd/ibidctl (the terminal), app, the
// rooms below core, core. Rooms below core do not import each other but where
// cmd/dev/arrows_test.go says so, with the reason; they meet in app.
//
//	opening    core/opener                      the one way to a document's bytes
//	reading    core/worker, core/extract/...    parse files in a process of their own, which may die
//	           core/draw, core/thumb            draw pages, keep their pictures
//	           core/ocr, core/convert           programs of the system, through core/outside
//	           core/passage                     cuts text at its natural boundaries
//	keeping    core/library                     what a person made: precious
//	           core/store, core/index           what can be made again
//	           core/derived, core/sqlite        how its files are opened
//	           core/codec, core/safefile        values as bytes; replacing a file as a whole
//	           core/ingest                      the queue and the watched folders
//	relating   core/graph, core/lsp             what code defines, uses and imports
//	           core/history                     git, read-only
//	asking     core/query, core/plan            what a question means, and where to look
//	           core/snapshot                    names, titles and feedback, once a revision
//	           core/search                      retrieves, expands and ranks
//	           core/assemble, core/token        fits sources into a budget
//	           core/ollama                      the only room that speaks to a language model
//	trusting   core/label, core/check           printed page numbers; answers against their sources
//	sharing    core/text, core/window           pure functions; how much is shown around a place
//
// Above them, app opens, wires and closes. Its use cases lie in app/ask (a
// question's road to its context), app/place (showing a place), app/shelf (adding
// and removing), app/code (graph and language servers) and app/doctor.
// app/usecase is the one table of them that window, terminal, socket, REST and
// MCP ask; app/remote lets several programs share a library through it, and
// app/door answers other programs.
//
// Around these, app/caller says which process asked, app/fresh reads changed
// files again before they are quoted, app/wireerr carries errors to another
// process, and app/config reads the settings. app/eval measures how well
// questions are answered and app/bench how fast, with costs from app/meter and
// tables from app/report.
//
// Four decisions explain most of the rest. Nothing untrusted is parsed in the
// window's process. What a person made and what can be made again are kept
// apart. One program owns a library, and the others work through it. Nothing is
// acknowledged before it is stored.
//
// # Where to start reading
//
// Follow one question: cmd/ibidctl/context.go, app/ask, core/query, core/plan,
// core/search, core/assemble. Then follow one file: app/shelf, core/ingest,
// core/worker, core/extract/pdf, core/passage, core/store, core/index.
//
// # How to add a kind of file
//
// Name the Kind here, in kind.go, with its unit. Write a room core/extract/NAME
// whose type is an Extractor, and let it read only through what it is handed.
// Have core/worker/kind.go recognise the content, and add the room to the
// registry in core/worker/perform.go. Places that no other kind has get a form in
// locator.go. Tests: a small file under testdata, a hostile one, and a round trip
// of its locators.
//
// # How to add a use case
//
// Give the room in app that does it a method with plain values, add a line with a
// comment to app/usecase, and run
//
//	go generate ./app/usecase
//
// which writes the stubs and handlers of app/remote. Then call it: from a command
// in cmd/ibidctl, from a pane whose Engine interface names it, or from app/door.
//
// # How to add a ranking feature
//
// Compute it in core/search for each candidate, normalised within the question
// to 0 to 1. Give it a Part in parts.go, a weight in rank.go, and a core.Reason
// with the reason why it raised a hit. `ibidctl eval DIR --ablate` then measures what
// it is worth; a feature that does not help with questions it was not fitted on is
// removed again.
package core
