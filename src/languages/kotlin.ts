import { MADE_BY_CALL, TYPED_AFTER } from './declarations.ts';
import { language, slashes } from './language.ts';

export const kotlin = language({
  name: 'kotlin',
  extensions: ['kt', 'kts'],
  grammar: 'tree-sitter-kotlin',
  hasLargeGrammar: true,
  comment: slashes,
  pathSeparator: '.',
  symbols: `
(class_declaration name: (_) @name (class_body)? @body) @class
(class_declaration "interface" name: (_) @name (class_body)? @body) @interface
(class_declaration name: (_) @name (enum_class_body) @body) @enum
(object_declaration name: (_) @name (class_body)? @body) @class
(companion_object (class_body) @body) @scope
(function_declaration name: (_) @name (function_body)? @body) @function
(function_declaration (user_type (identifier) @owner) . "." . name: (_) @name (function_body)? @body) @function
(secondary_constructor "constructor" @name (block)? @body) @method
(type_alias type: (identifier) @name) @type
(source_file (property_declaration (variable_declaration . (identifier) @name)) @constant)
(class_body (property_declaration (variable_declaration . (identifier) @name)) @constant.upper)
(annotation) @lead
(line_comment) @comment
(block_comment) @comment
`,
  imports: '(import) @import @from',
  calls: `
(call_expression . (identifier) @call)
(call_expression . (navigation_expression (identifier) @call .))
(user_type (identifier) @call .)
`,
  package: '(package_header (qualified_identifier) @package)',
  declares: [TYPED_AFTER, MADE_BY_CALL],
  hasImplicitSelf: true,
});
