import { MADE_BY_CALL, TYPED_AFTER } from './declarations.ts';
import { dashes, hash, language } from './language.ts';

export const lua = language({
  name: 'lua',
  extensions: ['lua'],
  grammar: 'tree-sitter-lua',
  comment: dashes,
  symbols: `
(function_declaration name: [(identifier) (dot_index_expression)] @name body: (_)? @body) @function
(function_declaration name: (method_index_expression table: (_) @owner method: (_) @name) body: (_)? @body) @function
(assignment_statement (variable_list . name: (_) @name) (expression_list . value: (function_definition body: (_)? @body))) @function
(field name: (identifier) @name value: (function_definition body: (_)? @body)) @function.inner
(chunk (variable_declaration (assignment_statement (variable_list name: (identifier) @name))) @constant.upper)
(chunk (assignment_statement (variable_list name: (identifier) @name)) @constant)
(variable_declaration) @wrap
(comment) @comment
`,
  imports: `
((function_call name: (identifier) @_f arguments: (arguments . (string content: (_) @from))) @import (#any-of? @_f "require" "dofile" "loadfile"))
`,
  calls: `
(function_call name: (identifier) @call)
(function_call name: (dot_index_expression field: (_) @call))
(function_call name: (method_index_expression method: (_) @call))
`,
});

/** A dot is a letter of a name; it is read as a seam all the same, because methods are called `print.shop`. */
export const r = language({
  name: 'r',
  extensions: ['r'],
  grammar: 'tree-sitter-r',
  comment: hash,
  signatureTail: /[\s{]+$/,
  symbols: `
(binary_operator lhs: [(identifier) (string)] @name operator: ["<-" "<<-" "="] rhs: (function_definition body: (_) @body)) @function
(argument name: (identifier) @name value: (function_definition body: (_) @body)) @function.inner
(program (binary_operator lhs: (identifier) @name operator: ["<-" "="]) @constant)
((binary_operator lhs: (identifier) @name rhs: (call function: [(identifier) @_f (namespace_operator rhs: (identifier) @_f)]) @body) @class
  (#any-of? @_f "setClass" "R6Class" "setRefClass" "new_class"))
((program (call function: (identifier) @_f arguments: (arguments . (argument value: (string content: (_) @name)))) @class)
  (#any-of? @_f "setClass" "setRefClass"))
((program (call function: (identifier) @_f arguments: (arguments . (argument value: (string content: (_) @name)))) @function)
  (#any-of? @_f "setGeneric" "setMethod" "setValidity"))
(comment) @comment
`,
  imports: `
((call function: (identifier) @_f arguments: (arguments . (argument value: [(identifier) (string)] @from))) @import
  (#any-of? @_f "library" "require" "source" "requireNamespace"))
`,
  calls: `
(call function: (identifier) @call)
(call function: (namespace_operator rhs: (identifier) @call))
(call function: (extract_operator rhs: (identifier) @call))
`,
});

const julianHeads = (definition: string, kind: string) =>
  [
    '(type_head (identifier) @name)',
    '(type_head (binary_expression . (identifier) @name))',
    '(type_head (parametrized_type_expression . (identifier) @name))',
    '(type_head (binary_expression . (parametrized_type_expression . (identifier) @name)))',
  ]
    .map((head) => `(${definition} ${head} . (_)? @body) @${kind}`)
    .join('\n');
// The call that a definition looks like hides under its result type and its type parameters.
const julianCalls = (around: (call: string) => string) =>
  [
    '(call_expression . [(identifier) (operator) (field_expression) (parenthesized_expression)] @name)',
    '(call_expression . (parametrized_type_expression . (identifier) @name))',
  ]
    .flatMap((call) => [
      call,
      `(typed_expression . ${call})`,
      `(where_expression . ${call})`,
      `(where_expression . (typed_expression . ${call}))`,
      `(where_expression . (where_expression . ${call}))`,
    ])
    .map(around)
    .join('\n');

export const julia = language({
  name: 'julia',
  extensions: ['jl'],
  grammar: 'tree-sitter-julia',
  hasLargeGrammar: true,
  comment: hash,
  methodContainers: [],
  signatureTail: /[\s=]+$/,
  symbols: `
(module_definition name: (_) @name . (_)? @body) @module
${julianCalls((call) => `(function_definition (signature ${call}) . (_)? @body) @function`)}
(function_definition (signature (identifier) @name)) @function
(macro_definition (signature (call_expression . (identifier) @name)) . (_)? @body) @function
${julianCalls((call) => `(source_file (assignment . ${call} (operator) . (_) @body) @function)`)}
${julianCalls((call) => `(module_definition (assignment . ${call} (operator) . (_) @body) @function)`)}
${julianCalls((call) => `(macro_argument_list (assignment . ${call} (operator) . (_) @body) @function)`)}
${julianHeads('struct_definition', 'class')}
${julianHeads('abstract_definition', 'interface')}
${julianHeads('primitive_definition', 'type')}
(const_statement (assignment . (identifier) @name)) @constant
(source_file (string_literal) @comment)
(module_definition (string_literal) @comment)
[(line_comment) (block_comment)] @comment
`,
  imports: `
(using_statement [(identifier) (import_path) (scoped_identifier)] @from) @import
(import_statement [(identifier) (import_path) (scoped_identifier)] @from) @import
(using_statement (selected_import . (_) @from)) @import
(import_statement (selected_import . (_) @from)) @import
(selected_import (_) (identifier) @imported)
((call_expression (identifier) @_f (argument_list . (string_literal (content) @from))) @import.relative (#eq? @_f "include"))
`,
  calls: `
(call_expression . (identifier) @call)
(call_expression . (field_expression (identifier) @call .))
(macro_identifier (identifier) @call)
`,
  declares: [TYPED_AFTER, MADE_BY_CALL],
});
