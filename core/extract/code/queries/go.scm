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

[(function_declaration) (method_declaration) (func_literal) (block) (if_statement) (for_statement) (expression_switch_statement) (type_switch_statement) (expression_case) (type_case) (default_case) (communication_case)] @scope
(parameter_declaration name: (identifier) @local type: (_) @of)
(variadic_parameter_declaration name: (identifier) @local type: (_) @of)
(var_spec name: (identifier) @local type: (_) @of)
(var_spec name: (identifier) @local !type value: (expression_list . (_) @from))
(const_spec name: (identifier) @local)
(short_var_declaration left: (_) @locals right: (_) @from)
(range_clause left: (_) @locals right: (_) @from) @each
(type_switch_statement alias: (expression_list (identifier) @local) (type_case type: (_) @of) @at)
(field_declaration name: (field_identifier) @field type: (_) @of)
(field_declaration !name type: (type_identifier) @field @of)
(field_declaration !name type: (qualified_type name: (_) @field) @of)

(argument_list (identifier) @name) @value
(argument_list (selector_expression operand: (_) @qualifier field: (_) @name)) @value
(expression_list (identifier) @name) @value
(expression_list (selector_expression operand: (_) @qualifier field: (_) @name)) @value
(literal_value (literal_element (identifier) @name)) @value
(literal_value (literal_element (selector_expression operand: (_) @qualifier field: (_) @name))) @value
(keyed_element (_) . (literal_element (identifier) @name)) @value
(keyed_element (_) . (literal_element (selector_expression operand: (_) @qualifier field: (_) @name))) @value
(binary_expression (identifier) @name) @value
(unary_expression operand: (identifier) @name) @value
(selector_expression operand: (identifier) @name) @value
(index_expression (identifier) @name) @value
(range_clause right: (identifier) @name) @value
