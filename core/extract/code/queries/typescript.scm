
(ambient_declaration) @wrapper
(class_declaration name: (type_identifier) @name body: (class_body) @body) @definition.class
(abstract_class_declaration name: (type_identifier) @name body: (class_body) @body) @definition.class
(class_declaration name: (type_identifier) @name (class_heritage (extends_clause value: (_) @base))) @definition.class
(class_declaration name: (type_identifier) @name (class_heritage (implements_clause (_) @base))) @definition.class
(abstract_class_declaration name: (type_identifier) @name (class_heritage (extends_clause value: (_) @base))) @definition.class
(abstract_class_declaration name: (type_identifier) @name (class_heritage (implements_clause (_) @base))) @definition.class
(interface_declaration name: (type_identifier) @name body: (interface_body) @body) @definition.interface
(interface_declaration name: (type_identifier) @name (extends_type_clause (_) @base)) @definition.interface
(enum_declaration name: (identifier) @name body: (enum_body) @body) @definition.enum
(type_alias_declaration name: (type_identifier) @name value: (_) @body) @definition.type
(internal_module name: (_) @name body: (statement_block) @body) @definition.module
(module name: (_) @name body: (statement_block) @body) @definition.module
(function_signature name: (identifier) @name) @definition.function
(method_signature name: (_) @name) @definition.method
(abstract_method_signature name: (_) @name) @definition.method
(public_field_definition name: (_) @name value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)]) @definition.method
(program (ambient_declaration (lexical_declaration (variable_declarator name: (identifier) @name)) @definition.constant))
(program (ambient_declaration (variable_declaration (variable_declarator name: (identifier) @name)) @definition.variable))
(internal_module body: (statement_block (export_statement declaration: (lexical_declaration (variable_declarator name: (identifier) @name)) @definition.constant)))

(import_statement (import_require_clause (identifier) @alias source: (string) @path)) @import
(type_identifier) @name @type
(nested_type_identifier module: (_) @qualifier name: (type_identifier) @name) @type
(extends_clause value: (identifier) @name) @type
(extends_clause value: (member_expression object: (_) @qualifier property: (_) @name)) @type

(required_parameter pattern: (identifier) @local !type)
(required_parameter pattern: (identifier) @local type: (type_annotation (_) @of))
(optional_parameter pattern: (identifier) @local type: (type_annotation (_) @of))
(required_parameter (accessibility_modifier) pattern: (identifier) @field type: (type_annotation (_) @of))
(variable_declarator name: (identifier) @local type: (type_annotation (_) @of))
(public_field_definition name: (property_identifier) @field type: (type_annotation (_) @of))
(public_field_definition name: (property_identifier) @field !type value: (_) @from)
(property_signature name: (property_identifier) @field type: (type_annotation (_) @of))
