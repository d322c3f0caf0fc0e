import { MADE_NEW, PHP_NOTED, PHP_TYPED } from './declarations.ts';
import { language, slashes } from './language.ts';

export const php = language({
  name: 'php',
  extensions: ['php', 'phtml', 'inc'],
  grammar: 'tree-sitter-php',
  comment: slashes,
  pathSeparator: '\\',
  symbols: `
(class_declaration name: (_) @name body: (_) @body) @class
(trait_declaration name: (_) @name body: (_) @body) @class
(interface_declaration name: (_) @name body: (_) @body) @interface
(enum_declaration name: (_) @name body: (_) @body) @enum
(function_definition name: (_) @name body: (_) @body) @function
(method_declaration name: (_) @name body: (_)? @body) @method
(const_declaration (const_element . (name) @name)) @constant
((expression_statement (function_call_expression function: (name) @_f
  arguments: (arguments . (argument (string (string_content) @name))))) @constant (#eq? @_f "define"))
(attribute_list) @lead
(comment) @comment
`,
  imports: `
(namespace_use_declaration) @import @from
(require_expression) @import.file @from
(require_once_expression) @import.file @from
(include_expression) @import.file @from
(include_once_expression) @import.file @from
`,
  calls: `
(function_call_expression function: (name) @call)
(member_call_expression name: (name) @call)
(nullsafe_member_call_expression name: (name) @call)
(scoped_call_expression scope: (name) @call)
(scoped_call_expression name: (name) @call)
(object_creation_expression (name) @call)
(class_constant_access_expression . (name) @call)
(named_type (name) @call)
(base_clause (name) @call)
(class_interface_clause (name) @call)
(use_declaration (name) @call)
`,
  package: '(namespace_definition name: (_) @package)',
  declares: [PHP_TYPED, MADE_NEW, PHP_NOTED],
});
