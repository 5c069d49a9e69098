package app

import (
	"ibid/app/ask"
	"ibid/app/code"
	"ibid/app/place"
	"ibid/app/shelf"
)

// The types of the use cases, under the name of the engine that has them.
type (
	Added        = shelf.Added
	AskEvent     = ask.AskEvent
	Answer       = ask.Answer
	Around       = place.Around
	Shown        = place.Shown
	Lines        = place.Lines
	Line         = place.Line
	LinesRequest = place.LinesRequest
	Root         = place.Root
	Places       = place.Places
	Subject      = code.Subject
	By           = code.By
	Used         = code.Used
	Defined      = code.Defined
)

// Bounds of the use cases.
const (
	BySettings     = place.BySettings
	MaxLinesAround = place.MaxLinesAround
)

var (
	NewPlaces   = place.NewPlaces
	LoadPlan    = ask.LoadPlan
	LoadContext = ask.LoadContext
	Task        = ask.Task
)
