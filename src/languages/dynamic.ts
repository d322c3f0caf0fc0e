// These rows hold the grammar queries of Python, PHP, Ruby, PowerShell, Lua, R and Julia.
import { MADE_BY_CALL, MADE_NEW, PHP_NOTED, PHP_TYPED, TYPED_AFTER } from './declarations.ts';
import { dashes, hash, type Language, language } from './language.ts';

const julianHeads = (definition: string, kind: string) =>
  [
    '(type_head (identifier) @name)',
    '(type_head (binary_expression . (identifier) @name))',
    '(type_head (parametrized_type_expression . (identifier) @name))',
    '(type_head (binary_expression . (parametrized_type_expression . (identifier) @name)))',
  ]
    .map((head) => `(${definition} ${head} . (_)? @body) @${kind}`)
    .join('\n');

// In Julia's grammar a definition's head is a call, which a result type and type parameters may wrap.
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

export const DYNAMIC: readonly Language[] = [
  language({
    name: 'python',
    extensions: ['py', 'pyi', 'pyw'],
    filenames: ['SConstruct', 'SConscript', 'wscript'],
    grammar: 'tree-sitter-python',
    comment: hash,
    hasDocstrings: true,
    // The grammar begins a body at its first statement, so comments before that are cut from the signature.
    signatureTail: /(?:\s*\n[ \t]*#[^\n]*(?=\n|$))*\s*$/,
    symbols: `
(function_definition name: (_) @name body: (_) @body) @function
(class_definition name: (_) @name body: (_) @body) @class
(module (expression_statement (assignment left: (identifier) @name)) @constant)
(class_definition body: (block (expression_statement (assignment left: (identifier) @name)) @constant.upper))
(type_alias_statement . (type (identifier) @name)) @type
(decorated_definition) @wrap
(decorator) @lead
(comment) @comment
`,
    imports: `
(import_statement name: (dotted_name) @from) @import
(import_statement name: (aliased_import name: (dotted_name) @from)) @import
(import_from_statement module_name: (_) @from) @import
(import_from_statement name: [(dotted_name) @imported (aliased_import name: (dotted_name) @imported)])
`,
    calls: `
(call function: [(identifier) @call (attribute attribute: (identifier) @call)])
(class_definition superclasses: (argument_list (identifier) @call))
(class_definition superclasses: (argument_list (attribute attribute: (identifier) @call)))
(type [(identifier) @call (generic_type (identifier) @call)])
(decorator (identifier) @call)
`,
    declares: [TYPED_AFTER, MADE_BY_CALL],
  }),
  language({
    name: 'php',
    extensions: ['php', 'phtml', 'inc'],
    grammar: 'tree-sitter-php',
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
  }),
  language({
    name: 'ruby',
    extensions: ['rb', 'rake', 'gemspec', 'ru', 'podspec'],
    filenames: ['Gemfile', 'Rakefile', 'Guardfile', 'Podfile', 'Vagrantfile', 'Capfile', 'Brewfile'],
    grammar: 'tree-sitter-ruby',
    comment: hash,
    methodContainers: ['class', 'module'],
    // The same as in Python; of an empty body, its `end` is cut too.
    signatureTail: /(?:\s*\n[ \t]*#[^\n]*(?=\n|$))*[\s;=]*(?:\bend\s*)?$/,
    symbols: `
(class name: (_) @name body: (_)? @body) @class
(module name: (_) @name body: (_)? @body) @module
(method name: (_) @name body: (_)? @body) @function
(singleton_method name: (_) @name body: (_)? @body) @function
(program (assignment left: (constant) @name) @constant)
(body_statement (assignment left: (constant) @name) @constant)
(comment) @comment
`,
    imports: `
((call method: (identifier) @_f arguments: (argument_list . (string (string_content) @from))) @import (#any-of? @_f "require" "load"))
((call method: (identifier) @_f arguments: (argument_list . (string (string_content) @from))) @import.relative (#eq? @_f "require_relative"))
((call method: (identifier) @_f arguments: (argument_list (simple_symbol) (string (string_content) @from))) @import (#eq? @_f "autoload"))
`,
    calls: `
(call method: (identifier) @call)
(constant) @call
`,
    declares: [MADE_BY_CALL],
    hasImplicitSelf: true,
  }),
  language({
    name: 'powershell',
    extensions: ['ps1', 'psm1', 'psd1'],
    grammar: 'tree-sitter-powershell',
    hasLargeGrammar: true,
    comment: hash,
    symbols: `
(function_statement (function_name) @name (script_block)? @body) @function
(class_statement . (simple_name) @name) @class
(class_method_definition (simple_name) @name (script_block)? @body) @method
(enum_statement (simple_name) @name) @enum
(comment) @comment
`,
    imports: `
((command command_name: (command_name) @_c command_elements: (command_elements . (command_argument_sep) . (generic_token) @from)) @import
  (#any-of? @_c "Import-Module" "import-module" "ipmo"))
((command command_name: (command_name) @_c command_elements: (command_elements (generic_token) @_m . (command_argument_sep) . (generic_token) @from)) @import
  (#eq? @_c "using") (#any-of? @_m "module" "Module"))
((command (command_invokation_operator) @_o command_name: (_) @from) @import (#eq? @_o "."))
`,
    calls: `
(command_name) @call
(invokation_expression (member_name) @call)
`,
  }),
  language({
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
(function_call name: [(identifier) @call (dot_index_expression field: (_) @call)])
(function_call name: (method_index_expression method: (_) @call))
`,
  }),
  // A dot is a letter in names of R, but counts as a separator, because methods have names such as `print.shop`.
  language({
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
(call function: [(identifier) @call (namespace_operator rhs: (identifier) @call)])
(call function: (extract_operator rhs: (identifier) @call))
`,
  }),
  language({
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
(call_expression . [(identifier) @call (field_expression (identifier) @call .)])
(macro_identifier (identifier) @call)
`,
    declares: [TYPED_AFTER, MADE_BY_CALL],
  }),
];
