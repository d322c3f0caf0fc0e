import { MADE_BY_CALL, TYPED_BEFORE } from './declarations.ts';
import { language, slashes } from './language.ts';

/** The body of a function stands beside its signature, so the patterns name both. */
export const dart = language({
  name: 'dart',
  extensions: ['dart'],
  grammar: 'tree-sitter-dart',
  comment: slashes,
  symbols: `
(class_definition name: (_) @name body: (_) @body) @class
(mixin_declaration (identifier) @name (class_body) @body) @class
(extension_declaration name: (_) @name body: (_) @body) @class
(extension_declaration !name class: (_) @name) @scope.type
(enum_declaration name: (_) @name body: (_) @body) @enum
(type_alias . (type_identifier) @name) @type
(program (function_signature name: (_) @name) @function . (function_body)? @body)
(program (getter_signature name: (_) @name) @function . (function_body)? @body)
((method_signature [(function_signature name: (_) @name) (getter_signature name: (_) @name) (setter_signature name: (_) @name)
  (constructor_signature (identifier) @name . (formal_parameter_list))
  (factory_constructor_signature (identifier) @name . (formal_parameter_list))]) @method . (function_body) @body)
(declaration [(function_signature name: (_) @name)
  (constructor_signature (identifier) @name . (formal_parameter_list))
  (factory_constructor_signature (identifier) @name . (formal_parameter_list))]) @method
(lambda_expression parameters: (function_signature name: (_) @name) body: (_) @body) @function
(program (static_final_declaration_list (static_final_declaration . (identifier) @name) @constant))
(class_body (declaration (static_final_declaration_list (static_final_declaration . (identifier) @name))) @constant)
(annotation) @lead
(comment) @comment
(documentation_comment) @comment
`,
  imports: `
(library_import (import_specification (configurable_uri (uri) @from))) @import
(library_export (configurable_uri (uri) @from)) @import
(part_directive (uri) @from) @import
(combinator "show" (identifier) @imported)
`,
  calls: `
((identifier) @call . (selector (argument_part)))
((selector (unconditional_assignable_selector (identifier) @call)) . (selector (argument_part)))
((selector (conditional_assignable_selector (identifier) @call)) . (selector (argument_part)))
(type_identifier) @call
`,
  package: '(library_name (dotted_identifier_list) @package)',
  declares: [TYPED_BEFORE, MADE_BY_CALL],
  hasImplicitSelf: true,
});
