package rest

import (
	"encoding/json"
	"net/http"
	"reflect"
	"strings"
	"sync"

	"ibid/app"
	"ibid/app/door"
	"ibid/app/door/api"
)

// object is a JSON object; its keys are encoded in sorted order.
type object = map[string]any

// document returns the OpenAPI 3.1 description of the operations, made from the
// same table and types that answer them.
func document(table []operation) ([]byte, error) {
	schemas, paths := object{}, make(map[string]object)
	refer := func(t reflect.Type) object {
		schemas[t.Name()] = api.Schema(t)
		return object{"$ref": "#/components/schemas/" + t.Name()}
	}
	failed := object{
		"description": "what went wrong, as RFC 9457 has it",
		"content":     object{"application/problem+json": object{"schema": refer(reflect.TypeFor[door.Problem]())}},
	}
	for _, o := range table {
		media, answer := "application/json", object{"type": "object"}
		if o.media != "" {
			media, answer = o.media, object{}
		} else if o.out != nil {
			answer = refer(o.out)
		}
		said := object{
			"summary":   o.about,
			"responses": object{"200": object{"description": "the answer", "content": object{media: object{"schema": answer}}}, "default": failed},
		}
		if o.in != nil {
			said["requestBody"] = object{"required": true, "content": object{"application/json": object{"schema": refer(o.in)}}}
		}
		if len(o.query) > 0 {
			said["parameters"] = parameters(o)
		}
		if paths[Base+o.path] == nil {
			paths[Base+o.path] = object{}
		}
		paths[Base+o.path][strings.ToLower(o.method)] = said
	}
	return json.MarshalIndent(object{
		"openapi": "3.1.0",
		"info":    object{"title": "Ibid", "version": app.Version, "description": "What a library of documents says, cited to the page. All of it reads."},
		"paths":   paths,
		"components": object{
			"schemas":         schemas,
			"securitySchemes": object{"token": object{"type": "http", "scheme": "bearer", "description": "the token of the library, in the file that `ibidctl serve` names"}},
		},
		"security": []object{{"token": []string{}}},
	}, "", "  ")
}

func parameters(o operation) []object {
	out := make([]object, len(o.query))
	for i, p := range o.query {
		kind, in := object{"type": "string"}, "query"
		if p.number {
			kind = object{"type": "integer", "minimum": 0}
		}
		if strings.Contains(o.path, "{"+p.name+"}") {
			in = "path"
		}
		out[i] = object{"name": p.name, "in": in, "required": p.required, "description": p.about, "schema": kind}
	}
	return out
}

// described appends the operation that returns the OpenAPI document.
func (s *server) described(table []operation) []operation {
	o := operation{method: http.MethodGet, path: "/openapi.json", about: "this description"}
	all := append(table, o)
	description := sync.OnceValues(func() ([]byte, error) { return document(all) })
	all[len(table)].answer = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		data, err := description()
		s.write(w, r, json.RawMessage(data), err)
	})
	return all
}
