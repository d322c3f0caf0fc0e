import { MADE_BY_CALL, TYPED_AFTER } from './declarations.ts';
import { hash, language } from './language.ts';

export const python = language({
  name: 'python',
  extensions: ['py', 'pyi', 'pyw'],
  filenames: ['SConstruct', 'SConscript', 'wscript'],
  grammar: 'tree-sitter-python',
  comment: hash,
  hasDocstrings: true,
  // A comment before the first statement is not yet the body.
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
(import_from_statement name: (dotted_name) @imported)
(import_from_statement name: (aliased_import name: (dotted_name) @imported))
`,
  calls: `
(call function: (identifier) @call)
(call function: (attribute attribute: (identifier) @call))
(class_definition superclasses: (argument_list (identifier) @call))
(class_definition superclasses: (argument_list (attribute attribute: (identifier) @call)))
(type (identifier) @call)
(type (generic_type (identifier) @call))
(decorator (identifier) @call)
`,
  declares: [TYPED_AFTER, MADE_BY_CALL],
});
