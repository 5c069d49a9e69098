// Command worker is a program that is nothing but a worker, for tests: built
// with the tag workerhooks it misbehaves on request.
package main

import "ibid/core/worker"

func main() { worker.RunIfAsked() }
