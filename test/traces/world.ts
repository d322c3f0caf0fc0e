import type { TracedPlace } from '../worlds/trace-texts.ts';
import type { Files } from '../worlds/world.ts';

/** A short function in each language: `{name}` is its name, `{line}` the line that fails. */
const FORMS: Readonly<Record<string, { readonly path: string; readonly text: string }>> = {
  typescript: {
    path: 'web/src/{Name}.ts',
    text: 'export function {name}(order: Order) {\n  const lines = order.lines;\n  {line};\n  return lines;\n}\n',
  },
  javascript: {
    path: 'legacy/lib/{Name}.js',
    text: 'export function {name}(order) {\n  const lines = order.lines;\n  {line};\n  return lines;\n}\n',
  },
  python: {
    path: 'src/shop/{name}.py',
    text: 'def {name}(order):\n    lines = order.lines\n    {line}\n    return lines\n',
  },
  java: {
    path: 'api/src/main/java/com/acme/shop/{Name}.java',
    text: 'package com.acme.shop;\n\npublic class {Name} {\n  void {name}(Order order) {\n    var lines = order.lines();\n    {line};\n  }\n}\n',
  },
  kotlin: {
    path: 'app/src/main/kotlin/com/acme/app/{Name}.kt',
    text: 'package com.acme.app\n\nclass {Name} {\n  fun {name}(order: Order) {\n    val lines = order.lines\n    {line}\n  }\n}\n',
  },
  go: {
    path: 'internal/{name}/{name}.go',
    text: 'package {name}\n\nfunc {name}(order Order) {\n\tlines := order.Lines\n\t{line}\n}\n',
  },
  rust: {
    path: 'crates/core/src/{name}.rs',
    text: 'pub fn {name}(order: &Order) {\n    let lines = &order.lines;\n    {line};\n}\n',
  },
  ruby: {
    path: 'lib/shop/{name}.rb',
    text: 'class {Name}\n  def {name}(order)\n    lines = order.lines\n    {line}\n  end\nend\n',
  },
  php: {
    path: 'app/Services/{Name}.php',
    text: '<?php\n\nclass {Name}\n{\n    public function {name}($order)\n    {\n        $lines = $order->lines;\n        {line};\n    }\n}\n',
  },
  csharp: {
    path: 'src/Acme.Shop/{Name}.cs',
    text: 'namespace Acme.Shop;\n\npublic class {Name}\n{\n    public void {name}(Order order)\n    {\n        var lines = order.Lines;\n        {line};\n    }\n}\n',
  },
  swift: {
    path: 'Sources/Shop/{Name}.swift',
    text: 'struct {Name} {\n  func {name}(order: Order) {\n    let lines = order.lines\n    {line}\n  }\n}\n',
  },
  c: {
    path: 'native/{name}.c',
    text: '#include "order.h"\n\nint {name}(struct order *order) {\n  struct line *lines = order->lines;\n  {line};\n  return 0;\n}\n',
  },
};
const NAMES = ['settle', 'invoice', 'checkout'];

export const LANGUAGES = Object.keys(FORMS);

/** Lists the places of a trace of the language, innermost first. */
export function placesOf(language: string): readonly TracedPlace[] {
  const form = FORMS[language]!;
  return NAMES.map((symbol) => {
    const lines = filled(form.text, symbol).split('\n');
    const line = lines.findIndex((text) => text.includes(lineOf(symbol))) + 1;
    return { path: filled(form.path, symbol), line, symbol, source: lines[line - 1]! };
  });
}

// Words of error messages, which stand in several files, so that words alone would lead astray.
const WORDS =
  'Cannot read properties of undefined reading id boom total is not defined expect received expected argument type assignable parameter number not enough values to unpack KeyError order failed AssertionError assert unsupported operand could not start Cannot invoke because name is null by zero cannot find symbol unresolved reference index out of range length bounds mismatched types undefined method local variable operand types Call to a member function Object reference set instance exist in the current context scope unexpectedly found nil while unwrapping optional value heap buffer overflow address undeclared first use in this function fails since last release';

/** Functions that fail, in every language, among files that only talk about failing. */
export const POLYGLOT: Files = {
  ...Object.fromEntries(
    LANGUAGES.flatMap((language) =>
      NAMES.map((name) => [filled(FORMS[language]!.path, name), filled(FORMS[language]!.text, name)] as const),
    ),
  ),
  'web/src/messages.ts': `/** ${WORDS} */\nexport function describeError(message: string) {\n  // ${WORDS}\n  return \`\${message} ${WORDS}\`;\n}\n`,
  'src/shop/errors.py': `def describe_error(message):\n    """${WORDS}"""\n    return "${WORDS}"\n`,
  'docs/errors.md': `# Errors\n\n${WORDS}\n`,
};

function lineOf(name: string): string {
  return `post(lines, ${name}Rate(order))`;
}

function filled(text: string, name: string): string {
  return text
    .replaceAll('{Name}', name[0]!.toUpperCase() + name.slice(1))
    .replaceAll('{name}', name)
    .replaceAll('{line}', lineOf(name));
}
