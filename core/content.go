package core

// Content is what the library knows of the bytes of a file. They are read once,
// however many documents have them.
type Content struct {
	Hash       Hash
	Kind       Kind
	State      State
	Reason     string // why State is not ready, or what is not as it should be, in words
	Remark     bool   // Reason is for information only: nothing has to be done
	Pages      int    // 0 for kinds without pages
	Tokens     int    // o200k_base tokens of the whole text
	Metadata          // known once Structured
	Generation uint64 // of the index batch that carried its text last; 0 before the first
	Structured bool   // the structure pass is over, well or badly
	Password   string // that opens it; empty if it needs none
}

// Step is a part of reading that is attempted by itself, because it can end the
// program.
type Step string

// The steps of reading one content.
const (
	StepWords    Step = "words"
	StepLayout   Step = "layout"
	StepMetadata Step = "metadata"
	StepOutline  Step = "outline"
	StepSyntax   Step = "syntax" // of source code
)
