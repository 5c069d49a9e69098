// Package meter measures what this process and its workers cost: memory, time
// of processors, percentiles of waiting.
package meter
