package code_test

import (
	"testing"

	"ibid/app/apptest"
)

func TestMain(m *testing.M) { apptest.Main(m) }
