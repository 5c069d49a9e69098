package core_test

import (
	"testing"

	"ibid/core"
)

func TestAttentionIsAskedWhereSomethingCanBeDone(t *testing.T) {
	for _, tt := range []struct {
		d    core.Document
		want bool
	}{
		{core.Document{Kind: core.KindPDF, State: core.StateReady}, false},
		{core.Document{Kind: core.KindPDF, State: core.StateWaiting}, false},
		{core.Document{Kind: core.KindPDF, State: core.StateReady, Reason: "some letters of this page are not known"}, true},
		{core.Document{Kind: core.KindPDF, State: core.StateReady, Reason: "2 pages were read by OCR", Remark: true}, false},
		{core.Document{Kind: core.KindArchive, State: core.StateReady, Reason: "3 files"}, false},
		{core.Document{Kind: core.KindPDF, State: core.StateNoText}, true},
		{core.Document{Kind: core.KindCode, State: core.StateNoText, Reason: "is empty"}, false},
		{core.Document{Kind: core.KindText, State: core.StateDamaged}, true},
	} {
		if got := tt.d.NeedsAttention(); got != tt.want {
			t.Errorf("%+v: %v, want %v", tt.d, got, tt.want)
		}
	}
}
