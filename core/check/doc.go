// Package check is the return trip: it looks whether the answer of a chat
// application stands in the sources that it cites. No model is involved; words
// are compared with words.
//
// # What is a claim
//
// An answer is read as Markdown or plain text. Bullets, headings and table cells
// are sentences of their own. A sentence is cited by the citations within it and
// by those right behind its full stop; a paragraph's last citation is that of its
// last sentence alone. A cell with nothing but citations cites its row. A line
// that holds nothing but citations cites the sentence before it.
//
//   - Citations: [1], [1, 3], [1–3], [1][2], [^1], [Source 1], [1, p. 5], 【1†source】.
//     Not citations: [PDF 219], [x], [text](url), numbers over 999 such as the year
//     [2023], [0], code, and a number in brackets behind a name of one or two
//     letters or with digits, as in a[1].
//   - Quotes: text in quotation marks of at least two words, or one of five letters;
//     three words in single marks; block quotes that are cited. In a sentence
//     without a citation a quote has four words or more and is looked for in all
//     sources.
//   - Numbers of cited sentences that stand in figures. Not numbers: those within
//     quotes, of lists, of places (p. 3, Figure 4, notes.md:40-52: where a citation
//     says it stands is not checked), and those of names (R1, HS-07).
//   - A cited sentence with neither is one claim, unchecked.
//   - Lists of sources, and code, hold no claims.
//
// # What is the same
//
// Words are compared as core/text folds them: case, accents, ligatures, quotes and
// punctuation do not count, nor do white space and hyphens, so `sys-tem` is
// `system`. The pages of a document are read in the order of its passages, from
// one page to the next. Words that do not follow each other there are not found,
// with one exception: a phrase may step once over whole lines, up to three at
// the foot and three at the head of neighbouring pages, or where the text before
// them ends within a sentence and goes on behind them with a small letter (a table, a
// figure). `…` in a quote and an insertion in brackets stand for words left out;
// what is around them must follow in order.
//
// Numbers are the same if their value is: 1,234 is 1 234 and 1234, 1.5 million is
// 1,500,000, 9.0 is 9, 2018–19 ends in 2019. One separator before three figures is
// read both ways. Units are not compared, and number words are no numbers. Of three
// figures or more, 3,877 million is also 3,877, which is how a table in millions has
// it; the reason then says so.
//
// # Verdicts
//
// A claim is found if all of it stands in what the sources quote that its
// sentence cites, in one of them or running on from one into the next. It is found elsewhere
// if it stands in the rest of their documents, in what another source quotes or
// in the rest of its document, in this order. A quote is stitched if it stands
// nowhere in one piece, but can be divided into at most four runs, of at least three
// words and eight letters each, that stand in the cited documents. A quote without a
// citation is found if it stands anywhere. All citations of a sentence count for all
// of it.
package check
