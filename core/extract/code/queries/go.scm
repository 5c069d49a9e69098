(package_clause (package_identifier) @package)
(comment) @comment

(function_declaration name: (identifier) @name body: (block)? @body) @definition.function
(method_declaration receiver: (parameter_list (parameter_declaration type: (_) @qualifier)) name: (field_identifier) @name body: (block)? @body) @definition.method

[(type_declaration) (const_declaration) (var_declaration)] @wrapper
(type_spec name: (type_identifier) @name) @definition.type
(type_alias name: (type_identifier) @name) @definition.type
(type_spec name: (type_identifier) @name type: (struct_type (field_declaration_list) @body)) @definition.struct
(type_spec name: (type_identifier) @name type: (struct_type (field_declaration_list (field_declaration !name type: (_) @base)))) @definition.struct
(type_spec name: (type_identifier) @name type: (interface_type "{" @body)) @definition.interface
(type_spec name: (type_identifier) @name type: (interface_type (type_elem (_) @base))) @definition.interface
(type_spec type: (interface_type (method_elem name: (field_identifier) @name) @definition.method))

(const_spec name: (identifier) @name) @definition.constant
(var_spec name: (identifier) @name) @definition.variable

(import_spec name: (_)? @alias path: (_) @path) @import

(call_expression function: (identifier) @name) @call
(call_expression function: (selector_expression operand: (_) @qualifier field: (field_identifier) @name)) @call
(call_expression function: (index_expression operand: (identifier) @name)) @call
(type_identifier) @name @type
(qualified_type package: (_) @qualifier name: (type_identifier) @name) @type
