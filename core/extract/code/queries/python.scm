(comment) @comment
(decorator) @decorator

(function_definition name: (identifier) @name body: (block) @body) @definition.function
(function_definition name: (identifier) @name body: (block . (expression_statement . (string) @doc .))) @definition.function
(class_definition name: (identifier) @name superclasses: (argument_list)? @bases body: (block) @body) @definition.class
(class_definition name: (identifier) @name body: (block . (expression_statement . (string) @doc .))) @definition.class
(module (type_alias_statement left: (type (identifier) @name)) @definition.type)

(module (expression_statement (assignment left: (identifier) @name)) @definition.variable)
(class_definition body: (block (expression_statement (assignment left: (identifier) @name)) @definition.variable))

(import_statement name: (dotted_name) @path) @import
(import_statement name: (aliased_import name: (dotted_name) @path alias: (identifier) @alias)) @import
(import_from_statement module_name: (_) @path name: (dotted_name) @item) @import
(import_from_statement module_name: (_) @path name: (aliased_import name: (dotted_name) @item alias: (identifier) @alias)) @import
(import_from_statement module_name: (_) @path (wildcard_import) @item) @import

(call function: (identifier) @name) @call
(call function: (attribute object: (_) @qualifier attribute: (identifier) @name)) @call
(decorator (identifier) @name) @call
(decorator (attribute object: (_) @qualifier attribute: (identifier) @name)) @call
(class_definition superclasses: (argument_list (identifier) @name)) @type
(class_definition superclasses: (argument_list (attribute object: (_) @qualifier attribute: (identifier) @name))) @type
(type (identifier) @name) @type
(type (attribute object: (_) @qualifier attribute: (identifier) @name)) @type
(generic_type (identifier) @name) @type
