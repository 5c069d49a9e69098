// Package abbreviation finds where a text says what its short forms mean:
// "knock-out (KO)" and "KO (knock-out)".
//
// The algorithm is that of A. S. Schwartz and M. A. Hearst, "A simple algorithm
// for identifying abbreviation definitions in biomedical text", Pacific Symposium
// on Biocomputing 2003. A short form has 2 to 10 characters in at most two words;
// its long form stands beside the bracket, has at most min(n+5, 2n) words for n
// letters and digits, begins with the short form's first letter at the start of a
// word, and holds the others in order.
//
// What differs has these reasons:
//   - Greek letters and their names are the same: "polymerase beta (Pol β)".
//   - Where every word gives a letter the long form is as many words long, not the
//     shortest: "reverse repurchase agreements (RRA)".
//   - The plural's s is no letter of the short form: "knock-outs (KOs)".
//   - A short form that is mostly lower case looks like any word in a bracket, so
//     it has to consist of beginnings of words: Cap(ital) Ex(penditures).
//   - A long form starts where its first letter is matched, not at the last blank:
//     of "non-small-cell lung cancer (SCLC)" it is "small-cell lung cancer".
//   - Square and full-width brackets count as round ones do, since texts that nest
//     them use both. Quotes around a short form belong to the bracket, as legal
//     texts write them.
//   - A long form in a bracket begins where the bracket does: from the middle of a
//     remark most short words can be spelt.
//
// Scripts without upper case have no short forms here, because nothing tells them
// from other words.
package abbreviation
