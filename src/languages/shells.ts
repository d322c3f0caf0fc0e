import { hash, language, lineRules } from './language.ts';

// The grammar of bash is read by a program so large that making it quick takes half a gigabyte, for a file in most repositories.
export const shell = language({
  name: 'shell',
  extensions: ['sh', 'bash', 'zsh', 'ksh'],
  filenames: ['.bashrc', '.bash_profile', '.profile', '.zshrc', '.envrc', 'gradlew', 'configure'],
  comment: hash,
  lines: lineRules({
    definitions: [
      { kind: 'function', first: /^(?:function\s+)?(?<name>[\w:.-]+)\s*\(\s*\)/d, ends: 'block' },
      { kind: 'function', first: /^function\s+(?<name>[\w:.-]+)/d, ends: 'block' },
      {
        kind: 'constant',
        first: /^(?:(?:export|readonly|declare|typeset)\s+(?:-\w+\s+)*)?(?<name>[A-Z_][A-Z0-9_]*)=/d,
        ends: 'line',
      },
    ],
    imports: [/^(?:source|\.)\s+["']?(?<from>[^\s"';]+)/d],
  }),
});

export const powershell = language({
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
});
