package ollamatest

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
)

// Dimensions of the model: as small as its architecture allows with sense.
const (
	width  = 64 // of a token's vector
	blocks = 2
	inner  = 172
	heads  = 4

	Window = 2048 // tokens of question and answer together
)

// Types of values in a GGUF file, and the alignment of its tensors.
const (
	typeUint32  = 4
	typeInt32   = 5
	typeFloat32 = 6
	typeBool    = 7
	typeString  = 8
	typeArray   = 9
	alignment   = 32
)

// Kinds of tokens, as llama.cpp numbers them.
const (
	normalToken  = 1
	unknownToken = 2
	controlToken = 3
	byteToken    = 6
)

// writer writes GGUF, version 3: a header, named values, the list of tensors,
// the tensors. See docs/gguf.md of ggml.
type writer struct{ bytes.Buffer }

func (w *writer) put(v any)       { _ = binary.Write(w, binary.LittleEndian, v) } // a buffer takes everything
func (w *writer) string(s string) { w.put(uint64(len(s))); w.WriteString(s) }

func (w *writer) key(name string, kind uint32) { w.string(name); w.put(kind) }

func (w *writer) number(name string, n uint32) { w.key(name, typeUint32); w.put(n) }

func (w *writer) text(name, s string) { w.key(name, typeString); w.string(s) }

func (w *writer) list(name string, kind uint32, n int) {
	w.key(name, typeArray)
	w.put(kind)
	w.put(uint64(n))
}

// vocabulary is every byte and every printable character.
func vocabulary() (tokens []string, kinds []int32) {
	add := func(s string, kind int32) { tokens, kinds = append(tokens, s), append(kinds, kind) }
	add("<unk>", unknownToken)
	add("<s>", controlToken)
	add("</s>", controlToken)
	for b := range 256 {
		add(fmt.Sprintf("<0x%02X>", b), byteToken)
	}
	for r := '!'; r <= '~'; r++ {
		add(string(r), normalToken)
	}
	return tokens, kinds
}

// tensor is a table of numbers; its first length changes fastest.
type tensor struct {
	name    string
	lengths []uint64
}

func (t tensor) size() int {
	n := 1
	for _, l := range t.lengths {
		n *= int(l)
	}
	return n
}

func tensors(words uint64) []tensor {
	list := []tensor{
		{"token_embd.weight", []uint64{width, words}}, {"output_norm.weight", []uint64{width}}, {"output.weight", []uint64{width, words}},
	}
	for b := range blocks {
		for _, t := range []tensor{
			{"attn_norm", []uint64{width}}, {"attn_q", []uint64{width, width}}, {"attn_k", []uint64{width, width}},
			{"attn_v", []uint64{width, width}}, {"attn_output", []uint64{width, width}}, {"ffn_norm", []uint64{width}},
			{"ffn_gate", []uint64{width, inner}}, {"ffn_down", []uint64{inner, width}}, {"ffn_up", []uint64{width, inner}},
		} {
			list = append(list, tensor{fmt.Sprintf("blk.%d.%s.weight", b, t.name), t.lengths})
		}
	}
	return list
}

// GGUF is a language model of the architecture of Llama with random weights,
// half a megabyte: it answers under a schema with what the schema allows, and
// says nothing. The same seed gives the same bytes.
func GGUF(seed uint64) []byte {
	tokens, kinds := vocabulary()
	list := tensors(uint64(len(tokens)))
	w := new(writer)
	w.WriteString("GGUF")
	w.put(uint32(3))
	w.put(uint64(len(list)))
	counted := w.Len()
	w.put(uint64(0)) // how many values follow, known below
	values := w.values(tokens, kinds)
	binary.LittleEndian.PutUint64(w.Bytes()[counted:], values)
	offset := 0
	for _, t := range list {
		w.string(t.name)
		w.put(uint32(len(t.lengths)))
		w.put(t.lengths)
		w.put(uint32(0)) // 32-bit floats
		w.put(uint64(offset))
		offset += pad(4 * t.size())
	}
	w.align()
	random := rand.New(rand.NewPCG(seed, seed))
	for _, t := range list {
		numbers := make([]float32, t.size())
		for i := range numbers {
			if numbers[i] = float32(random.NormFloat64()) * 0.3; len(t.lengths) == 1 {
				numbers[i] = 1 // norms scale nothing
			}
		}
		w.put(numbers)
		w.align()
	}
	return w.Bytes()
}

// values writes what a server has to know of the model and counts it.
func (w *writer) values(tokens []string, kinds []int32) (n uint64) {
	w.text("general.architecture", "llama")
	w.text("general.name", "random")
	numbers := []struct {
		name string
		n    uint32
	}{
		{"general.file_type", 0}, {"llama.context_length", Window}, {"llama.embedding_length", width}, {"llama.block_count", blocks},
		{"llama.feed_forward_length", inner}, {"llama.attention.head_count", heads}, {"llama.attention.head_count_kv", heads},
		{"llama.rope.dimension_count", width / heads}, {"llama.vocab_size", uint32(len(tokens))},
		{"tokenizer.ggml.bos_token_id", 1}, {"tokenizer.ggml.eos_token_id", 2}, {"tokenizer.ggml.unknown_token_id", 0},
	}
	for _, v := range numbers {
		w.number(v.name, v.n)
	}
	w.key("llama.attention.layer_norm_rms_epsilon", typeFloat32)
	w.put(float32(1e-5))
	w.text("tokenizer.ggml.model", "llama")
	w.list("tokenizer.ggml.tokens", typeString, len(tokens))
	for _, t := range tokens {
		w.string(t)
	}
	w.list("tokenizer.ggml.scores", typeFloat32, len(tokens))
	w.put(make([]float32, len(tokens)))
	w.list("tokenizer.ggml.token_type", typeInt32, len(kinds))
	w.put(kinds)
	for _, flag := range []struct {
		name string
		on   bool
	}{{"tokenizer.ggml.add_bos_token", true}, {"tokenizer.ggml.add_eos_token", false}} {
		w.key(flag.name, typeBool)
		w.put(flag.on)
	}
	return uint64(2 + len(numbers) + 1 + 1 + 3 + 2)
}

func (w *writer) align() { w.Write(make([]byte, pad(w.Len())-w.Len())) }

func pad(n int) int { return (n + alignment - 1) / alignment * alignment }
