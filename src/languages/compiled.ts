// These rows hold the grammar queries of Go, C#, Swift, Dart, Solidity and Terraform.
import { GO_MADE, GO_TYPED, MADE_BY_CALL, MADE_NEW, TYPED_AFTER, TYPED_BEFORE } from './declarations.ts';
import { hash, type Language, language } from './language.ts';

const BLOCK = '(config_file (body (block . (identifier) @_k';

export const COMPILED: readonly Language[] = [
  language({
    name: 'go',
    extensions: ['go'],
    grammar: 'tree-sitter-go',
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
(call_expression function: [(identifier) @call (selector_expression field: (_) @call)])
(type_identifier) @call
`,
    package: '(package_clause (package_identifier) @package)',
    declares: [GO_MADE, GO_TYPED],
  }),
  language({
    name: 'csharp',
    extensions: ['cs', 'csx'],
    grammar: 'tree-sitter-c_sharp',
    // `using` mostly names a namespace, not a type in it.
    pathSeparator: null,
    symbols: `
(class_declaration name: (_) @name body: (_)? @body) @class
(struct_declaration name: (_) @name body: (_)? @body) @class
(record_declaration name: (_) @name body: (_)? @body) @class
(interface_declaration name: (_) @name body: (_)? @body) @interface
(enum_declaration name: (_) @name body: (_)? @body) @enum
(delegate_declaration name: (_) @name) @type
(method_declaration name: (_) @name body: (_)? @body) @method
(constructor_declaration name: (_) @name body: (_)? @body) @method
(property_declaration name: (_) @name accessors: (_) @body) @method.long
(local_function_statement name: (_) @name body: (_)? @body) @function.inner
(field_declaration (modifier "const") (variable_declaration (variable_declarator name: (_) @name))) @constant
(field_declaration (modifier "static") (variable_declaration (variable_declarator name: (_) @name))) @constant
(attribute_list) @lead
(comment) @comment
`,
    imports: '(using_directive) @import @from',
    calls: `
(invocation_expression function: [(identifier) @call (member_access_expression name: (_) @call)])
(object_creation_expression type: [(identifier) (generic_name)] @call)
(variable_declaration type: [(identifier) (generic_name)] @call)
(parameter type: [(identifier) (generic_name)] @call)
(method_declaration returns: [(identifier) (generic_name)] @call)
(property_declaration type: [(identifier) (generic_name)] @call)
(base_list [(identifier) (generic_name)] @call)
(type_argument_list (identifier) @call)
(attribute name: (identifier) @call)
`,
    package: `
(namespace_declaration name: (_) @package)
(file_scoped_namespace_declaration name: (_) @package)
`,
    declares: [TYPED_BEFORE, MADE_NEW],
    hasImplicitSelf: true,
  }),
  language({
    name: 'swift',
    extensions: ['swift'],
    grammar: 'tree-sitter-swift',
    hasLargeGrammar: true,
    symbols: `
(class_declaration declaration_kind: ["class" "struct" "actor"] name: (_) @name body: (_) @body) @class
(class_declaration declaration_kind: "enum" name: (_) @name body: (_) @body) @enum
(class_declaration declaration_kind: "extension" name: (_) @name body: (_)) @scope.type
(protocol_declaration name: (_) @name body: (_) @body) @interface
(function_declaration name: (simple_identifier) @name body: (_) @body) @function
(protocol_function_declaration name: (simple_identifier) @name) @function
(init_declaration name: "init" @name body: (_)? @body) @method
(typealias_declaration name: (_) @name) @type
(source_file (property_declaration name: (pattern bound_identifier: (_) @name)) @constant)
(class_body (property_declaration (modifiers (property_modifier)) name: (pattern bound_identifier: (_) @name)) @constant)
(attribute) @lead
(comment) @comment
(multiline_comment) @comment
`,
    imports: '(import_declaration (identifier) @from) @import',
    calls: `
(call_expression . (simple_identifier) @call)
(call_expression . (navigation_expression suffix: (navigation_suffix suffix: (simple_identifier) @call)))
(type_identifier) @call
`,
    declares: [TYPED_AFTER, MADE_BY_CALL],
    hasImplicitSelf: true,
  }),
  // The grammar puts the body of a function beside its signature, so the patterns name both.
  language({
    name: 'dart',
    extensions: ['dart'],
    grammar: 'tree-sitter-dart',
    symbols: `
(class_definition name: (_) @name body: (_) @body) @class
(mixin_declaration (identifier) @name (class_body) @body) @class
(extension_declaration name: (_) @name body: (_) @body) @class
(extension_declaration !name class: (_) @name) @scope.type
(enum_declaration name: (_) @name body: (_) @body) @enum
(type_alias . (type_identifier) @name) @type
(program (function_signature name: (_) @name) @function . (function_body)? @body)
(program (getter_signature name: (_) @name) @function . (function_body)? @body)
((method_signature [(function_signature name: (_) @name) (getter_signature name: (_) @name) (setter_signature name: (_) @name)
  (constructor_signature (identifier) @name . (formal_parameter_list))
  (factory_constructor_signature (identifier) @name . (formal_parameter_list))]) @method . (function_body) @body)
(declaration [(function_signature name: (_) @name)
  (constructor_signature (identifier) @name . (formal_parameter_list))
  (factory_constructor_signature (identifier) @name . (formal_parameter_list))]) @method
(lambda_expression parameters: (function_signature name: (_) @name) body: (_) @body) @function
(program (static_final_declaration_list (static_final_declaration . (identifier) @name) @constant))
(class_body (declaration (static_final_declaration_list (static_final_declaration . (identifier) @name))) @constant)
(annotation) @lead
(comment) @comment
(documentation_comment) @comment
`,
    imports: `
(library_import (import_specification (configurable_uri (uri) @from))) @import
(library_export (configurable_uri (uri) @from)) @import
(part_directive (uri) @from) @import
(combinator "show" (identifier) @imported)
`,
    calls: `
((identifier) @call . (selector (argument_part)))
((selector (unconditional_assignable_selector (identifier) @call)) . (selector (argument_part)))
((selector (conditional_assignable_selector (identifier) @call)) . (selector (argument_part)))
(type_identifier) @call
`,
    package: '(library_name (dotted_identifier_list) @package)',
    declares: [TYPED_BEFORE, MADE_BY_CALL],
    hasImplicitSelf: true,
  }),
  language({
    name: 'solidity',
    extensions: ['sol'],
    grammar: 'tree-sitter-solidity',
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
(call_expression function: [(expression (identifier) @call) (expression (member_expression property: (_) @call))])
(modifier_invocation (identifier) @call)
(emit_statement name: (expression (identifier) @call))
(user_defined_type (identifier) @call)
`,
    declares: [TYPED_BEFORE],
    hasImplicitSelf: true,
  }),
  language({
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
  }),
];
