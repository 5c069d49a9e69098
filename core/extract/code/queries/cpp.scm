
(template_declaration) @wrapper
(function_definition declarator: (_) @declarator body: (try_statement) @body) @definition.function
(function_definition declarator: (_) @declarator (default_method_clause) @body) @definition.function
(function_definition declarator: (_) @declarator (delete_method_clause) @body) @definition.function
(field_declaration declarator: (_) @declarator) @definition.method
(struct_specifier name: (_) @name body: (_) @body) @definition.struct
(struct_specifier name: (_) @name (base_class_clause [(type_identifier) (qualified_identifier) (template_type)] @base)) @definition.struct
(class_specifier name: (_) @name body: (_) @body) @definition.class
(class_specifier name: (_) @name (base_class_clause [(type_identifier) (qualified_identifier) (template_type)] @base)) @definition.class
(union_specifier name: (_) @name body: (_) @body) @definition.struct
(enum_specifier name: (_) @name body: (_) @body) @definition.enum
(alias_declaration name: (type_identifier) @name) @definition.type
(concept_definition name: (identifier) @name "=" (_) @body) @definition.type
(namespace_definition name: (_) @name body: (declaration_list) @body) @definition.module
(declaration_list (declaration declarator: (_) @declarator) @definition.variable)
(declaration_list (declaration (type_qualifier) @_q declarator: (init_declarator declarator: (identifier) @name)) @definition.constant
  (#match? @_q "^const"))

(call_expression function: (qualified_identifier scope: (_) @qualifier name: (identifier) @name)) @call
(call_expression function: (template_function name: (identifier) @name)) @call
(qualified_identifier scope: (_) @qualifier name: (type_identifier) @name) @type
(parameter_declaration type: (_) @of declarator: (reference_declarator (identifier) @local))
(declaration type: (_) @of declarator: (init_declarator declarator: (reference_declarator (identifier) @local)))
