// table
// The forms of stack traces, one row for each language: how a frame and a message look, and which comes first.

// `    at async Shop.pay (/app/src/shop.ts:12:5)`, `    at file:///app/a.mjs:1:2`, Firefox: `pay@http://host/a.js:1:2`
const JAVASCRIPT_NAMED =
  /^\s*at (?:async )?(?:new )?([^(]{1,200}?) ?\((?:eval at ([^(]{0,80})\()?([^()]{1,400}):(\d{1,7}):\d{1,7}\)/;
const JAVASCRIPT_BARE = /^\s*at (?:async )?([^\s()][^()]{0,400}):(\d{1,7}):\d{1,7}\)?$/;
const JAVASCRIPT_GECKO =
  /^\s*([\w$.<>/*]{0,120})@((?:https?|file|webpack|webpack-internal|resource):[^\s]{1,400}):(\d{1,7}):\d{1,7}$/;
const JAVASCRIPT_MESSAGE =
  /^\s*(?:\[[\w .:-]{1,60}\] ?)?((?:Uncaught |Unhandled |Caused by: |\[cause\]: )?(?:\(in promise\) )?(?:[A-Z][\w$]{0,80}(?:Error|Exception|Warning)|Error)(?: \[\w{1,60}\])?:? .{1,1000}|(?:[A-Z]\w{0,60})?Error)$/;

export const javascript: TraceDialect = {
  language: 'javascript',
  frame(line) {
    const named = JAVASCRIPT_NAMED.exec(line);
    // Code that `eval` ran has the place of the call.
    if (named) return rawFrame(named[3], named[4], javascriptSymbol((named[2] ?? named[1] ?? '').trim()));
    const bare = JAVASCRIPT_BARE.exec(line);
    // A Rust backtrace has lines of the same form: `at ./src/main.rs:4:5`.
    if (bare && !bare[1]?.endsWith('.rs')) return rawFrame(bare[1], bare[2]);
    const gecko = JAVASCRIPT_GECKO.exec(line);
    return gecko ? rawFrame(gecko[2], gecko[3], gecko[1]) : null;
  },
  message: (line) => JAVASCRIPT_MESSAGE.exec(line)?.[1] ?? null,
  messageStands: 'above',
  innermost: 'first',
  isSpoken: false,
  gapLinesMax: 1,
};

// `Object.<anonymous>` names nothing; `Shop.pay [as run]` is Shop.pay.
function javascriptSymbol(text: string): string {
  return text.replace(/ \[as .*$/, '').replace(/^(?:(?:Object|Module)?\.?<anonymous>|eval)$/, '');
}

// `  File "/app/shop.py", line 12, in pay`; IPython: `~/shop.py in pay(self)`, `File ~/shop.py:12, in pay(self)`
const PYTHON_FRAME = /^[\s|>+-]*File "([^"]{1,400})", line (\d{1,7})(?:, in ([^\s]{1,200}))?/;
const PYTHON_IPYTHON = /^\s*File ([~/.A-Za-z][^\s:]{0,300}(?::\\[^\s:]{1,300})?):(\d{1,7}), in ([\w.<>]{1,200})/;
const PYTHON_IPYTHON_OLD = /^([~/.A-Za-z][^\s]{0,300}\.pyx?) in ([\w.<>]{1,200})\(/;
const PYTHON_PYTEST = /^([\w./\\-]{1,300}\.py):(\d{1,7}): (?:in ([\w<>]{1,200})|[A-Z]\w{1,80})$/;
const PYTHON_MESSAGE =
  /^(?:E {3})?((?:[a-z_][\w]{0,60}\.){0,8}[A-Z][\w]{0,80}(?:Error|Exception|Warning|Exit|Interrupt|Iteration|DoesNotExist|Failure|NotFound|Invalid|Timeout|[a-z]{1,20}Convergence)(?:: .{0,1000})?|(?:[a-z_]\w{0,60}\.){1,8}[A-Z]\w{1,80}: .{0,1000})$/;

export const python: TraceDialect = {
  language: 'python',
  frame(line) {
    const frame = PYTHON_FRAME.exec(line) ?? PYTHON_IPYTHON.exec(line) ?? PYTHON_PYTEST.exec(line);
    if (frame) return rawFrame(frame[1], frame[2], pythonSymbol(frame[3]));
    const old = PYTHON_IPYTHON_OLD.exec(line);
    return old ? rawFrame(old[1], undefined, pythonSymbol(old[2])) : null;
  },
  message: (line) => PYTHON_MESSAGE.exec(line)?.[1] ?? null,
  messageStands: 'below',
  innermost: 'last',
  isSpoken: false,
  printsSource: true,
  gapLinesMax: 12,
};

const pythonSymbol = (name: string | undefined): string | undefined => (name?.startsWith('<') ? undefined : name);

// `#0 /app/Shop.php(12): App\Shop->pay()`; `in /app/Shop.php:12`; `in /app/Shop.php on line 12`; `at /app/Shop.php:12`
const PHP_NUMBERED = /^\s*#\d{1,5} +([^\s(][^(]{0,400}?)\((\d{1,7})\): ?([^(]{0,300})/;
const PHP_NUMBERED_COLON = /^\s*#\d{1,5} +([^\s(][^(:]{0,400}\.php):(\d{1,7})/;
const PHP_THROWN = /(?: in| at|^\s*at|^\s+\d{1,4} ) {0,3}([^\s:()]{0,300}\.php)(?::| on line )(\d{1,7})/;
// The exception after the message repeats it.
const PHP_LARAVEL =
  /^\[[^\]]{1,60}\] ?[\w-]{1,40}\.(?:ERROR|CRITICAL|ALERT|EMERGENCY): (.{1,1000}?)(?: \{"exception":.*)?$/;
const PHP_MESSAGE =
  /^(?:\[[^\]]{1,60}\] ?)?(?:[\w.]{1,40}: )?((?:PHP )?(?:Fatal|Parse|Catchable fatal) error: .{1,1000}|(?:Uncaught )?(?:[A-Z]\w{0,80}\\){0,12}[A-Z]\w{0,80}(?:Exception|Error)(?:: .{1,1000})?)$/;

export const php: TraceDialect = {
  language: 'php',
  frame(line) {
    const numbered = PHP_NUMBERED.exec(line);
    if (numbered && /\.(?:php|phtml|inc)$/.test(numbered[1] ?? ''))
      return rawFrame(numbered[1], numbered[2], phpSymbol(numbered[3]));
    const place = PHP_NUMBERED_COLON.exec(line) ?? PHP_THROWN.exec(line);
    return place ? rawFrame(place[1], place[2]) : null;
  },
  message: (line) => (PHP_LARAVEL.exec(line) ?? PHP_MESSAGE.exec(line))?.[1] ?? null,
  messageStands: 'above',
  innermost: 'first',
  isSpoken: true,
  namesCalled: true,
  gapLinesMax: 3,
};

// `App\Shop->pay` is Shop.pay; a closure has no name.
function phpSymbol(text: string | undefined): string | undefined {
  const name = text?.slice(text.lastIndexOf('\\') + 1).replace(/->|::/, '.');
  return name === undefined || /[{}\s]/.test(name) ? undefined : name;
}

// `app/shop.rb:12:in 'Shop#pay'`, `	from app/shop.rb:3:in `block in run'`
const RUBY_FRAME = /^\s*(?:\d{1,4}: )?(?:from |# )?([^\s:()'"][^:()'"]{0,300}):(\d{1,7}):in [`'“]([^'’]{1,200})['’]/;
const RUBY_PLAIN = /^\s*(?:from |# )?([^\s:()'"][^:()'"]{0,300}\.(?:rb|rake|erb|ru)):(\d{1,7})$/;
const RUBY_AFTER_FRAME = /:in [`'“][^'’]{1,200}['’]: (.{1,1000})$/;
const RUBY_MESSAGE =
  /^\s*((?:[A-Z]\w{0,80}::){0,8}[A-Z]\w{0,80}(?:Error|Exception|Invalid|NotFound)(?: \(.{0,500}\):?|: .{1,1000}))$/;

export const ruby: TraceDialect = {
  language: 'ruby',
  frame(line) {
    const frame = RUBY_FRAME.exec(line) ?? RUBY_PLAIN.exec(line);
    return frame ? rawFrame(frame[1], frame[2], rubySymbol(frame[3])) : null;
  },
  message: (line) => RUBY_AFTER_FRAME.exec(line)?.[1] ?? RUBY_MESSAGE.exec(line)?.[1] ?? null,
  messageStands: 'above',
  innermost: 'first',
  isSpoken: false,
  gapLinesMax: 1,
};

// `block (2 levels) in Shop#pay` is Shop.pay; `<main>` is nothing.
function rubySymbol(name: string | undefined): string | undefined {
  const plain = name?.replace(/^(?:block|rescue|ensure)(?: \(\d+ levels\))? in /, '').replace('#', '.');
  return plain?.startsWith('<') ? undefined : plain;
}

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

/** Reads any file with a line number, as compilers, linters, test runners and people write them. */
export const generic: TraceDialect = {
  language: 'generic',
  frame(line, _previous, isFileName) {
    if (GENERIC_CALM.test(line)) return null;
    for (const form of GENERIC_FORMS)
      for (const [, path = '', number] of line.matchAll(form))
        if (isFileName(path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)))
          return rawFrame(path, number);
    return null;
  },
  message: (line) => {
    const message = GENERIC_SAID.exec(line)?.[1];
    return message !== undefined && GENERIC_COMPLAINT.test(message) ? message : null;
  },
  messageStands: 'above',
  innermost: 'first',
  isSpoken: true,
  gapLinesMax: 2,
};

// `	at com.shop.Cart$Line.pay(Cart.java:12)`, with a module or class loader before a slash
const JAVA_FRAME =
  /^\s*at (?:[\w.@-]{0,100}\/{1,2}){0,3}((?:[\w$-]{1,100}\.){1,20})([\w$<>-]{1,200})\(([\w$-]{1,200}\.(?:java|kt|kts|scala|groovy|clj)):(\d{1,7})\)/;
const JAVA_MESSAGE =
  /^\s*(?:Exception in thread "[^"]{0,100}" |Caused by: |Suppressed: |\[ERROR\] )?((?:[a-z_][\w$]{0,60}\.){1,12}[A-Z][\w$]{0,100}(?:: .{0,1000})?)$/;

export const java: TraceDialect = {
  language: 'java',
  frame(line) {
    const match = JAVA_FRAME.exec(line);
    if (!match) return null;
    const qualified = (match[1] ?? '').slice(0, -1).split('.');
    const owner = (qualified.at(-1) ?? '').replace(/\$.*$/, '');
    // The package is the folder; the file is named beside the line.
    const path = [...qualified.slice(0, -1), match[3]].join('/');
    return rawFrame(path, match[4], `${owner}.${match[2]}`);
  },
  message: (line) => JAVA_MESSAGE.exec(line)?.[1] ?? null,
  messageStands: 'above',
  innermost: 'first',
  isSpoken: false,
  gapLinesMax: 3,
};

// `   at Shop.Cart.Pay(Order order) in C:\src\Shop\Cart.cs:line 12`
const CSHARP_FRAME = /^\s*at ([^\s(]{1,300}) ?\([^()]{0,400}\) in (.{1,400}):line (\d{1,7})\s*$/;
const CSHARP_LOCALISED =
  /^\s*(?:at|bei|à|in|em|en) ([^\s(]{1,300}) ?\([^()]{0,400}\) (?:in|dans|en|na) (.{1,400}):(?:line|Zeile|ligne|riga|línea) (\d{1,7})\.?\s*$/;
const CSHARP_MESSAGE =
  /^\s*(?:Unhandled [Ee]xception[.:] |---> )?((?:[A-Z]\w{0,80}\.){1,10}\w{1,80}Exception(?: \(0x[0-9A-Fa-f]{1,8}\))?(?:: .{0,1000})?)$/;

export const csharp: TraceDialect = {
  language: 'csharp',
  frame(line) {
    const frame = CSHARP_FRAME.exec(line) ?? CSHARP_LOCALISED.exec(line);
    return frame ? rawFrame(frame[2], frame[3], csharpSymbol(frame[1] ?? '')) : null;
  },
  message: (line) => CSHARP_MESSAGE.exec(line)?.[1] ?? null,
  messageStands: 'above',
  innermost: 'first',
  isSpoken: false,
  gapLinesMax: 2,
};

// `Shop.Cart.<Pay>d__3.MoveNext` is the compiler's name for Cart.Pay.
function csharpSymbol(name: string): string {
  const plain = name
    .replace(/<(\w{1,200})>[^.]{0,100}/, '$1')
    .replace(/\.MoveNext$/, '')
    .replace(/`\d{1,3}/g, '');
  return plain.split('.').slice(-2).join('.');
}

// A function on one line, its place on the next: `main.(*Shop).Pay(0xc000)` then `	/app/shop.go:12 +0x1d`
const GO_PLACE = /^\s+([^\s:][^\s]{0,400}\.go):(\d{1,7})(?: \+0x[0-9a-f]{1,16})?\s*$/;
const GO_NAME = /^(?:created by )?([\w./*()@[\]-]{1,300}?)(?:\([^()]{0,300}\))?(?: in goroutine \d{1,9})?$/;
const GO_MESSAGE = /^\s*((?:panic|fatal error|runtime error): .{1,1000})$/;

export const go: TraceDialect = {
  language: 'go',
  frame(line, previous) {
    const place = GO_PLACE.exec(line);
    if (!place) return null;
    const name = GO_NAME.exec(previous.trim())?.[1];
    return rawFrame(place[1], place[2], name ? goSymbol(name) : undefined);
  },
  message: (line) => GO_MESSAGE.exec(line)?.[1] ?? null,
  messageStands: 'above',
  innermost: 'first',
  isSpoken: false,
  gapLinesMax: 3,
};

// `github.com/x/shop.(*Cart).Pay.func1` is Cart.Pay; package paths are not part of a symbol.
function goSymbol(name: string): string {
  const local = name.slice(name.lastIndexOf('/') + 1);
  const parts = local.replace(/[()*]/g, '').split('.').slice(1);
  return parts.filter((part) => !/^(?:func)?\d{0,6}$/.test(part)).join('.');
}

// `thread 'main' panicked at src/main.rs:4:5:` (older: `panicked at 'message', src/main.rs:4:5`)
const RUST_PANIC = /^\s*thread '[^']{0,100}'(?: \(\d{1,12}\))? panicked at ([^\s:']{1,400}\.rs):(\d{1,7}):\d{1,7}/;
const RUST_OLD_PANIC =
  /^\s*thread '[^']{0,100}' panicked at '(.{0,1000})', ([^\s:']{1,400}\.rs):(\d{1,7})(?::\d{1,7})?/;
// `   4: shop::cart::pay` then `             at ./src/cart.rs:12:9`
const RUST_PLACE = /^\s*at ([^\s:][^\s]{0,400}\.rs):(\d{1,7})(?::\d{1,7})?\s*$/;
const RUST_NAME = /^\s*\d{1,5}:\s+(?:0x[0-9a-f]{1,16} - )?([\w:<>{}&$, .]{1,300})/;
const RUST_COMPILER = /^\s*--> ([^\s:]{1,400}\.rs):(\d{1,7}):\d{1,7}\s*$/;
const RUST_MESSAGE = /^\s*(error(?:\[E\d{4}\])?: .{1,1000}|(?:Error|Caused by): .{1,1000})$/;

export const rust: TraceDialect = {
  language: 'rust',
  frame(line, previous) {
    const panic = RUST_PANIC.exec(line) ?? RUST_COMPILER.exec(line);
    if (panic) return rawFrame(panic[1], panic[2]);
    const old = RUST_OLD_PANIC.exec(line);
    if (old) return rawFrame(old[2], old[3]);
    const place = RUST_PLACE.exec(line);
    return place ? rawFrame(place[1], place[2], rustSymbol(RUST_NAME.exec(previous)?.[1])) : null;
  },
  // A panic prints its place on one line and its message on the next.
  message: (line, previous) =>
    RUST_PANIC.test(previous)
      ? line.trim() || null
      : (RUST_OLD_PANIC.exec(line)?.[1] ?? RUST_MESSAGE.exec(line)?.[1] ?? null),
  messageStands: 'among',
  innermost: 'first',
  isSpoken: false,
  gapLinesMax: 6,
};

// Removes the hash that the compiler adds to a name, and marks of closures.
function rustSymbol(name: string | undefined): string | undefined {
  return name
    ?.trim()
    .replace(/::h[0-9a-f]{16}$/, '')
    .replace(/::\{\{closure\}\}/g, '');
}

/** The form of the stack traces of one language. Every pattern is anchored, so that a line is read once. */
export interface TraceDialect {
  readonly language: string;
  /** The frame in a line; `previous` is the line above. A dialect without a form of its own asks `isFileName`. */
  frame(line: string, previous: string, isFileName: (name: string) => boolean): RawFrame | null;
  /** The error message in a line; `previous` is the line above. */
  message(line: string, previous: string): string | null;
  /** Whether the message is printed above, below or among the frames. */
  readonly messageStands: 'above' | 'below' | 'among';
  /** Which end of the printed list is the place of the error. */
  readonly innermost: 'first' | 'last';
  /** Whether a single frame may be part of a sentence, which then stays the author's text. */
  readonly isSpoken: boolean;
  /** Whether the line below a frame is its source line. */
  readonly printsSource?: true;
  /** Whether a frame names the called function, so that each name belongs to the frame before. */
  readonly namesCalled?: true;
  /** The most lines between two frames, for quoted source and for names on a line of their own. */
  readonly gapLinesMax: number;
}

/** A frame as printed; its path may be absolute, vendored, or a package turned into folders. */
export interface RawFrame {
  readonly path: string;
  readonly line: number | null;
  readonly symbol: string | null;
  /** The line of source that is printed below it. */
  readonly source?: string;
}

/** Makes a frame from the groups of a pattern: path, line, symbol. */
function rawFrame(path: string | undefined, line: string | undefined, symbol?: string | undefined): RawFrame | null {
  if (path === undefined || path === '') return null;
  const number = Number(line);
  return { path, line: line !== undefined && number > 0 ? number : null, symbol: symbol?.trim() || null };
}
