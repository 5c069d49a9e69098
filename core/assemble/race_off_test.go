//go:build !race

package assemble_test

const raced = false
