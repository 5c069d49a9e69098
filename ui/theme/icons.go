package theme

import "fyne.io/fyne/v2"

// Icons that the toolkit has none for.
var (
	ThumbUp = fyne.NewStaticResource("thumb-up.svg", []byte(
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="M2 10h4v11H2zM8 21V10l5-8c1.7 0 2.4 1.4 2 3l-1 4h6c1.5 0 2.4 1.2 2 2.6l-2 7.9c-.3.9-1 1.5-2 1.5z"/></svg>`))
	ThumbDown = fyne.NewStaticResource("thumb-down.svg", []byte(
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="M2 14h4V3H2zM8 3v11l5 8c1.7 0 2.4-1.4 2-3l-1-4h6c1.5 0 2.4-1.2 2-2.6l-2-7.9c-.3-.9-1-1.5-2-1.5z"/></svg>`))
)
