import { GO_MADE, GO_TYPED } from './declarations.ts';
import { language, slashes } from './language.ts';

export const go = language({
  name: 'go',
  extensions: ['go'],
  grammar: 'tree-sitter-go',
  comment: slashes,
  symbols: `
(function_declaration name: (_) @name body: (_)? @body) @function
(method_declaration receiver: (parameter_list (parameter_declaration type: [
  (type_identifier) @owner (pointer_type (type_identifier) @owner)
  (generic_type type: (type_identifier) @owner) (pointer_type (generic_type type: (type_identifier) @owner))]))
  name: (_) @name body: (_)? @body) @method
(type_spec name: (_) @name type: (struct_type (field_declaration_list) @body)) @class
(type_spec name: (_) @name type: (interface_type "{" @body)) @interface
(type_spec name: (_) @name) @type
(type_alias name: (_) @name) @type
(source_file (const_declaration (const_spec name: (_) @name) @constant))
(source_file (var_declaration (var_spec name: (_) @name) @constant))
(source_file (var_declaration (var_spec_list (var_spec name: (_) @name) @constant)))
(type_declaration) @wrap
(const_declaration) @wrap
(var_declaration) @wrap
(comment) @comment
`,
  imports: `
(import_declaration) @import
(import_spec path: (_) @from)
`,
  calls: `
(call_expression function: (identifier) @call)
(call_expression function: (selector_expression field: (_) @call))
(type_identifier) @call
`,
  package: '(package_clause (package_identifier) @package)',
  declares: [GO_MADE, GO_TYPED],
});
