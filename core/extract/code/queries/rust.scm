[(line_comment) (block_comment)] @comment
(attribute_item) @decorator

(function_item name: (identifier) @name body: (block) @body) @definition.function
(function_signature_item name: (identifier) @name) @definition.function
(struct_item name: (type_identifier) @name body: (_)? @body) @definition.struct
(union_item name: (type_identifier) @name body: (_) @body) @definition.struct
(enum_item name: (type_identifier) @name body: (_) @body) @definition.enum
(trait_item name: (type_identifier) @name body: (_) @body) @definition.trait
(trait_item name: (type_identifier) @name bounds: (trait_bounds) @bases) @definition.trait
(type_item name: (type_identifier) @name) @definition.type
(associated_type name: (type_identifier) @name) @definition.type
(impl_item type: (_) @name body: (_) @body) @definition.impl
(impl_item trait: (_) @base type: (_) @name) @definition.impl
(mod_item name: (identifier) @name body: (declaration_list) @body) @definition.module
(const_item name: (identifier) @name) @definition.constant
(static_item name: (identifier) @name) @definition.variable
(macro_definition name: (identifier) @name) @definition.function

(use_declaration) @use
(extern_crate_declaration) @use
(mod_item !body) @use

(call_expression function: (identifier) @name) @call
(call_expression function: (scoped_identifier path: (_) @qualifier name: (identifier) @name)) @call
(call_expression function: (field_expression value: (_) @qualifier field: (field_identifier) @name)) @call
(call_expression function: (generic_function function: (identifier) @name)) @call
(call_expression function: (generic_function function: (scoped_identifier path: (_) @qualifier name: (identifier) @name))) @call
(macro_invocation macro: (identifier) @name) @call
(type_identifier) @name @type
(scoped_type_identifier path: (_) @qualifier name: (type_identifier) @name) @type

[(function_item) (closure_expression) (block) (match_arm) (if_expression) (while_expression) (for_expression)] @scope
(parameter pattern: (identifier) @local type: (_) @of)
(closure_parameters (identifier) @local)
(let_declaration pattern: (identifier) @local type: (_) @of)
(let_declaration pattern: (identifier) @local !type value: (_) @from)
(for_expression pattern: (identifier) @local)
(field_declaration name: (field_identifier) @field type: (_) @of)

(arguments (identifier) @name) @value
(arguments (scoped_identifier path: (_) @qualifier name: (identifier) @name)) @value
