package worker

import (
	"context"

	"ibid/core"
	"ibid/core/draw"
	"ibid/core/extract/audio"
	"ibid/core/extract/image"
	"ibid/core/extract/tags"
)

// mediaNames are the extensions of pictures and recordings.
var mediaNames = map[string]core.Kind{
	".jpg": core.KindImage, ".jpeg": core.KindImage, ".jpe": core.KindImage, ".png": core.KindImage, ".gif": core.KindImage,
	".tif": core.KindImage, ".tiff": core.KindImage, ".webp": core.KindImage, ".bmp": core.KindImage, ".heic": core.KindImage,
	".heif": core.KindImage, ".avif": core.KindImage,
	".mp3": core.KindAudio, ".mp2": core.KindAudio, ".flac": core.KindAudio, ".m4a": core.KindAudio, ".m4b": core.KindAudio,
	".ogg": core.KindAudio, ".oga": core.KindAudio, ".opus": core.KindAudio, ".spx": core.KindAudio, ".wav": core.KindAudio,
	".aif": core.KindAudio, ".aiff": core.KindAudio, ".aifc": core.KindAudio,
}

// mediaKind returns the kind of a picture or recording by its beginning, else by
// its name; empty for other files. textual reports that head is text in a file
// named as text, which may begin with such a mark.
func mediaKind(ext string, head []byte, textual bool) core.Kind {
	switch {
	case textual:
		return ""
	case image.Known(head):
		return core.KindImage
	case audio.Known(head):
		return core.KindAudio
	}
	return mediaNames[ext]
}

// openMedia opens the picture itself, or the cover of a recording. A file without
// either is drawn as a sheet of its tags.
func openMedia(r request, data []byte) (draw.Document, error) {
	if r.Bare && r.Kind == core.KindImage {
		return draw.OpenPixels(data, image.Orientation(data)), nil
	}
	file, err := mediaReaders[r.Kind](context.Background(), core.Input{Name: r.Name, Data: data, Kind: r.Kind})
	if err != nil {
		return nil, err
	}
	return draw.OpenPicture(file.Picture, image.Orientation(file.Picture), file.Text), nil
}

// mediaReaders maps the kinds of files whose text is their tags to their readers.
var mediaReaders = map[core.Kind]tags.Reader{core.KindImage: image.Read, core.KindAudio: audio.Read}
