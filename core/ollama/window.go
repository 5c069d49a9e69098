package ollama

import (
	"context"
	"math"
	"strconv"
	"strings"

	"github.com/ollama/ollama/api"
)

// Window is how many tokens of question and answer together the model takes: set
// is what the server is told for it (PARAMETER num_ctx), most what it was made
// for. A server cuts what is over most without a word. Each is 0 where the server
// does not say, and where it cannot be asked.
func (s *Server) Window(ctx context.Context) (set, most int) {
	address, err := base(s.options.Host)
	if err != nil {
		return 0, 0
	}
	ctx, cancel := context.WithTimeout(ctx, probeTime)
	defer cancel()
	shown, err := api.NewClient(address, client(probeTime, answerSize)).Show(ctx, &api.ShowRequest{Model: s.options.Model})
	if err != nil {
		return 0, 0 // Chat says what is wrong with it
	}
	for line := range strings.Lines(shown.Parameters) {
		if words := strings.Fields(line); len(words) == 2 && words[0] == "num_ctx" {
			n, _ := strconv.ParseInt(words[1], 10, 32)
			set = max(0, int(n))
		}
	}
	kind, _ := shown.ModelInfo["general.architecture"].(string)
	if n, _ := shown.ModelInfo[kind+".context_length"].(float64); n > 0 && n <= math.MaxInt32 {
		most = int(n)
	}
	return set, most
}
