import { C_FAMILY } from './c.ts';
import { MADE_NEW, TYPED_BEFORE } from './declarations.ts';
import { language, slashes } from './language.ts';

export const cpp = language({
  name: 'cpp',
  extensions: ['cpp', 'cc', 'cxx', 'c++', 'hpp', 'hh', 'hxx', 'h++', 'ipp', 'tpp', 'inl', 'cu', 'cuh', 'ino'],
  grammar: 'tree-sitter-cpp',
  hasUnmarkedTests: true,
  comment: slashes,
  signatureTail: C_FAMILY.signatureTail,
  symbols: `${C_FAMILY.symbols}
(class_specifier name: (_) @name body: (_) @body) @class
(function_definition declarator: (reference_declarator (function_declarator declarator: (_) @name)) body: (_) @body) @function
(function_definition declarator: (function_declarator declarator: (_) @name) [(default_method_clause) (delete_method_clause)]) @function
(namespace_definition name: (_) @name body: (_)) @scope
(declaration_list (declaration (type_qualifier) declarator: (init_declarator declarator: (identifier) @name)) @constant)
(alias_declaration name: (_) @name) @type
(concept_definition name: (_) @name) @type
(template_declaration) @wrap
`,
  imports: C_FAMILY.imports,
  calls: `${C_FAMILY.calls}
(call_expression function: (qualified_identifier name: (_) @call))
(new_expression type: (_) @call)
`,
  declares: [TYPED_BEFORE, MADE_NEW],
  hasImplicitSelf: true,
});
