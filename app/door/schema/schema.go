// Package schema describes the values of the door, for MCP and for OpenAPI alike.
package schema

import (
	"reflect"

	"github.com/google/jsonschema-go/jsonschema"

	"ibid/core"
)

// For is the schema of a type, in draft 2020-12: what it is made of, and what
// the words of a closed set are. The caller may change it.
func For(t reflect.Type) *jsonschema.Schema {
	s, err := jsonschema.ForType(t, &jsonschema.ForOptions{TypeSchemas: words})
	if err != nil {
		panic("schema of " + t.String() + ": " + err.Error()) // a type that has none is a mistake of ours
	}
	return s
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
