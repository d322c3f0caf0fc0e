import { MADE_NEW, TYPED_BEFORE } from './declarations.ts';
import { language, slashes } from './language.ts';

export const java = language({
  name: 'java',
  extensions: ['java'],
  grammar: 'tree-sitter-java',
  comment: slashes,
  pathSeparator: '.',
  symbols: `
(class_declaration name: (_) @name body: (_) @body) @class
(record_declaration name: (_) @name body: (_) @body) @class
(interface_declaration name: (_) @name body: (_) @body) @interface
(annotation_type_declaration name: (_) @name body: (_) @body) @interface
(enum_declaration name: (_) @name body: (_) @body) @enum
(method_declaration name: (_) @name body: (_)? @body) @method
(constructor_declaration name: (_) @name body: (_) @body) @method
(compact_constructor_declaration name: (_) @name body: (_) @body) @method
(field_declaration (modifiers "static") declarator: (variable_declarator name: (_) @name)) @constant.upper
(constant_declaration declarator: (variable_declarator name: (_) @name)) @constant
(annotation) @lead
(marker_annotation) @lead
(block_comment) @comment
(line_comment) @comment
`,
  imports: '(import_declaration) @import @from',
  calls: `
(method_invocation name: (_) @call)
(type_identifier) @call
`,
  package: '(package_declaration [(scoped_identifier) (identifier)] @package)',
  declares: [TYPED_BEFORE, MADE_NEW],
  hasImplicitSelf: true,
});
