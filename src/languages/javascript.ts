// These rows hold the grammar queries of JavaScript and TypeScript.
import { MADE_NEW, TYPED_AFTER } from './declarations.ts';
import { language } from './language.ts';

// A default export without a name is called `default`.
const SYMBOLS = `
(function_declaration name: (_) @name body: (_) @body) @function
(generator_function_declaration name: (_) @name body: (_) @body) @function
(class_declaration name: (_) @name body: (_) @body) @class
(method_definition name: [(property_identifier) (private_property_identifier)] @name body: (_) @body) @method.inner
(export_statement "default" @name value: [(function_expression body: (_) @body) (arrow_function body: (_) @body)]) @function
(export_statement "default" @name value: (class body: (_) @body)) @class
(lexical_declaration (variable_declarator name: (identifier) @name
  value: [(arrow_function body: (_) @body) (function_expression body: (_) @body) (generator_function body: (_) @body)])) @function.inner
(variable_declaration (variable_declarator name: (identifier) @name
  value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)])) @function.inner
(lexical_declaration (variable_declarator name: (identifier) @name value: (class body: (_) @body))) @class
(expression_statement (assignment_expression left: (member_expression) @name
  right: [(arrow_function body: (_) @body) (function_expression body: (_) @body)])) @function.inner
(expression_statement (assignment_expression left: (member_expression) @name right: (class !name body: (_) @body))) @class
(expression_statement (assignment_expression left: (member_expression) right: (class name: (_) @name body: (_) @body))) @class
(pair key: (property_identifier) @name
  value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)]) @function.inner
(program (lexical_declaration kind: "const" (variable_declarator name: (identifier) @name)) @constant)
(program (export_statement declaration: (lexical_declaration (variable_declarator name: (identifier) @name)) @constant))
(program (export_statement declaration: (variable_declaration (variable_declarator name: (identifier) @name)) @constant))
(program (variable_declaration (variable_declarator name: (identifier) @name)) @constant.upper)
(export_statement) @wrap
(comment) @comment
`;

const SCRIPT = {
  imports: `
(import_statement source: (string) @from) @import
(import_clause (identifier) @imported)
(import_specifier name: (_) @imported)
(namespace_import (identifier) @imported)
(export_statement source: (string) @from) @import
(export_statement (export_clause (export_specifier name: (_) @imported)) source: (_))
(call_expression function: (import) arguments: (arguments . (string) @from)) @import
((call_expression function: (identifier) @_f arguments: (arguments . (string) @from)) @import (#eq? @_f "require"))
`,
  calls: `
(call_expression function: [(identifier) @call (member_expression property: (property_identifier) @call)])
(new_expression constructor: [(identifier) @call (member_expression property: (property_identifier) @call)])
(jsx_opening_element name: (identifier) @call)
(jsx_self_closing_element name: (identifier) @call)
`,
};

export const javascript = language({
  name: 'javascript',
  extensions: ['js', 'jsx', 'mjs', 'cjs'],
  grammar: 'tree-sitter-javascript',
  hasUnmarkedTests: true,
  symbols: `${SYMBOLS}
(field_definition property: (_) @name value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)]) @method
(decorator) @lead`,
  imports: SCRIPT.imports,
  calls: `${SCRIPT.calls}
(class_heritage (identifier) @call)`,
  declares: [MADE_NEW],
});

const TYPED_SYMBOLS = `${SYMBOLS}
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
  symbols: TYPED_SYMBOLS,
  imports: `${SCRIPT.imports}
(import_require_clause source: (string) @from) @import`,
  calls: CALLS + TYPES,
  joins: 'signatures',
  variants: [{ language: 'tsx', when: /<\/[\w.:-]*>|\/>/ }],
  declares: [MADE_NEW, TYPED_AFTER],
});

/** TypeScript with JSX has another grammar, which is chosen by content because the files are called TypeScript too. */
export const tsx = language({
  ...typescript,
  name: 'tsx',
  extensions: [],
  grammar: 'tree-sitter-tsx',
  calls: SCRIPT.calls + TYPES,
  variants: [],
});
