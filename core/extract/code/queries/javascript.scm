
(class_declaration name: (identifier) @name body: (class_body) @body) @definition.class
(class_declaration name: (identifier) @name (class_heritage (_) @base)) @definition.class
(field_definition property: (_) @name value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)]) @definition.method
(class_heritage (identifier) @name) @type
(class_heritage (member_expression object: (_) @qualifier property: (_) @name)) @type
(jsx_opening_element name: (identifier) @name) @call
(jsx_self_closing_element name: (identifier) @name) @call
(formal_parameters (identifier) @local)
(formal_parameters (assignment_pattern left: (identifier) @local right: (_) @from))
(field_definition property: (property_identifier) @field value: (_) @from)
