import { hash, language } from './language.ts';

export const shell = language({
  name: 'shell',
  extensions: ['sh', 'bash', 'zsh', 'ksh'],
  filenames: ['.bashrc', '.bash_profile', '.profile', '.zshrc', '.envrc', 'gradlew', 'configure'],
  grammar: 'tree-sitter-bash',
  comment: hash,
  symbols: `
(function_definition name: (_) @name body: (_) @body) @function
(program (declaration_command (variable_assignment name: (variable_name) @name)) @constant.upper)
(program (variable_assignment name: (variable_name) @name) @constant.upper)
(comment) @comment
`,
  imports: `
((command name: (command_name) @_c . argument: [(word) (string) (raw_string) (concatenation)] @from) @import (#any-of? @_c "source" "."))
`,
  calls: '(command_name (word) @call)',
});

export const powershell = language({
  name: 'powershell',
  extensions: ['ps1', 'psm1', 'psd1'],
  grammar: 'tree-sitter-powershell',
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
});
