import { C_FAMILY } from './c.ts';
import { MADE_BY_CALL, TYPED_AFTER, TYPED_BEFORE } from './declarations.ts';
import { hash, language, slashes } from './language.ts';

export const objectivec = language({
  name: 'objectivec',
  extensions: ['m', 'mm'],
  grammar: 'tree-sitter-objc',
  hasLargeGrammar: true,
  comment: slashes,
  signatureTail: C_FAMILY.signatureTail,
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
});

export const zig = language({
  name: 'zig',
  extensions: ['zig', 'zon'],
  grammar: 'tree-sitter-zig',
  comment: slashes,
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
(call_expression function: (identifier) @call)
(call_expression function: (field_expression member: (_) @call))
(struct_initializer . (identifier) @call)
`,
  declares: [TYPED_AFTER, MADE_BY_CALL],
});

export const solidity = language({
  name: 'solidity',
  extensions: ['sol'],
  grammar: 'tree-sitter-solidity',
  comment: slashes,
  symbols: `
(contract_declaration name: (_) @name body: (_) @body) @class
(interface_declaration name: (_) @name body: (_) @body) @interface
(library_declaration name: (_) @name body: (_) @body) @class
(struct_declaration name: (_) @name body: (_) @body) @class
(enum_declaration name: (_) @name body: (_) @body) @enum
(function_definition name: (_) @name body: (_)? @body) @function
(modifier_definition name: (_) @name body: (_)? @body) @function
(constructor_definition "constructor" @name body: (_) @body) @method
(fallback_receive_definition ["receive" "fallback"] @name body: (_) @body) @method
(event_definition name: (_) @name) @type
(error_declaration name: (_) @name) @type
(user_defined_type_definition name: (_) @name) @type
(constant_variable_declaration name: (_) @name) @constant
(state_variable_declaration name: (_) @name) @constant
(comment) @comment
`,
  imports: `
(import_directive source: (_) @from) @import
(import_directive import_name: (_) @imported)
`,
  calls: `
(call_expression function: (expression (identifier) @call))
(call_expression function: (expression (member_expression property: (_) @call)))
(modifier_invocation (identifier) @call)
(emit_statement name: (expression (identifier) @call))
(user_defined_type (identifier) @call)
`,
  declares: [TYPED_BEFORE],
  hasImplicitSelf: true,
});

const BLOCK = '(config_file (body (block . (identifier) @_k';

export const terraform = language({
  name: 'terraform',
  extensions: ['tf', 'tfvars', 'hcl'],
  grammar: 'tree-sitter-hcl',
  comment: hash,
  isCode: false,
  symbols: `
${BLOCK} . (string_lit (template_literal) @owner) . (string_lit (template_literal) @name) . (block_start) @body) @class))
(${BLOCK} . (string_lit (template_literal) @name) . (block_start) @body) @constant)) (#not-eq? @_k "module"))
(${BLOCK} . (string_lit (template_literal) @name) . (block_start) @body) @module)) (#eq? @_k "module"))
(${BLOCK} (body (attribute (identifier) @name) @constant)))) (#eq? @_k "locals"))
(comment) @comment
`,
  imports: `
((block . (identifier) @_k (body (attribute (identifier) @_a (expression (literal_value (string_lit (template_literal) @from)))) @import))
  (#eq? @_k "module") (#eq? @_a "source"))
`,
  calls: `
(get_attr (identifier) @call)
(function_call (identifier) @call)
`,
});
