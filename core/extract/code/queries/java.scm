[(line_comment) (block_comment)] @comment
(package_declaration (_) @package)

(class_declaration name: (identifier) @name body: (class_body) @body) @definition.class
(class_declaration name: (identifier) @name superclass: (superclass (_) @base)) @definition.class
(class_declaration name: (identifier) @name interfaces: (super_interfaces (type_list) @bases)) @definition.class
(record_declaration name: (identifier) @name body: (class_body) @body) @definition.class
(record_declaration name: (identifier) @name interfaces: (super_interfaces (type_list) @bases)) @definition.class
(interface_declaration name: (identifier) @name body: (interface_body) @body) @definition.interface
(interface_declaration name: (identifier) @name (extends_interfaces (type_list) @bases)) @definition.interface
(annotation_type_declaration name: (identifier) @name body: (_) @body) @definition.interface
(enum_declaration name: (identifier) @name body: (enum_body) @body) @definition.enum
(enum_declaration name: (identifier) @name interfaces: (super_interfaces (type_list) @bases)) @definition.enum
(method_declaration name: (identifier) @name body: (block)? @body) @definition.method
(annotation_type_element_declaration name: (identifier) @name) @definition.method
(constructor_declaration name: (identifier) @name body: (constructor_body) @body) @definition.method
(compact_constructor_declaration name: (identifier) @name body: (block) @body) @definition.method
(constant_declaration declarator: (variable_declarator name: (identifier) @name)) @definition.constant
(field_declaration (modifiers "static" "final") declarator: (variable_declarator name: (identifier) @name)) @definition.constant
(module_declaration name: (_) @name body: (module_body) @body) @definition.module

(import_declaration [(identifier) (scoped_identifier)] @path) @import
(import_declaration (_) @path (asterisk) @item) @import

(method_invocation !object name: (identifier) @name) @call
(method_invocation object: (_) @qualifier name: (identifier) @name) @call
(object_creation_expression type: (type_identifier) @name) @call
(type_identifier) @name @type
(marker_annotation name: (identifier) @name) @type
(annotation name: (identifier) @name) @type

[(method_declaration) (constructor_declaration) (compact_constructor_declaration) (block) (lambda_expression) (for_statement) (enhanced_for_statement) (try_with_resources_statement) (catch_clause)] @scope
(formal_parameter type: (_) @of name: (identifier) @local)
(lambda_expression parameters: (identifier) @local)
(inferred_parameters (identifier) @local)
(local_variable_declaration type: (_) @of declarator: (variable_declarator name: (identifier) @local !value))
(local_variable_declaration type: (_) @of declarator: (variable_declarator name: (identifier) @local value: (_) @from))
(enhanced_for_statement type: (_) @of name: (identifier) @local)
(resource type: (_) @of name: (identifier) @local)
(field_declaration type: (_) @of declarator: (variable_declarator name: (identifier) @field))

(argument_list (identifier) @name) @value
(argument_list (field_access object: (identifier) @qualifier field: (identifier) @name)) @value
(method_reference . (identifier) @qualifier (identifier) @name .) @value
