// Package check compares the answer of a chat application with the sources that
// it cites. No model is involved: words are compared with words.
//
// # Claims
//
// An answer is read as Markdown or plain text. Bullets, headings and table cells
// are sentences of their own. The citations of a sentence are those within it and
// those right behind its full stop; the last citation of a paragraph belongs to
// its last sentence alone. A cell with nothing but citations is for its row, a
// line with nothing but citations for the sentence before it.
//
//   - Citations: [1], [1, 3], [1–3], [1][2], [^1], [Source 1], [1, p. 5], 【1†source】.
//     Not citations: [PDF 219], [x], [text](url), numbers over 999 such as the year
//     [2023], [0], code, and a number in brackets behind a name of one or two
//     letters or with digits, as in a[1].
//   - Quotes: text in quotation marks of at least two words, or one of five letters;
//     three words in single marks; block quotes that are cited. In a sentence
//     without a citation a quote has four words or more and is looked for in all
//     sources.
//   - Numbers in figures, in cited sentences. Not numbers: those within quotes, of
//     lists, of places (p. 3, Figure 4, notes.md:40-52: the page that a citation
//     names is not checked), and of names (R1, HS-07).
//   - A cited sentence with neither is one claim, unchecked.
//   - Lists of sources, and code, hold no claims.
//
// # Comparison
//
// Words are compared as core/text folds them: case, accents, ligatures, quotes and
// punctuation do not count, nor do white space and hyphens, so `sys-tem` is
// `system`. The pages of a document are read in the order of its passages, from
// one page to the next. The words of a quote must follow each other there, with
// one exception: a phrase may step once over whole lines, up to three at the foot
// and three at the head of neighbouring pages, or up to 59 where the text before
// them ends within a sentence and goes on behind them with a small letter, as
// around a table or figure. `…` in a quote and an insertion in brackets stand for
// words left out; the text around them must follow in order.
//
// Numbers are the same if their value is: 1,234 is 1 234 and 1234, 1.5 million is
// 1,500,000, 9.0 is 9, 2018–19 ends in 2019. One separator before three figures is
// read both ways. Units are not compared, and number words are no numbers. A number
// of three figures or more is also found without the word behind it: 3,877 million
// as 3,877, which is how a table in millions writes it; the reason then says so.
//
// # Verdicts
//
// A claim is found if all of it stands in the quotes of the sources that its
// sentence cites, in one of them or running on from one into the next. It is found
// elsewhere if it stands in the rest of their documents, in the quotes of another
// source, or in the rest of that source's document, in this order. A quote is
// stitched if it stands nowhere in one piece, but can be divided into at most four
// runs, of at least three words and eight letters each, that stand in the cited
// documents. A quote without a citation is found if it stands anywhere. All
// citations of a sentence count for all of it.
package check
