// Package token counts tokens exactly, with tokenizers whose vocabularies are
// compiled in: nothing is fetched at run time.
package token

import (
	"fmt"
	"sync"

	"github.com/tiktoken-go/tokenizer"

	"ibid/core"
)

// Counter counts the tokens of one encoding. The vocabulary is built at the
// first count, which takes some tens of milliseconds. Safe for concurrent use.
type Counter struct {
	name  string
	codec func() (tokenizer.Codec, error)
}

var _ core.TokenCounter = (*Counter)(nil)

// O200k counts tokens of o200k_base, the encoding of GPT-4o and later models
// of its maker. Budgets are kept in it.
var O200k = newCounter(tokenizer.O200kBase)

// Cl100k counts tokens of cl100k_base, the encoding before it.
var Cl100k = newCounter(tokenizer.Cl100kBase)

func newCounter(e tokenizer.Encoding) *Counter {
	return &Counter{
		name:  string(e),
		codec: sync.OnceValues(func() (tokenizer.Codec, error) { return tokenizer.Get(e) }),
	}
}

// Name returns the name of the encoding, such as "o200k_base".
func (c *Counter) Name() string { return c.name }

// Exact reports whether Count is exact, which it is.
func (c *Counter) Exact() bool { return true }

// Count returns the exact number of tokens of text. Names of special tokens in it
// (`<|endoftext|>`) count as plain text, as they do when pasted. It panics if the
// vocabulary that is compiled in does not load, which no input can cause.
func (c *Counter) Count(text string) int {
	codec, err := c.codec()
	if err != nil {
		panic(fmt.Sprintf("token: load %s: %v", c.name, err))
	}
	n, err := codec.Count(text)
	if err != nil {
		panic(fmt.Sprintf("token: count with %s: %v", c.name, err))
	}
	return n
}
