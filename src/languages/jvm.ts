// These rows hold the grammar queries of Java, Kotlin and Scala.
import { MADE_BY_CALL, MADE_NEW, TYPED_AFTER, TYPED_BEFORE } from './declarations.ts';
import { type Language, language } from './language.ts';

export const JVM: readonly Language[] = [
  language({
    name: 'java',
    extensions: ['java'],
    grammar: 'tree-sitter-java',
    pathSeparator: '.',
    symbols: `
(class_declaration name: (_) @name body: (_) @body) @class
(record_declaration name: (_) @name body: (_) @body) @class
(interface_declaration name: (_) @name body: (_) @body) @interface
(annotation_type_declaration name: (_) @name body: (_) @body) @interface
(enum_declaration name: (_) @name body: (_) @body) @enum
(method_declaration name: (_) @name body: (_)? @body) @method
(constructor_declaration name: (_) @name body: (_) @body) @method
(compact_constructor_declaration name: (_) @name body: (_) @body) @method
(field_declaration (modifiers "static") declarator: (variable_declarator name: (_) @name)) @constant.upper
(constant_declaration declarator: (variable_declarator name: (_) @name)) @constant
(annotation) @lead
(marker_annotation) @lead
(block_comment) @comment
(line_comment) @comment
`,
    imports: '(import_declaration) @import @from',
    calls: `
(method_invocation name: (_) @call)
(type_identifier) @call
`,
    package: '(package_declaration [(scoped_identifier) (identifier)] @package)',
    declares: [TYPED_BEFORE, MADE_NEW],
    hasImplicitSelf: true,
  }),
  language({
    name: 'kotlin',
    extensions: ['kt', 'kts'],
    grammar: 'tree-sitter-kotlin',
    hasLargeGrammar: true,
    pathSeparator: '.',
    symbols: `
(class_declaration name: (_) @name (class_body)? @body) @class
(class_declaration "interface" name: (_) @name (class_body)? @body) @interface
(class_declaration name: (_) @name (enum_class_body) @body) @enum
(object_declaration name: (_) @name (class_body)? @body) @class
(companion_object (class_body) @body) @scope
(function_declaration name: (_) @name (function_body)? @body) @function
(function_declaration (user_type (identifier) @owner) . "." . name: (_) @name (function_body)? @body) @function
(secondary_constructor "constructor" @name (block)? @body) @method
(type_alias type: (identifier) @name) @type
(source_file (property_declaration (variable_declaration . (identifier) @name)) @constant)
(class_body (property_declaration (variable_declaration . (identifier) @name)) @constant.upper)
(annotation) @lead
(line_comment) @comment
(block_comment) @comment
`,
    imports: '(import) @import @from',
    calls: `
(call_expression . [(identifier) @call (navigation_expression (identifier) @call .)])
(user_type (identifier) @call .)
`,
    package: '(package_header (qualified_identifier) @package)',
    declares: [TYPED_AFTER, MADE_BY_CALL],
    hasImplicitSelf: true,
  }),
  language({
    name: 'scala',
    extensions: ['scala', 'sc', 'sbt'],
    grammar: 'tree-sitter-scala',
    pathSeparator: '.',
    signatureTail: /[\s{=:]+$/,
    symbols: `
(class_definition name: (_) @name body: (_)? @body) @class
(object_definition name: (_) @name body: (_)? @body) @class
(package_object name: (_) @name body: (_)? @body) @module
(trait_definition name: (_) @name body: (_)? @body) @interface
(enum_definition name: (_) @name body: (_)? @body) @enum
(function_definition name: (_) @name body: (_) @body) @function
(function_declaration name: (_) @name) @function
(type_definition name: (_) @name) @type
(given_definition name: (_) @name) @constant
(template_body (val_definition pattern: (identifier) @name) @constant.upper)
(compilation_unit (val_definition pattern: (identifier) @name) @constant)
(annotation) @lead
(comment) @comment
(block_comment) @comment
`,
    imports: '(import_declaration) @import @from',
    calls: `
(call_expression function: [(identifier) @call (field_expression field: (_) @call)])
(call_expression function: (generic_function function: (identifier) @call))
(type_identifier) @call
`,
    package: '(package_clause name: (_) @package)',
    declares: [TYPED_AFTER, MADE_NEW, MADE_BY_CALL],
    hasImplicitSelf: true,
  }),
];
