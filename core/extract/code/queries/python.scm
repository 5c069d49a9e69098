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

[(function_definition) (lambda) (list_comprehension) (set_comprehension) (dictionary_comprehension) (generator_expression)] @scope
(parameters (identifier) @local)
(lambda_parameters (identifier) @local)
(typed_parameter (identifier) @local type: (_) @of)
(typed_default_parameter name: (identifier) @local type: (_) @of)
(default_parameter name: (identifier) @local value: (_) @from)
(assignment left: (identifier) @local !type right: (_) @from)
(assignment left: (identifier) @local type: (_) @of)
(assignment left: (pattern_list) @locals right: (_) @from)
(assignment left: (attribute object: (identifier) @_self attribute: (identifier) @field) !type right: (_) @from (#eq? @_self "self"))
(assignment left: (attribute object: (identifier) @_self attribute: (identifier) @field) type: (_) @of (#eq? @_self "self"))
(named_expression name: (identifier) @local value: (_) @from)
(with_item value: (as_pattern (_) @from alias: (as_pattern_target (identifier) @local)))
(except_clause value: (as_pattern alias: (as_pattern_target (identifier) @local)))
(for_statement left: (identifier) @local)
(for_in_clause left: (identifier) @local)

(argument_list (identifier) @name) @value
(argument_list (attribute object: (identifier) @qualifier attribute: (identifier) @name)) @value
(keyword_argument value: (identifier) @name) @value
(assignment right: (identifier) @name) @value
(assignment right: (attribute object: (identifier) @qualifier attribute: (identifier) @name)) @value
(pair value: (identifier) @name) @value
(list (identifier) @name) @value
(tuple (identifier) @name) @value
(return_statement (identifier) @name) @value
(binary_operator (identifier) @name) @value
(comparison_operator (identifier) @name) @value
(default_parameter value: (identifier) @name) @value
