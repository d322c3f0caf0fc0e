// This row holds the grammar query of Rust.
import { MADE_BY_CALL, TYPED_AFTER } from './declarations.ts';
import { language, spacesFor } from './language.ts';

export const rust = language({
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
});

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
