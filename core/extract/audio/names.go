package audio

import (
	"cmp"
	"strings"
)

// The tables below give tags the names that most programs show, whatever the
// format calls them. A tag that is not in them keeps the name in the file.

// frameNames holds the names of the frames of ID3 2.3 and 2.4.
var frameNames = map[string]string{
	"TIT1": "Grouping", "TIT2": "Title", "TIT3": "Subtitle", "TPE1": "Artist", "TPE2": "AlbumArtist", "TPE3": "Conductor",
	"TPE4": "Remixer", "TALB": "Album", "TCOM": "Composer", "TEXT": "Lyricist", "TRCK": "Track", "TPOS": "Disc",
	"TYER": "Date", "TDRC": "Date", "TDAT": "DayMonth", "TIME": "Time", "TDOR": "OriginalDate", "TORY": "OriginalDate",
	"TDRL": "ReleaseDate", "TDEN": "EncodingTime", "TDTG": "TaggingTime", "TCON": "Genre", "TCOP": "Copyright",
	"TPUB": "Publisher", "TENC": "EncodedBy", "TSSE": "Encoder", "TBPM": "BPM", "TKEY": "Key", "TLAN": "Language",
	"TLEN": "Milliseconds", "TMED": "Media", "TMOO": "Mood", "TOAL": "OriginalAlbum", "TOFN": "OriginalFile",
	"TOLY": "OriginalLyricist", "TOPE": "OriginalArtist", "TOWN": "Owner", "TRSN": "RadioStation", "TSRC": "ISRC",
	"TSST": "DiscSubtitle", "TCMP": "Compilation", "TSOA": "AlbumSort", "TSOP": "ArtistSort", "TSOT": "TitleSort",
	"TSO2": "AlbumArtistSort", "TSOC": "ComposerSort", "TFLT": "FileType", "TDES": "Description", "TRDA": "RecordingDates",
	"TXXX": "Text", "COMM": "Comment", "USLT": "Lyrics", "WXXX": "URL", "UFID": "UniqueID", "WOAR": "ArtistURL",
	"WOAF": "FileURL", "WOAS": "SourceURL", "WCOP": "CopyrightURL", "WPUB": "PublisherURL", "WCOM": "CommercialURL",
	"APIC": "Picture", "PRIV": "Private", "USER": "Terms", "CTOC": "ChapterTable",
}

// shortNames maps the frames of ID3 2.2 to those of 2.3.
var shortNames = map[string]string{
	"TT1": "TIT1", "TT2": "TIT2", "TT3": "TIT3", "TP1": "TPE1", "TP2": "TPE2", "TP3": "TPE3", "TP4": "TPE4", "TAL": "TALB",
	"TCM": "TCOM", "TXT": "TEXT", "TRK": "TRCK", "TPA": "TPOS", "TYE": "TYER", "TDA": "TDAT", "TIM": "TIME", "TOR": "TORY",
	"TCO": "TCON", "TCR": "TCOP", "TPB": "TPUB", "TEN": "TENC", "TSS": "TSSE", "TBP": "TBPM", "TKE": "TKEY", "TLA": "TLAN",
	"TLE": "TLEN", "TMT": "TMED", "TOT": "TOAL", "TOF": "TOFN", "TOL": "TOLY", "TOA": "TOPE", "TRC": "TSRC", "TCP": "TCMP",
	"TXX": "TXXX", "COM": "COMM", "ULT": "USLT", "WXX": "WXXX", "UFI": "UFID", "PIC": "APIC", "TFT": "TFLT", "TRD": "TRDA",
	"TS2": "TSO2", "TSA": "TSOA", "TSC": "TSOC", "TSP": "TSOP", "TST": "TSOT",
	"WAR": "WOAR", "WAF": "WOAF", "WAS": "WOAS", "WCP": "WCOP", "WPB": "WPUB", "WCM": "WCOM",
}

func frameName(id string) string {
	id = cmp.Or(shortNames[id], id)
	return cmp.Or(frameNames[id], id)
}

// described returns the name of a frame that has a description of its own.
func described(id, description string) string {
	name := frameName(id)
	switch {
	case description == "":
		return name
	case name == "Text":
		return usualName(description)
	}
	return name + "-" + description
}

// usual holds the names of Vorbis comments, and of texts that ID3 and M4A name
// freely, in lower case.
var usual = map[string]string{
	"title": "Title", "artist": "Artist", "album": "Album", "albumartist": "AlbumArtist", "album artist": "AlbumArtist",
	"composer": "Composer", "conductor": "Conductor", "performer": "Performer", "lyricist": "Lyricist", "date": "Date",
	"year": "Date", "genre": "Genre", "tracknumber": "Track", "discnumber": "Disc", "tracktotal": "TrackTotal",
	"totaltracks": "TrackTotal", "disctotal": "DiscTotal", "totaldiscs": "DiscTotal", "comment": "Comment",
	"description": "Description", "lyrics": "Lyrics", "unsyncedlyrics": "Lyrics", "copyright": "Copyright",
	"license": "License", "organization": "Organization", "publisher": "Publisher", "label": "Label", "isrc": "ISRC",
	"location": "Location", "contact": "Contact", "encoder": "Encoder", "encoded-by": "EncodedBy", "bpm": "BPM",
	"language": "Language", "version": "Version", "subtitle": "Subtitle", "author": "Author",
}

func usualName(name string) string {
	return cmp.Or(usual[strings.ToLower(name)], name)
}

// itemNames holds the names of the items of M4A. Byte 0xa9 is ©.
var itemNames = map[string]string{
	"\xa9nam": "Title", "\xa9ART": "Artist", "\xa9art": "Artist", "\xa9alb": "Album", "aART": "AlbumArtist", "\xa9wrt": "Composer",
	"\xa9day": "Date", "\xa9gen": "Genre", "gnre": "Genre", "trkn": "Track", "disk": "Disc", "\xa9cmt": "Comment",
	"\xa9lyr": "Lyrics", "\xa9too": "Encoder", "\xa9grp": "Grouping", "cprt": "Copyright", "\xa9cpy": "Copyright", "desc": "Description",
	"ldes": "LongDescription", "tmpo": "BPM", "cpil": "Compilation", "pgap": "Gapless", "pcst": "Podcast", "catg": "Category",
	"keyw": "Keywords", "purl": "PodcastURL", "egid": "EpisodeID", "rtng": "Rating", "stik": "MediaType", "hdvd": "HD",
	"sonm": "TitleSort", "soar": "ArtistSort", "soal": "AlbumSort", "soaa": "AlbumArtistSort", "soco": "ComposerSort",
	"tvsh": "Show", "tven": "Episode", "tvsn": "Season", "tves": "EpisodeNumber", "purd": "PurchaseDate", "apID": "Account",
	"covr": "Picture", "\xa9wrk": "Work", "\xa9mvn": "Movement", "\xa9pub": "Publisher", "\xa9dir": "Director",
}

// infoNames holds the names of the chunks of the list INFO of WAV.
var infoNames = map[string]string{
	"INAM": "Title", "IART": "Artist", "IPRD": "Album", "ICRD": "Date", "IGNR": "Genre", "ICMT": "Comment", "ITRK": "Track",
	"IPRT": "Track", "ISFT": "Software", "ICOP": "Copyright", "IENG": "Engineer", "ITCH": "EncodedBy", "ISBJ": "Subject",
	"IKEY": "Keywords", "ISRC": "Source", "IMED": "Media", "ILNG": "Language", "IMUS": "Composer", "IWRI": "Lyricist",
	"ICMS": "CommissionedBy", "IARL": "ArchivalLocation",
}
