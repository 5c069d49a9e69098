(comment) @comment
(export_statement) @wrapper
(decorator) @decorator

(function_declaration name: (identifier) @name body: (statement_block) @body) @definition.function
(generator_function_declaration name: (identifier) @name body: (statement_block) @body) @definition.function
(method_definition name: (_) @name body: (statement_block) @body) @definition.method

(program (lexical_declaration "const" (variable_declarator name: (identifier) @name)) @definition.constant)
(program (lexical_declaration "let" (variable_declarator name: (identifier) @name)) @definition.variable)
(program (variable_declaration (variable_declarator name: (identifier) @name)) @definition.variable)
(program (export_statement declaration: (lexical_declaration "const" (variable_declarator name: (identifier) @name)) @definition.constant))
(program (export_statement declaration: (lexical_declaration "let" (variable_declarator name: (identifier) @name)) @definition.variable))
(program (export_statement declaration: (variable_declaration (variable_declarator name: (identifier) @name)) @definition.variable))

(lexical_declaration (variable_declarator name: (identifier) @name value: (arrow_function body: (_) @body))) @definition.function
(lexical_declaration (variable_declarator name: (identifier) @name value: (function_expression body: (_) @body))) @definition.function
(lexical_declaration (variable_declarator name: (identifier) @name value: (generator_function body: (_) @body))) @definition.function
(variable_declaration (variable_declarator name: (identifier) @name value: (arrow_function body: (_) @body))) @definition.function
(variable_declaration (variable_declarator name: (identifier) @name value: (function_expression body: (_) @body))) @definition.function
(lexical_declaration (variable_declarator name: (identifier) @name value: (class body: (class_body) @body))) @definition.class

(expression_statement (assignment_expression
  left: (member_expression object: (_) @qualifier property: (property_identifier) @name)
  right: [(function_expression body: (_) @body) (arrow_function body: (_) @body) (generator_function body: (_) @body)])) @definition.function
(pair key: (property_identifier) @name value: [(function_expression body: (_) @body) (arrow_function body: (_) @body)]) @definition.method

(import_statement source: (string) @path) @import
(import_statement (import_clause (identifier) @item @alias) source: (string) @path) @import
(import_statement (import_clause (namespace_import (identifier) @alias)) source: (string) @path) @import
(import_statement (import_clause (named_imports (import_specifier name: (_) @item !alias))) source: (string) @path) @import
(import_statement (import_clause (named_imports (import_specifier name: (_) @item alias: (_) @alias))) source: (string) @path) @import
(export_statement (export_clause (export_specifier name: (_) @item)) source: (string) @path) @import
(export_statement "*" @item source: (string) @path) @import
(export_statement (namespace_export (_) @alias) source: (string) @path) @import
(variable_declarator name: (identifier) @alias
  value: (call_expression function: (identifier) @_f arguments: (arguments . (string) @path)) (#eq? @_f "require")) @import
(variable_declarator name: (object_pattern (shorthand_property_identifier_pattern) @item)
  value: (call_expression function: (identifier) @_f arguments: (arguments . (string) @path)) (#eq? @_f "require")) @import
(variable_declarator name: (object_pattern (pair_pattern key: (property_identifier) @item value: (identifier) @alias))
  value: (call_expression function: (identifier) @_f arguments: (arguments . (string) @path)) (#eq? @_f "require")) @import
(expression_statement (call_expression function: (identifier) @_f arguments: (arguments . (string) @path)) (#eq? @_f "require")) @import
(call_expression function: (import) arguments: (arguments . (string) @path)) @import

(call_expression function: (identifier) @name) @call
(call_expression function: (member_expression object: (_) @qualifier property: (property_identifier) @name)) @call
(new_expression constructor: (identifier) @name) @call
(new_expression constructor: (member_expression object: (_) @qualifier property: (property_identifier) @name)) @call

[(function_declaration) (generator_function_declaration) (function_expression) (arrow_function) (method_definition) (statement_block) (for_statement) (for_in_statement) (catch_clause)] @scope
(arrow_function parameter: (identifier) @local)
(catch_clause parameter: (identifier) @local)
(for_in_statement left: (identifier) @local)
(variable_declarator name: (identifier) @local value: (_) @from)
(variable_declarator name: (identifier) @local !value)
(assignment_expression left: (member_expression object: (this) property: (property_identifier) @field) right: (_) @from)

(arguments (identifier) @name) @value
(arguments (member_expression object: (identifier) @qualifier property: (property_identifier) @name)) @value
(variable_declarator value: (identifier) @name) @value
(assignment_expression right: (identifier) @name) @value
(pair value: (identifier) @name) @value
(array (identifier) @name) @value
(object (shorthand_property_identifier) @name) @value
(return_statement (identifier) @name) @value
(binary_expression (identifier) @name) @value
