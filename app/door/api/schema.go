package api

import (
	"reflect"
	"slices"

	"github.com/google/jsonschema-go/jsonschema"

	"ibid/core"
)

// Schema returns the JSON Schema (draft 2020-12) of a type, for MCP and
// OpenAPI: its fields, and the allowed words of enumerations. The caller may
// change it.
func Schema(t reflect.Type) *jsonschema.Schema {
	s, err := jsonschema.ForType(t, &jsonschema.ForOptions{TypeSchemas: words})
	if err != nil {
		panic("schema of " + t.String() + ": " + err.Error()) // a type without a schema is a programming error
	}
	single(s)
	return s
}

// single removes null from the allowed types: no answer has a null, and chat
// applications that expect one type for each value ignore tools with two.
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

// words has the schemas of the types with a fixed set of words.
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
