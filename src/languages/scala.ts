import { MADE_BY_CALL, MADE_NEW, TYPED_AFTER } from './declarations.ts';
import { language, slashes } from './language.ts';

export const scala = language({
  name: 'scala',
  extensions: ['scala', 'sc', 'sbt'],
  grammar: 'tree-sitter-scala',
  comment: slashes,
  pathSeparator: '.',
  signatureTail: /[\s{=:]+$/,
  symbols: `
(class_definition name: (_) @name body: (_)? @body) @class
(object_definition name: (_) @name body: (_)? @body) @class
(package_object name: (_) @name body: (_)? @body) @module
(trait_definition name: (_) @name body: (_)? @body) @interface
(enum_definition name: (_) @name body: (_)? @body) @enum
(function_definition name: (_) @name body: (_) @body) @function
(function_declaration name: (_) @name) @function
(type_definition name: (_) @name) @type
(given_definition name: (_) @name) @constant
(template_body (val_definition pattern: (identifier) @name) @constant.upper)
(compilation_unit (val_definition pattern: (identifier) @name) @constant)
(annotation) @lead
(comment) @comment
(block_comment) @comment
`,
  imports: '(import_declaration) @import @from',
  calls: `
(call_expression function: (identifier) @call)
(call_expression function: (field_expression field: (_) @call))
(call_expression function: (generic_function function: (identifier) @call))
(type_identifier) @call
`,
  package: '(package_clause name: (_) @package)',
  declares: [TYPED_AFTER, MADE_NEW, MADE_BY_CALL],
  hasImplicitSelf: true,
});
