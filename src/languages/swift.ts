import { MADE_BY_CALL, TYPED_AFTER } from './declarations.ts';
import { language, slashes } from './language.ts';

export const swift = language({
  name: 'swift',
  extensions: ['swift'],
  grammar: 'tree-sitter-swift',
  hasLargeGrammar: true,
  comment: slashes,
  symbols: `
(class_declaration declaration_kind: ["class" "struct" "actor"] name: (_) @name body: (_) @body) @class
(class_declaration declaration_kind: "enum" name: (_) @name body: (_) @body) @enum
(class_declaration declaration_kind: "extension" name: (_) @name body: (_)) @scope.type
(protocol_declaration name: (_) @name body: (_) @body) @interface
(function_declaration name: (simple_identifier) @name body: (_) @body) @function
(protocol_function_declaration name: (simple_identifier) @name) @function
(init_declaration name: "init" @name body: (_)? @body) @method
(typealias_declaration name: (_) @name) @type
(source_file (property_declaration name: (pattern bound_identifier: (_) @name)) @constant)
(class_body (property_declaration (modifiers (property_modifier)) name: (pattern bound_identifier: (_) @name)) @constant)
(attribute) @lead
(comment) @comment
(multiline_comment) @comment
`,
  imports: '(import_declaration (identifier) @from) @import',
  calls: `
(call_expression . (simple_identifier) @call)
(call_expression . (navigation_expression suffix: (navigation_suffix suffix: (simple_identifier) @call)))
(type_identifier) @call
`,
  declares: [TYPED_AFTER, MADE_BY_CALL],
  hasImplicitSelf: true,
});
