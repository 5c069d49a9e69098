// Package ollama is the only room that speaks to a language model, through an
// Ollama server on this machine. Everything in Ibid works without one.
//
// What a server says is not trusted: answers are short, come in time, are not
// followed elsewhere, and are cleaned before a person sees them. Nothing is
// sent to another machine.
package ollama
