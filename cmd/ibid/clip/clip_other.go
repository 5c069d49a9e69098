//go:build !unix

package clip

import "context"

func picture(context.Context, []byte) error {
	return unsupported("pictures cannot be copied on this system", nil)
}
