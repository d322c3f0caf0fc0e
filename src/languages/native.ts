// These rows hold the grammar queries of C, C++, Objective-C, Zig and Rust.
import { MADE_BY_CALL, MADE_NEW, TYPED_AFTER, TYPED_BEFORE } from './declarations.ts';
import { type Language, language, spacesFor } from './language.ts';

/** Rules of C, C++ and Objective-C. A function's name is nested in one declarator for each star of its result type. */
const C_FAMILY = {
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

const MACRO_OPENS = /^([ \t]*)(?:\w+::)*\w+!\s*\{\s*$/;

const BRACE_CLOSES = /^([ \t]*)\}[;)]?\s*$/;

const ITEM =
  /^[ \t]*(?:pub(?:\([^)]*\))?\s+)?(?:(?:const|async|unsafe|default)\s+|extern\s+"[^"]*"\s+)*(?:fn|struct|enum|trait|impl|mod|type|union)\b/;

// A macro may wrap whole items (`cfg_unix! { pub fn … }`), which the grammar would read as mere tokens.
function withoutMacrosAroundItems(code: string): string {
  if (!/^[ \t]*(?:\w+::)*\w+!\s*\{\s*$/m.test(code)) return code;
  const lines = code.split('\n');
  const open: { readonly indent: string; readonly line: number; holdsItem: boolean }[] = [];
  for (const [index, line] of lines.entries()) {
    const indent = MACRO_OPENS.exec(line)?.[1];
    const closes = BRACE_CLOSES.exec(line)?.[1];
    if (indent !== undefined) open.push({ indent, line: index, holdsItem: false });
    else if (open.length > 0 && ITEM.test(line)) open.at(-1)!.holdsItem = true;
    if (closes === undefined) continue;
    while (open.length > 0 && open.at(-1)!.indent.length > closes.length) open.pop();
    if (open.at(-1)?.indent !== closes) continue;
    const { line: first, holdsItem } = open.pop()!;
    if (!holdsItem) continue;
    for (const one of [first, index]) lines[one] = spacesFor(lines[one]!);
    if (open.length > 0) open.at(-1)!.holdsItem = true;
  }
  return lines.join('\n');
}

export const NATIVE: readonly Language[] = [
  language({
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
  }),
  language({
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
  }),
  language({
    name: 'objectivec',
    extensions: ['m', 'mm'],
    grammar: 'tree-sitter-objc',
    hasLargeGrammar: true,
    ...C_FAMILY,
    symbols: `${C_FAMILY.symbols}
(type_definition type: (macro_type_specifier (ERROR (identifier) @name))) @enum
(class_interface . (identifier) @name) @class
(class_implementation . (identifier) @name) @class
(protocol_declaration . (identifier) @name) @interface
(method_declaration . (method_type)? . (identifier) @name) @method
(method_definition . (method_type)? . (identifier) @name (compound_statement) @body) @method
(property_declaration (struct_declaration (struct_declarator [(identifier) @name (pointer_declarator declarator: (identifier) @name)]))) @constant
`,
    imports: `${C_FAMILY.imports}
(module_import path: (_) @from) @import
`,
    calls: `${C_FAMILY.calls}
(message_expression method: (identifier) @call)
`,
    declares: [TYPED_BEFORE],
  }),
  language({
    name: 'zig',
    extensions: ['zig', 'zon'],
    grammar: 'tree-sitter-zig',
    symbols: `
(function_declaration name: (_) @name body: (_)? @body) @function
(variable_declaration . (identifier) @name (struct_declaration)) @class
(variable_declaration . (identifier) @name (union_declaration)) @class
(variable_declaration . (identifier) @name (enum_declaration)) @enum
(variable_declaration . (identifier) @name (error_set_declaration)) @enum
(source_file (variable_declaration . (identifier) @name) @constant)
(struct_declaration (variable_declaration . (identifier) @name) @constant)
(comment) @comment
`,
    imports: `
((builtin_function (builtin_identifier) @_f (arguments (string (string_content) @from))) @import (#eq? @_f "@import"))
`,
    calls: `
(call_expression function: [(identifier) @call (field_expression member: (_) @call)])
(struct_initializer . (identifier) @call)
`,
    declares: [TYPED_AFTER, MADE_BY_CALL],
  }),
  language({
    name: 'rust',
    extensions: ['rs'],
    grammar: 'tree-sitter-rust',
    hasUnmarkedTests: true,
    pathSeparator: '::',
    symbols: `
(function_item name: (_) @name body: (_) @body) @function
(function_signature_item name: (_) @name) @function
(struct_item name: (_) @name body: (_)? @body) @class
(union_item name: (_) @name body: (_)? @body) @class
(enum_item name: (_) @name body: (_) @body) @enum
(trait_item name: (_) @name body: (_) @body) @interface
(type_item name: (_) @name) @type
(mod_item name: (_) @name body: (_) @body) @module
(source_file [(const_item name: (_) @name) (static_item name: (_) @name)] @constant)
(mod_item body: (declaration_list [(const_item name: (_) @name) (static_item name: (_) @name)] @constant))
(impl_item body: (declaration_list (const_item name: (_) @name) @constant))
(macro_definition name: (_) @name . (macro_rule)? @body) @function
(impl_item type: [(type_identifier) @name (generic_type type: (_) @name) (scoped_type_identifier name: (_) @name)
  (reference_type (type_identifier) @name)]) @scope.type
(attribute_item) @lead
(line_comment) @comment
(block_comment) @comment
`,
    imports: `
(use_declaration argument: (_) @from) @import
(mod_item name: (_) @from !body) @import.child
(extern_crate_declaration name: (_) @from) @import
`,
    blanked: withoutMacrosAroundItems,
    calls: `
(call_expression function: [(identifier) @call (field_expression field: (_) @call)])
(call_expression function: [(scoped_identifier name: (_) @call) (generic_function function: (identifier) @call)])
(macro_invocation macro: (identifier) @call)
(type_identifier) @call
`,
    declares: [TYPED_AFTER, MADE_BY_CALL],
  }),
];
