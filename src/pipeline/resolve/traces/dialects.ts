// table
// The forms of stack traces by language, the last for any: how a frame and a message look, and where messages stand.
import type { StackFrame } from '../../../model/task.ts';

/** A frame as printed; its path may be absolute, vendored, or a package turned into folders. */
export type RawFrame = Omit<StackFrame, 'alike'>;

/** The form of the stack traces of one language. */
export interface TraceDialect {
  readonly language: string;
  /** The frame in a line; `previous` is the line above. The generic dialect asks `isFileName`. */
  frame(line: string, previous: string, isFileName: (name: string) => boolean): RawFrame | null;
  /** The error message in a line; `previous` is the line above. */
  message(line: string, previous: string): string | null;
  /** Where the message is printed, if not above the frames. */
  readonly messageStands?: 'below' | 'among';
  /** Set if the last printed frame is the place of the error, not the first. */
  readonly isInnermostLast?: true;
  /** Set if a single frame may be part of a sentence, which then stays the author's text. */
  readonly isSpoken?: true;
  /** Set if the line below a frame is its source line. */
  readonly printsSource?: true;
  /** Set if a frame names the called function, so that each name belongs to the frame before. */
  readonly namesCalled?: true;
  /** The most lines between two frames, for quoted source and for names on a line of their own. */
  readonly gapLinesMax: number;
}

type SymbolOf = (name: string | undefined) => string | undefined;

// Reads a frame by the first form that fits, with the groups `path`, `line` and `symbol`.
function readFrame(text: string, forms: readonly RegExp[], symbolOf: SymbolOf = (name) => name): RawFrame | null {
  for (const form of forms) {
    const { path, line, symbol } = form.exec(text)?.groups ?? {};
    if (path) return { path, line: Number(line) || null, symbol: symbolOf(symbol)?.trim() || null };
  }
  return null;
}

// Returns the first group of the first form that fits.
function readMessage(text: string, ...forms: readonly RegExp[]): string | null {
  for (const form of forms) {
    const message = form.exec(text)?.[1];
    if (message !== undefined) return message;
  }
  return null;
}

// `	at com.shop.Cart$Line.pay(Cart.java:12)`, perhaps with a module or class loader before a slash
const JAVA_FRAME =
  /^\s*at (?:[\w.@-]{0,100}\/{1,2}){0,3}((?:[\w$-]{1,100}\.){1,20})([\w$<>-]{1,200})\(([\w$-]{1,200}\.(?:java|kt|kts|scala|groovy|clj)):(\d{1,7})\)/;
const JAVA_MESSAGE =
  /^\s*(?:Exception in thread "[^"]{0,100}" |Caused by: |Suppressed: |\[ERROR\] )?((?:[a-z_][\w$]{0,60}\.){1,12}[A-Z][\w$]{0,100}(?:: .{0,1000})?)$/;

const java: TraceDialect = {
  language: 'java',
  frame(line) {
    const [, type = '', method, file, number] = JAVA_FRAME.exec(line) ?? [];
    if (file === undefined) return null;
    const qualified = type.slice(0, -1).split('.');
    const owner = (qualified.at(-1) ?? '').replace(/\$.*$/, '');
    // The package is the folder; the file is named beside the line.
    const path = [...qualified.slice(0, -1), file].join('/');
    return { path, line: Number(number) || null, symbol: `${owner}.${method}` };
  },
  message: (line) => readMessage(line, JAVA_MESSAGE),
  gapLinesMax: 3,
};

// `   at Shop.Cart.Pay(Order order) in C:\src\Shop\Cart.cs:line 12`
const CSHARP_FRAME = /^\s*at (?<symbol>[^\s(]{1,300}) ?\([^()]{0,400}\) in (?<path>.{1,400}):line (?<line>\d{1,7})\s*$/;
const CSHARP_LOCALISED =
  /^\s*(?:at|bei|à|in|em|en) (?<symbol>[^\s(]{1,300}) ?\([^()]{0,400}\) (?:in|dans|en|na) (?<path>.{1,400}):(?:line|Zeile|ligne|riga|línea) (?<line>\d{1,7})\.?\s*$/;
const CSHARP_MESSAGE =
  /^\s*(?:Unhandled [Ee]xception[.:] |---> )?((?:[A-Z]\w{0,80}\.){1,10}\w{1,80}Exception(?: \(0x[0-9A-Fa-f]{1,8}\))?(?:: .{0,1000})?)$/;

const csharp: TraceDialect = {
  language: 'csharp',
  frame: (line) => readFrame(line, [CSHARP_FRAME, CSHARP_LOCALISED], csharpSymbol),
  message: (line) => readMessage(line, CSHARP_MESSAGE),
  gapLinesMax: 2,
};

// `Shop.Cart.<Pay>d__3.MoveNext` is the compiler's name for Cart.Pay.
function csharpSymbol(name = ''): string {
  const plain = name
    .replace(/<(\w{1,200})>[^.]{0,100}/, '$1')
    .replace(/\.MoveNext$/, '')
    .replace(/`\d{1,3}/g, '');
  return plain.split('.').slice(-2).join('.');
}

// `  File "/app/shop.py", line 12, in pay`; IPython: `~/shop.py in pay(self)`, `File ~/shop.py:12, in pay(self)`
const PYTHON_FRAME = /^[\s|>+-]*File "(?<path>[^"]{1,400})", line (?<line>\d{1,7})(?:, in (?<symbol>[^\s]{1,200}))?/;
const PYTHON_IPYTHON =
  /^\s*File (?<path>[~/.A-Za-z][^\s:]{0,300}(?::\\[^\s:]{1,300})?):(?<line>\d{1,7}), in (?<symbol>[\w.<>]{1,200})/;
const PYTHON_IPYTHON_OLD = /^(?<path>[~/.A-Za-z][^\s]{0,300}\.pyx?) in (?<symbol>[\w.<>]{1,200})\(/;
const PYTHON_PYTEST = /^(?<path>[\w./\\-]{1,300}\.py):(?<line>\d{1,7}): (?:in (?<symbol>[\w<>]{1,200})|[A-Z]\w{1,80})$/;
const PYTHON_MESSAGE =
  /^(?:E {3})?((?:[a-z_][\w]{0,60}\.){0,8}[A-Z][\w]{0,80}(?:Error|Exception|Warning|Exit|Interrupt|Iteration|DoesNotExist|Failure|NotFound|Invalid|Timeout|[a-z]{1,20}Convergence)(?:: .{0,1000})?|(?:[a-z_]\w{0,60}\.){1,8}[A-Z]\w{1,80}: .{0,1000})$/;

const python: TraceDialect = {
  language: 'python',
  frame: (line) => readFrame(line, [PYTHON_FRAME, PYTHON_IPYTHON, PYTHON_PYTEST, PYTHON_IPYTHON_OLD], unlessBracketed),
  message: (line) => readMessage(line, PYTHON_MESSAGE),
  messageStands: 'below',
  isInnermostLast: true,
  printsSource: true,
  gapLinesMax: 12,
};

// `<module>` and `<main>` name nothing.
const unlessBracketed: SymbolOf = (name) => (name?.startsWith('<') ? undefined : name);

// `    at async Shop.pay (/app/src/shop.ts:12:5)`, `    at file:///app/a.mjs:1:2`, Firefox: `pay@http://host/a.js:1:2`
const JAVASCRIPT_NAMED =
  /^\s*at (?:async )?(?:new )?(?<symbol>[^(]{1,200}?) ?\((?<path>[^()]{1,400}):(?<line>\d{1,7}):\d{1,7}\)/;
// Code that `eval` ran has the place of the call.
const JAVASCRIPT_EVAL =
  /^\s*at (?:async )?(?:new )?[^(]{1,200}? ?\(eval at (?<symbol>[^(]{0,80})\((?<path>[^()]{1,400}):(?<line>\d{1,7}):\d{1,7}\)/;
// A Rust backtrace has lines of the same form: `at ./src/main.rs:4:5`.
const JAVASCRIPT_BARE = /^\s*at (?:async )?(?<path>[^\s()][^()]{0,400}(?<!\.rs)):(?<line>\d{1,7}):\d{1,7}\)?$/;
const JAVASCRIPT_GECKO =
  /^\s*(?<symbol>[\w$.<>/*]{0,120})@(?<path>(?:https?|file|webpack|webpack-internal|resource):[^\s]{1,400}):(?<line>\d{1,7}):\d{1,7}$/;
const JAVASCRIPT_MESSAGE =
  /^\s*(?:\[[\w .:-]{1,60}\] ?)?((?:Uncaught |Unhandled |Caused by: |\[cause\]: )?(?:\(in promise\) )?(?:[A-Z][\w$]{0,80}(?:Error|Exception|Warning)|Error)(?: \[\w{1,60}\])?:? .{1,1000}|(?:[A-Z]\w{0,60})?Error)$/;

const javascript: TraceDialect = {
  language: 'javascript',
  frame: (line) =>
    readFrame(line, [JAVASCRIPT_NAMED, JAVASCRIPT_EVAL, JAVASCRIPT_BARE, JAVASCRIPT_GECKO], javascriptSymbol),
  message: (line) => readMessage(line, JAVASCRIPT_MESSAGE),
  gapLinesMax: 1,
};

// `Object.<anonymous>` names nothing; `Shop.pay [as run]` is Shop.pay.
function javascriptSymbol(name = ''): string {
  const plain = name.trim().replace(/ \[as .*$/, '');
  return plain.replace(/^(?:(?:Object|Module)?\.?<anonymous>|eval)$/, '');
}

// `thread 'main' panicked at src/main.rs:4:5:` (older: `panicked at 'message', src/main.rs:4:5`)
const RUST_PANIC =
  /^\s*thread '[^']{0,100}'(?: \(\d{1,12}\))? panicked at (?<path>[^\s:']{1,400}\.rs):(?<line>\d{1,7}):\d{1,7}/;
const RUST_OLD_PANIC =
  /^\s*thread '[^']{0,100}' panicked at '(.{0,1000})', (?<path>[^\s:']{1,400}\.rs):(?<line>\d{1,7})(?::\d{1,7})?/;
// `   4: shop::cart::pay` then `             at ./src/cart.rs:12:9`
const RUST_PLACE = /^\s*at (?<path>[^\s:][^\s]{0,400}\.rs):(?<line>\d{1,7})(?::\d{1,7})?\s*$/;
const RUST_NAME = /^\s*\d{1,5}:\s+(?:0x[0-9a-f]{1,16} - )?([\w:<>{}&$, .]{1,300})/;
const RUST_COMPILER = /^\s*--> (?<path>[^\s:]{1,400}\.rs):(?<line>\d{1,7}):\d{1,7}\s*$/;
const RUST_MESSAGE = /^\s*(error(?:\[E\d{4}\])?: .{1,1000}|(?:Error|Caused by): .{1,1000})$/;

const rust: TraceDialect = {
  language: 'rust',
  frame: (line, previous) =>
    readFrame(line, [RUST_PANIC, RUST_COMPILER, RUST_OLD_PANIC]) ??
    readFrame(line, [RUST_PLACE], () => rustSymbol(RUST_NAME.exec(previous)?.[1])),
  // A panic prints its place on one line and its message on the next.
  message: (line, previous) =>
    RUST_PANIC.test(previous) ? line.trim() || null : readMessage(line, RUST_OLD_PANIC, RUST_MESSAGE),
  messageStands: 'among',
  gapLinesMax: 6,
};

// Removes the hash that the compiler adds to a name, and marks of closures.
function rustSymbol(name = ''): string {
  return name
    .trim()
    .replace(/::h[0-9a-f]{16}$/, '')
    .replace(/::\{\{closure\}\}/g, '');
}

// A function on one line, its place on the next: `main.(*Shop).Pay(0xc000)` then `	/app/shop.go:12 +0x1d`
const GO_PLACE = /^\s+(?<path>[^\s:][^\s]{0,400}\.go):(?<line>\d{1,7})(?: \+0x[0-9a-f]{1,16})?\s*$/;
const GO_NAME = /^(?:created by )?([\w./*()@[\]-]{1,300}?)(?:\([^()]{0,300}\))?(?: in goroutine \d{1,9})?$/;
const GO_MESSAGE = /^\s*((?:panic|fatal error|runtime error): .{1,1000})$/;

const go: TraceDialect = {
  language: 'go',
  frame: (line, previous) => readFrame(line, [GO_PLACE], () => goSymbol(GO_NAME.exec(previous.trim())?.[1])),
  message: (line) => readMessage(line, GO_MESSAGE),
  gapLinesMax: 3,
};

// `github.com/x/shop.(*Cart).Pay.func1` is Cart.Pay; package paths are not part of a symbol.
function goSymbol(name = ''): string {
  const local = name.slice(name.lastIndexOf('/') + 1);
  const parts = local.replace(/[()*]/g, '').split('.').slice(1);
  return parts.filter((part) => !/^(?:func)?\d{0,6}$/.test(part)).join('.');
}

// `#0 /app/Shop.php(12): App\Shop->pay()`; `… in /app/Shop.php:12`; `… in Shop.php on line 12`; `at /app/Shop.php:12`
const PHP_NUMBERED =
  /^\s*#\d{1,5} +(?<path>[^\s(][^(]{0,400}?\.(?:php|phtml|inc))\((?<line>\d{1,7})\): ?(?<symbol>[^(]{0,300})/;
const PHP_NUMBERED_COLON = /^\s*#\d{1,5} +(?<path>[^\s(][^(:]{0,400}\.php):(?<line>\d{1,7})/;
const PHP_THROWN = /(?: in| at|^\s*at|^\s+\d{1,4} ) {0,3}(?<path>[^\s:()]{0,300}\.php)(?::| on line )(?<line>\d{1,7})/;
// The exception after the message repeats it.
const PHP_LARAVEL =
  /^\[[^\]]{1,60}\] ?[\w-]{1,40}\.(?:ERROR|CRITICAL|ALERT|EMERGENCY): (.{1,1000}?)(?: \{"exception":.*)?$/;
const PHP_MESSAGE =
  /^(?:\[[^\]]{1,60}\] ?)?(?:[\w.]{1,40}: )?((?:PHP )?(?:Fatal|Parse|Catchable fatal) error: .{1,1000}|(?:Uncaught )?(?:[A-Z]\w{0,80}\\){0,12}[A-Z]\w{0,80}(?:Exception|Error)(?:: .{1,1000})?)$/;

const php: TraceDialect = {
  language: 'php',
  frame: (line) => readFrame(line, [PHP_NUMBERED, PHP_NUMBERED_COLON, PHP_THROWN], phpSymbol),
  message: (line) => readMessage(line, PHP_LARAVEL, PHP_MESSAGE),
  isSpoken: true,
  namesCalled: true,
  gapLinesMax: 3,
};

// `App\Shop->pay` is Shop.pay; a closure has no name.
function phpSymbol(text = ''): string | undefined {
  const name = text.slice(text.lastIndexOf('\\') + 1).replace(/->|::/, '.');
  return /[{}\s]/.test(name) ? undefined : name;
}

// `app/shop.rb:12:in 'Shop#pay'`, `	from app/shop.rb:3:in `block in run'`
const RUBY_FRAME =
  /^\s*(?:\d{1,4}: )?(?:from |# )?(?<path>[^\s:()'"][^:()'"]{0,300}):(?<line>\d{1,7}):in [`'“](?<symbol>[^'’]{1,200})['’]/;
const RUBY_PLAIN = /^\s*(?:from |# )?(?<path>[^\s:()'"][^:()'"]{0,300}\.(?:rb|rake|erb|ru)):(?<line>\d{1,7})$/;
const RUBY_AFTER_FRAME = /:in [`'“][^'’]{1,200}['’]: (.{1,1000})$/;
const RUBY_MESSAGE =
  /^\s*((?:[A-Z]\w{0,80}::){0,8}[A-Z]\w{0,80}(?:Error|Exception|Invalid|NotFound)(?: \(.{0,500}\):?|: .{1,1000}))$/;

const ruby: TraceDialect = {
  language: 'ruby',
  frame: (line) => readFrame(line, [RUBY_FRAME, RUBY_PLAIN], rubySymbol),
  message: (line) => readMessage(line, RUBY_AFTER_FRAME, RUBY_MESSAGE),
  gapLinesMax: 1,
};

// `block (2 levels) in Shop#pay` is Shop.pay.
const rubySymbol: SymbolOf = (name) =>
  unlessBracketed(name?.replace(/^(?:block|rescue|ensure)(?: \(\d+ levels\))? in /, '').replace('#', '.'));

// A match begins only where no letter of a path stands before it, so that a long run of letters is tried once.
const GENERIC_FILE = String.raw`(?<![\w./\\@%+-])((?:[A-Za-z]:)?[\w./\\@%+-]{1,300}\.[A-Za-z][\w+]{0,15})`;
const GENERIC_FORMS = [
  String.raw`:(\d{1,6})(?![\w.])`,
  String.raw`\((\d{1,6})(?:,\d{1,6})?\)`,
  String.raw`:\[(\d{1,6})(?:,\d{1,6})?\]`,
  String.raw`["'\x60]?,? (?:on |at )?line (\d{1,6})`,
].map((line) => new RegExp(GENERIC_FILE + line, 'gi'));

// The message of a compiler after the place: `src/a.ts(12,5): error TS2345: …`, `./a.go:5:2: undefined: total`.
const GENERIC_SAID = /^.{0,400}?(?:[:(]\[?\d{1,6}[:,\d]{0,12}[\])]?):? {0,3}(\S.{2,1000})$/;
const GENERIC_COMPLAINT =
  /\b(?:error|fatal|undefined|undeclared|unresolved|cannot|expected|mismatch(?:ed)?|not found|no such|fail(?:ed|ure)?|panic)\b/i;
// Skips log lines that only name their source position, because they do not report errors.
const GENERIC_CALM = /\b(?:INFO|DEBUG|TRACE|NOTICE)\b|^[ID]\d{4} /;

// Reads any file with a line number, as compilers, linters, test runners and people write them.
const generic: TraceDialect = {
  language: 'generic',
  frame(line, _previous, isFileName) {
    if (GENERIC_CALM.test(line)) return null;
    for (const form of GENERIC_FORMS)
      for (const [, path = '', number] of line.matchAll(form))
        if (isFileName(path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)))
          return { path, line: Number(number) || null, symbol: null };
    return null;
  },
  message: (line) => {
    const message = GENERIC_SAID.exec(line)?.[1];
    return message !== undefined && GENERIC_COMPLAINT.test(message) ? message : null;
  },
  isSpoken: true,
  gapLinesMax: 2,
};

/** The first dialect that reads a line gets it, so the vaguest comes last. */
export const TRACE_DIALECTS: readonly TraceDialect[] = [java, csharp, python, javascript, rust, go, php, ruby, generic];
