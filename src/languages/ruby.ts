import { MADE_BY_CALL } from './declarations.ts';
import { hash, language } from './language.ts';

export const ruby = language({
  name: 'ruby',
  extensions: ['rb', 'rake', 'gemspec', 'ru', 'podspec'],
  filenames: ['Gemfile', 'Rakefile', 'Guardfile', 'Podfile', 'Vagrantfile', 'Capfile', 'Brewfile'],
  grammar: 'tree-sitter-ruby',
  comment: hash,
  methodContainers: ['class', 'module'],
  // Comments before the first statement are not yet the body; an empty body leaves only its end.
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
});
