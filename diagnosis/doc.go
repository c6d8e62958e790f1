// Package diagnosis says what the writer of a broken document meant. Where
// package diagnostics words what a strict decoder must reject, diagnosis looks
// for the mistake behind it: it takes slips back, one after the other, until
// the document reads, and keeps the explanation that costs least. It runs only
// where a document has errors. Enter it at [Explain].
//
// # How the search works
//
// A state is a text and the slips that were taken back to reach it. For the
// first error of a state each [Slip] of the catalogue is asked for candidates
// ([Slip.Undo]); each candidate changes all equal places of the document at
// once, so a million equal mistakes are one step. The new text is parsed. States
// are taken up in the order of what their steps cost and how many faulty lines
// are left. The number of states and the bytes that are parsed are bounded, in
// proportion to the document.
//
// When the cheapest explanation is found, those that cost nearly as much are
// looked at, too: where one gives other data, nobody can know what was meant,
// and no repair is safe. Last, the words of the result are held against those
// of the source ([Conserve]): what is missing or made up is listed by value, and
// a step that drops or invents is [Lossy] whatever its slip says.
//
// # How to add a slip
//
// Write one file with one unexported variable of type [Slip] (or a small family
// of them), and name it in the list of its family in families.go. A record has
//
//   - Name: snake_case, stable, as a person would call the mistake;
//   - Cause: what is written, what was probably meant, what to write, in words
//     for somebody who never read the spec, without a full stop; the message
//     shows after it the first wrong line and how it should read;
//   - Cost: [Everyday], [Usual], [Rare] or [Odd], how likely it is against the
//     others;
//   - Make: puts the slip into a right document, or says that it cannot be made
//     there (false). Take care that what you make is really broken or really
//     means the same to a reader: the campaign expects the original back;
//   - Undo: candidates for a [Site]. It is asked at the first error that is
//     left. Return nil at once where the text does not look like the slip; be
//     linear in the document. Change all equal places: [Site.Rewrite] with a
//     function from a line to the right line, or edits of your own, sorted and
//     apart. Set Level to [Safe] only where the text proves the slip (a count
//     that agrees, every row in the same shape): everything else is [Decision].
//     Offer the other meanings of the same text as candidates, too, also those
//     that are no good: they are what stops a repair from being called safe;
//   - Shared: two meanings share the text that Make makes, so a refusal is what
//     the campaign expects.
//
// Words that are syntax and not data (`lt` of `&lt;`, a header field) are named
// in Candidate.Syntax, else they count as dropped or invented. Counts in
// brackets, `@N` at the beginning of a line, `GCF` and `profile=…` never count.
//
// Then run the campaign and look at the row of your slip:
//
//	go test ./diagnosis -run Campaign -slips 20000
//	go test ./diagnosis -run Campaign -slips 500 -only your_slip -v
//	go test ./diagnosis -run Mutations -mutations 20000
//
// `safe wrong` and `decided wrong` must be 0.
package diagnosis
