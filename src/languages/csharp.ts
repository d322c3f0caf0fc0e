import { MADE_NEW, TYPED_BEFORE } from './declarations.ts';
import { language, slashes } from './language.ts';

export const csharp = language({
  name: 'csharp',
  extensions: ['cs', 'csx'],
  grammar: 'tree-sitter-c_sharp',
  comment: slashes,
  // A using names a namespace, not a thing in it.
  pathSeparator: null,
  symbols: `
(class_declaration name: (_) @name body: (_)? @body) @class
(struct_declaration name: (_) @name body: (_)? @body) @class
(record_declaration name: (_) @name body: (_)? @body) @class
(interface_declaration name: (_) @name body: (_)? @body) @interface
(enum_declaration name: (_) @name body: (_)? @body) @enum
(delegate_declaration name: (_) @name) @type
(method_declaration name: (_) @name body: (_)? @body) @method
(constructor_declaration name: (_) @name body: (_)? @body) @method
(property_declaration name: (_) @name accessors: (_) @body) @method.long
(local_function_statement name: (_) @name body: (_)? @body) @function.inner
(field_declaration (modifier "const") (variable_declaration (variable_declarator name: (_) @name))) @constant
(field_declaration (modifier "static") (variable_declaration (variable_declarator name: (_) @name))) @constant
(attribute_list) @lead
(comment) @comment
`,
  imports: '(using_directive) @import @from',
  calls: `
(invocation_expression function: (identifier) @call)
(invocation_expression function: (member_access_expression name: (_) @call))
(object_creation_expression type: [(identifier) (generic_name)] @call)
(variable_declaration type: [(identifier) (generic_name)] @call)
(parameter type: [(identifier) (generic_name)] @call)
(method_declaration returns: [(identifier) (generic_name)] @call)
(property_declaration type: [(identifier) (generic_name)] @call)
(base_list [(identifier) (generic_name)] @call)
(type_argument_list (identifier) @call)
(attribute name: (identifier) @call)
`,
  package: `
(namespace_declaration name: (_) @package)
(file_scoped_namespace_declaration name: (_) @package)
`,
  declares: [TYPED_BEFORE, MADE_NEW],
  hasImplicitSelf: true,
});
