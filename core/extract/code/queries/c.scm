(comment) @comment

(function_definition declarator: (_) @declarator body: (compound_statement) @body) @definition.function
(declaration declarator: (_) @declarator) @definition.function
(struct_specifier name: (type_identifier) @name body: (_) @body) @definition.struct
(union_specifier name: (type_identifier) @name body: (_) @body) @definition.struct
(enum_specifier name: (type_identifier) @name body: (_) @body) @definition.enum
(type_definition declarator: (type_identifier) @name) @definition.type
(type_definition declarator: (pointer_declarator declarator: (type_identifier) @name)) @definition.type
(type_definition declarator: (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (type_identifier) @name)))) @definition.type
(type_definition declarator: (array_declarator declarator: (type_identifier) @name)) @definition.type
(type_definition type: (struct_specifier !name body: (_) @body) declarator: (type_identifier) @name) @definition.struct
(type_definition type: (union_specifier !name body: (_) @body) declarator: (type_identifier) @name) @definition.struct
(type_definition type: (enum_specifier !name body: (_) @body) declarator: (type_identifier) @name) @definition.enum
(preproc_def name: (identifier) @name value: (_)) @definition.constant
(preproc_function_def name: (identifier) @name) @definition.function
(translation_unit (declaration declarator: (_) @declarator) @definition.variable)
(translation_unit (declaration (type_qualifier) @_q declarator: (init_declarator declarator: (identifier) @name)) @definition.constant
  (#match? @_q "^const"))

(preproc_include path: (_) @path) @import

(call_expression function: (identifier) @name) @call
(call_expression function: (field_expression argument: (_) @qualifier field: (field_identifier) @name)) @call
(type_identifier) @name @type

[(function_definition) (compound_statement) (for_statement)] @scope
(parameter_declaration type: (_) @of declarator: (identifier) @local)
(parameter_declaration type: (_) @of declarator: (pointer_declarator declarator: (identifier) @local))
(declaration type: (_) @of declarator: (identifier) @local)
(declaration type: (_) @of declarator: (pointer_declarator declarator: (identifier) @local))
(declaration type: (_) @of declarator: (init_declarator declarator: (identifier) @local))
(declaration type: (_) @of declarator: (init_declarator declarator: (pointer_declarator declarator: (identifier) @local)))
(field_declaration type: (_) @of declarator: (field_identifier) @field)
(field_declaration type: (_) @of declarator: (pointer_declarator declarator: (field_identifier) @field))

(argument_list (identifier) @name) @value
(initializer_list (identifier) @name) @value
(init_declarator value: (identifier) @name) @value
(argument_list (pointer_expression argument: (identifier) @name)) @value
