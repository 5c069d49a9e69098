package mail

import (
	"bytes"
	"iter"
	"regexp"
)

// envelope matches the line before a message in a mailbox: a sender and a time in
// any form (RFC 4155, and what Thunderbird and Google write).
var envelope = regexp.MustCompile(`^From (?:\S.*)?\d{1,2}:\d{2}`)

// IsMailbox reports whether data begins as an mbox file does: with an envelope
// line, and a header below it.
func IsMailbox(data []byte) bool {
	line, rest := cutLine(data)
	return len(line) < 1000 && envelope.Match(line) && beginsHeader(rest)
}

// beginsHeader reports whether data begins with a header field. A quoted envelope
// line may precede it, as some programs write it.
func beginsHeader(data []byte) bool {
	line, rest := cutLine(data)
	if bytes.HasPrefix(line, []byte(">From ")) {
		line, _ = cutLine(rest)
	}
	return field.Match(line)
}

// known holds fields of which every message has a few.
var known = map[string]bool{
	"From": true, "To": true, "Subject": true, "Date": true, "Message-Id": true, "Received": true, "Return-Path": true,
	"Mime-Version": true, "Content-Type": true, "Delivered-To": true, "Reply-To": true, "Sender": true,
}

// IsMessage reports whether data begins with a header in which at least few fields
// are among those that messages have.
func IsMessage(data []byte, few int) bool {
	if !beginsHeader(data) {
		return false
	}
	h, _ := parseHeader(data)
	n := 0
	for name := range h {
		if known[name] {
			n++
		}
	}
	return n >= few
}

// messages yields the messages of a mailbox, each from its envelope line on. An
// envelope line follows a blank line and precedes a header. Any other line that
// begins with "From " is text that was not quoted.
func messages(data []byte) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		start, blank := 0, true
		for at := 0; at < len(data); {
			line, rest := cutLine(data[at:])
			if blank && at > start && len(line) < 1000 && envelope.Match(line) && beginsHeader(rest) {
				if !yield(data[start:at]) {
					return
				}
				start = at
			}
			blank = len(line) == 0
			at = len(data) - len(rest)
		}
		yield(data[start:])
	}
}

var quoted = regexp.MustCompile(`(?m)^>(>*From )`)

// unquote removes one quoting sign from each quoted "From " line, as the mboxrd
// format wants.
func unquote(message []byte) []byte {
	if !bytes.Contains(message, []byte(">From ")) {
		return message
	}
	return quoted.ReplaceAll(message, []byte("$1"))
}
