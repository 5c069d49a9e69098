//go:build workerhooks

package worker

/*
#include <stdio.h>
#include <stdlib.h>
static void misbehave_exit(void)  { fputs("aborting process from uncaught error!\n", stderr); exit(1); }
static void misbehave_crash(void) { *(volatile int *)0 = 1; }
static void misbehave_print(void) { puts("a C library says hello"); fflush(stdout); }
static void misbehave_hang(void)  { for (volatile int i = 0;; i++) {} }
*/
import "C"

import (
	"bytes"
	"io"
	"time"

	"ibid/core"
)

// hook misbehaves as the file's first line says, in C as the real libraries
// would.
func hook(data []byte, socket io.Writer) {
	line, _, _ := bytes.Cut(data, []byte("\n"))
	switch string(line) {
	case "hook: exit":
		C.misbehave_exit()
	case "hook: crash":
		C.misbehave_crash()
	case "hook: hang":
		C.misbehave_hang()
	case "hook: print":
		C.misbehave_print()
	case "hook: panic":
		panic("hook")
	case "hook: wait":
		time.Sleep(time.Second)
	case "hook: memory":
		eatMemory(10 * time.Millisecond)
	case "hook: memory at once":
		eatMemory(0)
	case "hook: garbage":
		_, _ = socket.Write(bytes.Repeat([]byte("garbage "), 1000))
	}
}

// hookPage misbehaves before a page is sent, as the page's first line says.
func hookPage(p core.Page, socket io.Writer) { hook([]byte(p.Text), socket) }

// eatMemory allocates 16 MB at a time until something stops it.
func eatMemory(pause time.Duration) {
	var eaten [][]byte
	for {
		eaten = append(eaten, bytes.Repeat([]byte{1}, 16<<20))
		time.Sleep(pause)
		_ = eaten
	}
}
