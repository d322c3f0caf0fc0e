// These rows hold the grammar queries of Elixir, Haskell and OCaml.
import { dashes, hash, type Language, language } from './language.ts';

const DEFINES = '"def" "defp" "defmacro" "defmacrop" "defguard" "defguardp" "defdelegate" "defn" "defnp"';

const HEADS = `[(identifier) @name (call target: (identifier) @name)
    (binary_operator left: [(identifier) @name (call target: (identifier) @name)] operator: "when")]`;

const OCAML = `
(module_definition . (module_binding (module_name) @name body: (_)? @body)) @module
(module_type_definition (module_type_name) @name body: (_)? @body) @interface
(type_definition . (type_binding name: (type_constructor) @name) .) @type
(type_binding name: (type_constructor) @name) @type
(exception_definition (constructor_declaration (constructor_name) @name)) @class
(class_definition . (class_binding (class_name) @name body: (_)? @body)) @class
(external (value_name) @name) @function
(value_specification [(value_name) (parenthesized_operator)] @name) @function
(comment) @comment
`;

// These queries find the `let` definitions of a file or module, not `let … in`. A single one is captured with its
// `let`; of several that are joined by `and`, each is captured alone.
const PATTERN = 'pattern: [(value_name) (parenthesized_operator)] @name';

const ocamlLets = ['compilation_unit', 'structure']
  .flatMap((around) =>
    [
      [`(let_binding ${PATTERN})`, 'constant'],
      [`(let_binding ${PATTERN} (parameter) body: (_) @body)`, 'function'],
      [`(let_binding ${PATTERN} body: [(fun_expression) (function_expression)] @body)`, 'function'],
    ].map(
      ([binding, kind]) => `(${around} (value_definition . ${binding} .) @${kind})
(${around} (value_definition ${binding} @${kind}))`,
    ),
  )
  .join('\n');

const ocaml = language({
  name: 'ocaml',
  extensions: ['ml', 'mli'],
  grammar: 'tree-sitter-ocaml',
  hasLargeGrammar: true,
  comment: (remark) => `(* ${remark} *)`,
  methodContainers: [],
  signatureTail: /[\s=]+$/,
  symbols: `${ocamlLets}
(method_definition (method_name) @name) @method
${OCAML}`,
  imports: `
(open_module module: (_) @from) @import
(include_module (module_path) @from) @import
`,
  calls: `
(application_expression function: (value_path (value_name) @call))
(module_name) @call
`,
  variants: [{ language: 'ocaml-interface', when: /^val\s/m }],
});

export const FUNCTIONAL: readonly Language[] = [
  language({
    name: 'elixir',
    extensions: ['ex', 'exs'],
    grammar: 'tree-sitter-elixir',
    comment: hash,
    joins: 'clauses',
    pathSeparator: '.',
    methodContainers: [],
    // Cuts the `do` or `, do:` that opens a body.
    signatureTail: /(?:,?\s*do:?)?[\s,]*$/,
    symbols: `
((call target: (identifier) @_k (arguments . (alias) @name) (do_block)? @body) @module (#any-of? @_k "defmodule" "defprotocol"))
((call target: (identifier) @_k (arguments . (alias) @name)) @scope (#eq? @_k "defimpl"))
((call target: (identifier) @_k (arguments . ${HEADS}) (do_block) @body) @function (#any-of? @_k ${DEFINES}))
((call target: (identifier) @_k (arguments . ${HEADS} (keywords) @body)) @function (#any-of? @_k ${DEFINES}))
((call target: (identifier) @_k (arguments . ${HEADS})) @function (#any-of? @_k ${DEFINES}))
((unary_operator operator: "@" operand: (call target: (identifier) @_k (arguments . (binary_operator left: [(identifier) @name (call target: (identifier) @name)])))) @type
  (#any-of? @_k "type" "typep" "opaque"))
((unary_operator operator: "@" operand: (call target: (identifier) @_k (arguments . (binary_operator left: (call target: (identifier) @name))))) @function
  (#any-of? @_k "callback" "macrocallback"))
((do_block (unary_operator operator: "@" operand: (call target: (identifier) @name (arguments))) @constant)
  (#not-any-of? @name "doc" "moduledoc" "typedoc" "spec" "type" "typep" "opaque" "callback" "macrocallback" "impl" "behaviour" "derive"
    "tag" "moduletag" "describetag" "deprecated" "since" "dialyzer" "compile" "before_compile" "after_compile" "on_load" "enforce_keys" "optional_callbacks"))
((unary_operator operator: "@" operand: (call target: (identifier) @_d)) @comment (#any-of? @_d "doc" "typedoc"))
((unary_operator operator: "@" operand: (call target: (identifier) @_d)) @lead (#any-of? @_d "spec" "impl" "deprecated" "since"))
(comment) @comment
`,
    imports: `
((call target: (identifier) @_k (arguments . [(alias) (dot)] @from)) @import (#any-of? @_k "alias" "import" "use" "require"))
`,
    calls: `
((call target: (identifier) @call) (#not-any-of? @call ${DEFINES} "defmodule" "defprotocol" "defimpl" "alias" "import" "use" "require" "doc"
  "moduledoc" "typedoc" "spec" "type" "typep" "callback"))
(call target: (dot right: (identifier) @call))
(alias) @call
`,
  }),
  language({
    name: 'haskell',
    extensions: ['hs', 'lhs', 'hsc'],
    grammar: 'tree-sitter-haskell',
    comment: dashes,
    joins: 'clauses',
    methodContainers: ['interface'],
    symbols: `
(declarations (data_type name: (_) @name constructors: (_)? @body) @class)
(declarations (newtype name: (_) @name constructor: (_)? @body) @class)
(declarations (type_synomym name: (_) @name) @type)
(declarations [(type_family name: (_) @name) (data_family name: (_) @name)] @type)
(declarations (class name: (_) @name declarations: (_)? @body) @interface)
(instance patterns: (type_patterns . [(name) @name (parens (apply constructor: (name) @name))])) @scope.type
(declarations (signature name: [(variable) @name (prefix_id (operator) @name)]) @function)
(declarations (function name: [(variable) @name (prefix_id (operator) @name)] match: (_) @body) @function)
(declarations (bind name: (variable) @name match: (_) @body) @function)
(declarations (function (infix operator: (operator) @name) match: (_) @body) @function)
(declarations (pattern_synonym (equation synonym: (_) @name)) @function)
(class_declarations [(signature name: (_) @name) (function name: (_) @name match: (_) @body)] @function)
(instance_declarations [(function name: (_) @name match: (_) @body) (bind name: (variable) @name match: (_) @body)] @function)
[(comment) (haddock)] @comment
`,
    imports: `
(import module: (module) @from) @import
(import_name [variable: (_) type: (_)] @imported)
`,
    calls: `
(apply function: [(variable) @call (qualified id: (variable) @call)])
(infix left_operand: (variable) @call)
(name) @call
`,
    package: '(header module: (module) @package)',
  }),
  ocaml,
  // Interfaces have another grammar, which is chosen by content because their files are called OCaml too.
  language({
    ...ocaml,
    name: 'ocaml-interface',
    extensions: [],
    grammar: 'tree-sitter-ocaml_interface',
    hasLargeGrammar: true,
    symbols: OCAML,
    calls: '(module_name) @call',
    variants: [],
  }),
];
