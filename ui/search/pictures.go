package search

import (
	"image"

	"ibid/core"
)

// picture names one page picture of one size.
type picture struct {
	hash          core.Hash
	page          int // 1-based index
	width, height int // pixels
}

// pictures remembers the page pictures that were seen last, so that scrolling
// back needs no work. It belongs to the UI goroutine.
type pictures struct {
	images map[picture]*image.RGBA
	order  []picture // oldest first
}

// remembered is the number of pictures that are kept: about 4 MB.
const remembered = 200

func (p *pictures) get(key picture) *image.RGBA { return p.images[key] }

func (p *pictures) put(key picture, img *image.RGBA) {
	if p.images == nil {
		p.images = make(map[picture]*image.RGBA)
	}
	if _, ok := p.images[key]; !ok {
		p.order = append(p.order, key)
	}
	p.images[key] = img
	if len(p.order) > remembered {
		delete(p.images, p.order[0])
		p.order = p.order[1:]
	}
}
