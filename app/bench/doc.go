// Package bench measures how fast Ibid reads, finds and draws the documents of
// a folder, and what it costs, beside other programs that do a part of the same
// with the same files in the same run.
//
// Every step is done several times, those of Ibid and of the other programs in turn, and the best of
// each counts: other work on the machine can only slow a step down.
package bench
