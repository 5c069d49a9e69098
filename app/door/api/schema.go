package api

import (
	"reflect"
	"slices"

	"github.com/google/jsonschema-go/jsonschema"

	"ibid/core"
)

// Schema describes a type in draft 2020-12 of JSON Schema, for MCP and OpenAPI
// alike: its fields, and the words of closed sets. The caller may change it.
func Schema(t reflect.Type) *jsonschema.Schema {
	s, err := jsonschema.ForType(t, &jsonschema.ForOptions{TypeSchemas: words})
	if err != nil {
		panic("schema of " + t.String() + ": " + err.Error()) // a type that has none is a mistake of ours
	}
	single(s)
	return s
}

// single takes null out of what may be null: nothing that we say is, and chat
// applications that know one type for a value pass over tools that have two.
func single(s *jsonschema.Schema) {
	if s == nil {
		return
	}
	if i := slices.Index(s.Types, "null"); i >= 0 && len(s.Types) == 2 {
		s.Type, s.Types = s.Types[1-i], nil
	}
	single(s.Items)
	single(s.AdditionalProperties)
	for _, p := range s.Properties {
		single(p)
	}
}

// words are the types that take one of a few words.
var words = map[reflect.Type]*jsonschema.Schema{
	reflect.TypeFor[core.Kind]():       oneOf(core.Kinds),
	reflect.TypeFor[core.Format]():     oneOf(core.Formats),
	reflect.TypeFor[core.Strategy]():   oneOf(core.Strategies),
	reflect.TypeFor[core.EntityKind](): oneOf(core.EntityKinds),
	reflect.TypeFor[core.Planner]():    oneOf(append([]core.Planner{core.PlannerHand}, core.Planners...)),
	reflect.TypeFor[core.Verdict]():    oneOf(core.Verdicts),
}

func oneOf[T ~string](all []T) *jsonschema.Schema {
	s := &jsonschema.Schema{Type: "string"}
	for _, w := range all {
		s.Enum = append(s.Enum, string(w))
	}
	return s
}
