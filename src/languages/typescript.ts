import { MADE_NEW, TYPED_AFTER } from './declarations.ts';
import { SCRIPT } from './javascript.ts';
import { language, slashes } from './language.ts';

const SYMBOLS = `${SCRIPT.shared}
(abstract_class_declaration name: (_) @name body: (_) @body) @class
(interface_declaration name: (_) @name body: (_) @body) @interface
(type_alias_declaration name: (_) @name) @type
(enum_declaration name: (_) @name body: (_) @body) @enum
(internal_module name: (_) @name body: (_) @body) @module
(module name: (_) @name body: (_) @body) @module
(function_signature name: (_) @name) @function
(class_body (method_signature name: (_) @name) @method)
(abstract_method_signature name: (_) @name) @method
(public_field_definition name: (_) @name value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)]) @method
(ambient_declaration (lexical_declaration (variable_declarator name: (identifier) @name)) @constant)
(ambient_declaration) @wrap
(expression_statement (internal_module)) @wrap
(decorator) @lead
`;

const CALLS = SCRIPT.calls.replace(/\(jsx.*\n/g, '');

const TYPES = `
(type_identifier) @call
(extends_clause value: (identifier) @call)
`;

export const typescript = language({
  name: 'typescript',
  extensions: ['ts', 'tsx', 'mts', 'cts'],
  grammar: 'tree-sitter-typescript',
  hasUnmarkedTests: true,
  comment: slashes,
  symbols: SYMBOLS,
  imports: `${SCRIPT.imports}
(import_require_clause source: (string) @from) @import`,
  calls: CALLS + TYPES,
  joins: 'signatures',
  variants: [{ language: 'tsx', when: /<\/[\w.:-]*>|\/>/ }],
  declares: [MADE_NEW, TYPED_AFTER],
});

/** TypeScript with elements: a grammar of its own, read by content because the label is the same. */
export const tsx = language({
  ...typescript,
  name: 'tsx',
  extensions: [],
  grammar: 'tree-sitter-tsx',
  calls: SCRIPT.calls + TYPES,
  variants: [],
});
