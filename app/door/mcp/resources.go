package mcp

import (
	"context"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"ibid/app/ask"
	"ibid/app/door/api"
	"ibid/core"
)

// The resources are documents, named by their ids.
const (
	documentURI = "ibid://documents/"
	listed      = 100     // documents in one part of the list
	wholeText   = 1 << 20 // bytes of text after which reading a whole document ends
)

var resourceURI = regexp.MustCompile(`^ibid://documents/([1-9]\d{0,17})(?:/pages/([1-9]\d{0,8}))?$`)

func addResources(s *sdk.Server, d *api.Service) {
	r := &resources{d}
	s.AddResourceTemplate(&sdk.ResourceTemplate{
		Name: "document", Title: "Document", Description: "the text of a document, as far as a megabyte goes", MIMEType: "text/plain", URITemplate: documentURI + "{id}",
	}, r.read)
	s.AddResourceTemplate(&sdk.ResourceTemplate{
		Name: "page", Title: "Page of a document", Description: "the text of one page", MIMEType: "text/plain", URITemplate: documentURI + "{id}/pages/{page}",
	}, r.read)
	// The library's documents change, so the list is made for each request.
	s.AddReceivingMiddleware(func(next sdk.MethodHandler) sdk.MethodHandler {
		return func(ctx context.Context, method string, req sdk.Request) (sdk.Result, error) {
			if params, ok := req.GetParams().(*sdk.ListResourcesParams); ok && method == "resources/list" {
				return r.list(ctx, params)
			}
			return next(ctx, method, req)
		}
	})
}

type resources struct{ service *api.Service }

// list lists a part of the documents; the cursor is how many came before it.
func (r *resources) list(ctx context.Context, params *sdk.ListResourcesParams) (*sdk.ListResourcesResult, error) {
	from := 0
	if params != nil && params.Cursor != "" {
		n, err := strconv.Atoi(params.Cursor)
		if err != nil || n < 0 {
			return nil, fmt.Errorf("the cursor is not one of this list")
		}
		from = n
	}
	docs, err := r.service.Documents(ctx, api.ListRequest{Limit: listed, Offset: from})
	if err != nil {
		return nil, told(err)
	}
	out := &sdk.ListResourcesResult{Resources: []*sdk.Resource{}}
	for _, d := range docs.Documents {
		about := fmt.Sprintf("%s, %s", d.Kind, d.State)
		if d.Pages > 0 {
			about += fmt.Sprintf(", %d pages", d.Pages)
		}
		out.Resources = append(out.Resources, &sdk.Resource{
			URI: documentURI + strconv.FormatInt(int64(d.ID), 10), Name: d.Name, Title: d.Title, Description: about, MIMEType: "text/plain",
		})
	}
	if next := from + len(docs.Documents); next < docs.Total {
		out.NextCursor = strconv.Itoa(next)
	}
	return out, nil
}

// read returns the text of a document or of one page.
func (r *resources) read(ctx context.Context, req *sdk.ReadResourceRequest) (*sdk.ReadResourceResult, error) {
	uri := req.Params.URI
	m := resourceURI.FindStringSubmatch(uri)
	if m == nil {
		return nil, sdk.ResourceNotFoundError("")
	}
	id, err := strconv.ParseInt(m[1], 10, 64)
	if err != nil {
		return nil, sdk.ResourceNotFoundError("")
	}
	var body string
	if m[2] != "" {
		n, _ := strconv.Atoi(m[2]) // the pattern allows digits only
		page, err := r.service.Page(ctx, core.DocumentID(id), n)
		if err != nil {
			return nil, told(err)
		}
		body = page.Text
	} else if body, err = r.whole(ctx, core.DocumentID(id)); err != nil {
		return nil, told(err)
	}
	return &sdk.ReadResourceResult{Contents: []*sdk.ResourceContents{{URI: uri, MIMEType: "text/plain", Text: body}}}, nil
}

// whole returns the text of all pages; if it is too long, a note says where it
// ends.
func (r *resources) whole(ctx context.Context, id core.DocumentID) (string, error) {
	pages, err := r.service.Whole(ctx, id, wholeText)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	for i, p := range pages {
		if p.Pages > 1 {
			fmt.Fprintf(&b, "[page %d of %d]\n", p.Page, p.Pages)
		}
		b.WriteString(p.Text + "\n")
		if last := i == len(pages)-1; p.Cut || last && p.Page < p.Pages {
			fmt.Fprintf(&b, "[there is more: page %d of %d is the last one here]\n", p.Page, p.Pages)
		}
	}
	return b.String(), nil
}

func addPrompts(s *sdk.Server, d *api.Service) {
	s.AddPrompt(&sdk.Prompt{
		Name: "answer_with_citations", Title: "Answer with citations",
		Description: "Answer a question from the person's own documents, every statement with its source",
		Arguments:   []*sdk.PromptArgument{{Name: "question", Description: "what is to be answered", Required: true}},
	}, func(ctx context.Context, req *sdk.GetPromptRequest) (*sdk.GetPromptResult, error) {
		floor := defaultMinScore
		question := req.Params.Arguments["question"]
		c, err := d.Context(ctx, api.ContextRequest{Query: question, Limit: defaultLimit, Budget: defaultBudget, MinScore: &floor})
		if err != nil {
			return nil, told(err)
		}
		return &sdk.GetPromptResult{
			Description: fmt.Sprintf("%d sources, %d tokens, context %s", len(c.Results), c.Tokens, c.ID),
			Messages:    []*sdk.PromptMessage{{Role: "user", Content: &sdk.TextContent{Text: c.Text + "\n" + ask.Task(question)}}},
		}, nil
	})
}
