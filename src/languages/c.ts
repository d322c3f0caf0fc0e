// These rows hold the grammar queries of C and C++.
import { MADE_NEW, TYPED_BEFORE } from './declarations.ts';
import { language, spacesFor } from './language.ts';

/** Rules of C and C++. The name of a definition is nested in one declarator for each star of its result type. */
export const C_FAMILY = {
  // A backslash continues a macro.
  signatureTail: /[\s{;\\]+$/,
  symbols: `
(function_definition declarator: (function_declarator declarator: (_) @name) body: (_) @body) @function
(function_definition declarator: (pointer_declarator declarator: (function_declarator declarator: (_) @name)) body: (_) @body) @function
(function_definition declarator: (pointer_declarator declarator: (pointer_declarator
  declarator: (function_declarator declarator: (_) @name))) body: (_) @body) @function
(struct_specifier name: (type_identifier) @name body: (_) @body) @class
(union_specifier name: (type_identifier) @name body: (_) @body) @class
(enum_specifier name: (type_identifier) @name body: (_) @body) @enum
(type_definition declarator: (type_identifier) @name) @type
(type_definition type: (struct_specifier !name body: (_)) declarator: (type_identifier) @name) @class
(type_definition type: (enum_specifier !name body: (_)) declarator: (type_identifier) @name) @enum
(type_definition declarator: (function_declarator declarator: (parenthesized_declarator
  (pointer_declarator declarator: (type_identifier) @name)))) @type
(preproc_def name: (_) @name value: (_)) @constant
(preproc_function_def name: (_) @name value: (_)? @body) @function
(translation_unit (declaration (type_qualifier) declarator: (init_declarator declarator: [(identifier) @name
  (array_declarator declarator: (identifier) @name) (pointer_declarator declarator: (identifier) @name)])) @constant)
(type_definition) @wrap
(comment) @comment
`,
  imports: `
(preproc_include path: (_) @from) @import
`,
  calls: `
(call_expression function: [(identifier) @call (field_expression field: (_) @call)])
(type_identifier) @call
`,
};

const FOR_CPLUSPLUS = /^[ \t]*#[ \t]*ifdef[ \t]+__cplusplus\b[\s\S]{0,2000}?^[ \t]*#[ \t]*endif\b.*$/gm;

export const c = language({
  name: 'c',
  extensions: ['c', 'h'],
  grammar: 'tree-sitter-c',
  hasUnmarkedTests: true,
  ...C_FAMILY,
  // Blanks conditional code for C++, which opens and closes a brace in different places.
  blanked: (code) => code.replace(FOR_CPLUSPLUS, spacesFor),
  // Headers of Objective-C and C++ share the extension.
  variants: [
    { language: 'objectivec', when: /^(?:@interface|@protocol|@class|NS_ASSUME_NONNULL_BEGIN)\b/m },
    { language: 'cpp', when: /^[ \t]*(?:class\s+\w+|namespace\b|template\s*<|using\s+\w|public:|private:)/m },
  ],
  declares: [TYPED_BEFORE],
});

export const cpp = language({
  name: 'cpp',
  extensions: ['cpp', 'cc', 'cxx', 'c++', 'hpp', 'hh', 'hxx', 'h++', 'ipp', 'tpp', 'inl', 'cu', 'cuh', 'ino'],
  grammar: 'tree-sitter-cpp',
  hasUnmarkedTests: true,
  ...C_FAMILY,
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
  calls: `${C_FAMILY.calls}
(call_expression function: (qualified_identifier name: (_) @call))
(new_expression type: (_) @call)
`,
  declares: [TYPED_BEFORE, MADE_NEW],
  hasImplicitSelf: true,
});
