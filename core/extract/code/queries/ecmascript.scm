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
