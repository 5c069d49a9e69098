package core

import "time"

// Rating is feedback on a source of a question.
type Rating string

// The ratings.
const (
	RatingUp      Rating = "up"      // a person: it helped
	RatingDown    Rating = "down"    // a person: it did not
	RatingUsed    Rating = "used"    // an answer cites it
	RatingChanged Rating = "changed" // its file was changed afterwards, as the repository says that it lies in
)

// Ratings lists all ratings.
var Ratings = []Rating{RatingUp, RatingDown, RatingUsed, RatingChanged}

// ByPerson reports whether a person gave the rating. Such a rating overrides the
// others.
func (r Rating) ByPerson() bool { return r == RatingUp || r == RatingDown }

// Bounds of what is kept of feedback.
const (
	MaxFeedback         = 1000 // entries of a library; the oldest go first
	MaxFeedbackQuestion = 500  // bytes of a question; the rest is not kept
)

// Feedback is one rating of a source of a question. It changes how sources rank
// for later questions that share rare words with that question.
type Feedback struct {
	ID       int64
	Made     time.Time
	Question string
	Rating   Rating
	Document Document // as the library has it now: its ID, Path, Name, Kind and Hash
	Place    Place    // of the source, in the content that the document had then
	Locator  Locator  // of the source, under the name that the document has now
}
