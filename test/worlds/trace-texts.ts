// table
/** A place in a workspace that a trace passes through. */
export interface TracedPlace {
  readonly path: string;
  readonly line: number;
  /** The function around it, without what holds it. */
  readonly symbol: string;
  /** The line as it stands there. */
  readonly source: string;
}

/** How one tool prints an error. Places come innermost first. */
export interface TraceText {
  readonly name: string;
  readonly languages: readonly string[];
  print(places: readonly TracedPlace[]): string;
}

const base = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
const stem = (path: string): string => base(path).replace(/\..*$/, '');
const each = (places: readonly TracedPlace[], line: (place: TracedPlace, at: number) => string): string =>
  places.map(line).join('\n');
const last = (places: readonly TracedPlace[]): TracedPlace => places.at(-1)!;

const SCRIPTS = ['typescript', 'javascript', 'tsx', 'jsx'];
const NODE_TAIL = `
    at Layer.handle (/srv/build/node_modules/express/lib/router/layer.js:95:5)
    at process.processTicksAndRejections (node:internal/process/task_queues:95:5)`;

// A package and its class, as a compiled frame names them.
const packageOf = (path: string): string => {
  const inside = path.replace(/^.*\/(?:java|kotlin|kotlinJvm|jvmMain|commonJvmAndroid|kotlin-jvm)\//, '');
  return inside.split('/').slice(0, -1).join('.');
};
const jvmFrame = ({ path, line, symbol }: TracedPlace): string =>
  `\tat ${[packageOf(path), stem(path), symbol].filter((part) => part !== '').join('.')}(${base(path)}:${line})`;

export const TRACE_TEXTS: readonly TraceText[] = [
  {
    name: 'node, another machine',
    languages: SCRIPTS,
    print: (places) =>
      `TypeError: Cannot read properties of undefined (reading 'id')\n${each(places, ({ path, line, symbol }) => `    at ${symbol} (/home/ci/builds/4711/${path}:${line}:9)`)}${NODE_TAIL}`,
  },
  {
    name: 'node, modules by address',
    languages: SCRIPTS,
    print: (places) =>
      `Error: boom\n    at new Promise (<anonymous>)\n${each(places, ({ path, line, symbol }) => `    at async ${symbol} (file:///app/${path}:${line}:3)`)}\n    at node:internal/main/run_main_module:28:49`,
  },
  {
    name: 'webpack',
    languages: SCRIPTS,
    print: (places) =>
      `Uncaught ReferenceError: total is not defined\n${each(places, ({ path, line, symbol }) => `    at ${symbol} (webpack:///./${path}?4f1e:${line}:11)`)}\n    at HTMLButtonElement.dispatch (webpack:///./node_modules/jquery/dist/jquery.js?:5430:27)`,
  },
  {
    name: 'jest',
    languages: SCRIPTS,
    print: (places) =>
      `FAIL  ${last(places).path}\n  ● orders › are paid\n\n    expect(received).toBe(expected) // Object.is equality\n\n    Expected: 3\n    Received: 2\n\n    > ${places[0]!.line} | ${places[0]!.source}\n         |       ^\n\n${each(places, ({ path, line, symbol }) => `      at ${symbol} (${path}:${line}:7)`)}\n      at Object.asyncJestLifecycle (node_modules/jest-jasmine2/build/jasmineAsyncInstall.js:58:37)`,
  },
  {
    name: 'vitest',
    languages: SCRIPTS,
    print: (places) =>
      ` FAIL  orders > are paid\nAssertionError: expected 2 to be 3 // Object.is equality\n${each(places, ({ path, line }) => ` ❯ ${path}:${line}:7`)}\n\nTest Files  1 failed (1)\n     Tests  1 failed | 4 passed (5)`,
  },
  {
    name: 'tsc',
    languages: ['typescript', 'tsx'],
    print: ([place]) =>
      `> tsc -p .\n\n${place!.path}(${place!.line},5): error TS2345: Argument of type 'string' is not assignable to parameter of type 'number'.\n\nFound 1 error.`,
  },
  {
    name: 'python',
    languages: ['python'],
    print: (places) =>
      `Traceback (most recent call last):\n  File "/usr/lib/python3.11/runpy.py", line 196, in _run_module_as_main\n    return _run_code(code, main_globals)\n${each(places.toReversed(), ({ path, line, symbol, source }) => `  File "/opt/app/${path}", line ${line}, in ${symbol}\n    ${source.trim()}`)}\nValueError: not enough values to unpack (expected 2, got 1)`,
  },
  {
    name: 'python, installed, chained',
    languages: ['python'],
    print: (places) =>
      `Traceback (most recent call last):\n${each(places.toReversed(), ({ path, line, symbol, source }) => `  File "/home/me/.venv/lib/python3.12/site-packages/${path.replace(/^src\//, '')}", line ${line}, in ${symbol}\n    ${source.trim()}`)}\nKeyError: 'total'\n\nThe above exception was the direct cause of the following exception:\n\nTraceback (most recent call last):\n  File "${last(places).path}", line ${last(places).line}, in ${last(places).symbol}\n    ${last(places).source.trim()}\nRuntimeError: order failed`,
  },
  {
    name: 'pytest',
    languages: ['python'],
    print: (places) =>
      `=================================== FAILURES ===================================\n___________________________________ test_pay ___________________________________\n\n${each(places.toReversed(), ({ path, line, symbol, source }) => `${path}:${line}: in ${symbol}\n    ${source.trim()}`)}\nE   AssertionError: assert 2 == 3\n=========================== short test summary info ============================\nFAILED ${last(places).path}::test_pay - AssertionError: assert 2 == 3`,
  },
  {
    name: 'python, exception group',
    languages: ['python'],
    print: (places) =>
      `  + Exception Group Traceback (most recent call last):\n  |   File "/usr/lib/python3.12/asyncio/runners.py", line 118, in run\n  |     return self._loop.run_until_complete(task)\n  | ExceptionGroup: unhandled errors in a TaskGroup (1 sub-exception)\n  +-+---------------- 1 ----------------\n    | Traceback (most recent call last):\n${each(places.toReversed(), ({ path, line, symbol, source }) => `    |   File "/app/${path}", line ${line}, in ${symbol}\n    |     ${source.trim()}`)}\n    | TypeError: unsupported operand\n    +------------------------------------`,
  },
  {
    name: 'java, caused by',
    languages: ['java', 'kotlin', 'scala'],
    print: (places) =>
      `Exception in thread "main" java.lang.IllegalStateException: could not start\n${each(places.slice(-1), jvmFrame)}\n\tat java.base/java.lang.Thread.run(Thread.java:833)\nCaused by: java.lang.NullPointerException: Cannot invoke "String.length()" because "name" is null\n\tat java.base/java.util.Objects.requireNonNull(Objects.java:233)\n${each(places, jvmFrame)}\n\t... 1 more`,
  },
  {
    name: 'java, in a log',
    languages: ['java', 'kotlin', 'scala'],
    print: (places) =>
      `2024-03-01 10:00:01.000  INFO 1 --- [main] c.s.Application : Started in 3.2 seconds\n2024-03-01 10:00:05.120 ERROR 1 --- [nio-8080-exec-1] o.a.c.c.C.[.[.[/] : Servlet.service() threw exception\n\njava.lang.ArithmeticException: / by zero\n${each(places, jvmFrame)}\n\tat org.springframework.web.method.support.InvocableHandlerMethod.doInvoke(InvocableHandlerMethod.java:205) ~[spring-web-6.0.jar:6.0]\n2024-03-01 10:00:06.000  INFO 1 --- [main] c.s.Application : Shutting down`,
  },
  {
    name: 'maven and javac',
    languages: ['java'],
    print: ([place]) =>
      `[INFO] Compiling 12 source files\n[ERROR] COMPILATION ERROR :\n[ERROR] /home/ci/checkout/${place!.path}:[${place!.line},17] cannot find symbol\n[ERROR]   symbol: class Order\n[INFO] BUILD FAILURE`,
  },
  {
    name: 'kotlinc',
    languages: ['kotlin'],
    print: ([place]) =>
      `> Task :compileKotlin FAILED\ne: file:///home/ci/checkout/${place!.path}:${place!.line}:13 Unresolved reference: total\n\nFAILURE: Build failed with an exception.`,
  },
  {
    name: 'go panic',
    languages: ['go'],
    print: (places) =>
      `panic: runtime error: index out of range [3] with length 2\n\ngoroutine 1 [running]:\npanic({0x1, 0x2})\n\t/usr/local/go/src/runtime/panic.go:884 +0x213\n${each(places, ({ path, line, symbol }) => `github.com/acme/shop.${symbol}(0xc0000b4000)\n\t/go/src/github.com/acme/shop/${path}:${line} +0x1d`)}\nexit status 2`,
  },
  {
    name: 'go build',
    languages: ['go'],
    print: ([place]) =>
      `# github.com/acme/shop\n./${place!.path}:${place!.line}:2: undefined: total\nmake: *** [build] Error 1`,
  },
  {
    name: 'rust panic',
    languages: ['rust'],
    print: (places) =>
      `thread 'main' panicked at ${places[0]!.path}:${places[0]!.line}:5:\nindex out of bounds: the len is 2 but the index is 3\nstack backtrace:\n   0: rust_begin_unwind\n             at /rustc/90b35a623/library/std/src/panicking.rs:617:5\n   1: core::panicking::panic_fmt\n             at /rustc/90b35a623/library/core/src/panicking.rs:67:14\n${each(places, ({ path, line, symbol }, at) => `   ${at + 2}: shop::${symbol}\n             at ./${path}:${line}:5`)}`,
  },
  {
    name: 'rustc',
    languages: ['rust'],
    print: ([place]) =>
      `error[E0308]: mismatched types\n  --> ${place!.path}:${place!.line}:9\n   |\n${place!.line} | ${place!.source}\n   |         ^^^^ expected \`u32\`, found \`&str\`\n\nerror: aborting due to 1 previous error`,
  },
  {
    name: 'ruby',
    languages: ['ruby'],
    print: (places) =>
      `NoMethodError (undefined method \`total' for nil:NilClass):\n\n${each(places, ({ path, line, symbol }) => `${path}:${line}:in \`${symbol}'`)}\n/usr/local/bundle/gems/rack-2.2.4/lib/rack/runtime.rb:22:in \`call'`,
  },
  {
    name: 'ruby, from',
    languages: ['ruby'],
    print: ([place, ...others]) =>
      `/srv/app/${place!.path}:${place!.line}:in '${place!.symbol}': undefined local variable or method 'total' for main (NameError)\n${each(others, ({ path, line, symbol }) => `\tfrom /srv/app/${path}:${line}:in 'block in ${symbol}'`)}`,
  },
  {
    name: 'rspec',
    languages: ['ruby'],
    print: (places) =>
      `Failures:\n\n  1) Order is paid\n     Failure/Error: ${places[0]!.source.trim()}\n\n     NoMethodError:\n       undefined method \`total' for nil\n${each(places, ({ path, line, symbol }) => `     # ./${path}:${line}:in \`${symbol}'`)}\n\nFinished in 0.02 seconds`,
  },
  {
    name: 'php',
    languages: ['php'],
    // What was called at a place is the function around the one before.
    print: ([place, ...others]) =>
      `PHP Fatal error:  Uncaught TypeError: Unsupported operand types: string + int in /var/www/html/${place!.path}:${place!.line}\nStack trace:\n${each(others, ({ path, line }, at) => `#${at} /var/www/html/${path}(${line}): App\\Shop->${[place!, ...others][at]!.symbol}()\n`)}#9 /var/www/html/vendor/guzzlehttp/guzzle/src/Client.php(123): App\\Shop->${(others.at(-1) ?? place!).symbol}()\n#10 {main}\n  thrown in /var/www/html/${place!.path} on line ${place!.line}`,
  },
  {
    name: 'laravel log',
    languages: ['php'],
    print: ([place, ...others]) =>
      `[2024-03-01 10:00:00] production.INFO: job done\n[2024-03-01 10:00:01] production.ERROR: Call to a member function total() on null {"exception":"[object] (Error(code: 0): Call to a member function total() on null at /app/${place!.path}:${place!.line})\n[stacktrace]\n${each(others, ({ path, line }, at) => `#${at} /app/${path}(${line}): App\\\\Shop->${[place!, ...others][at]!.symbol}()`)}\n#12 {main}\n"}`,
  },
  {
    name: 'dotnet',
    languages: ['csharp'],
    print: (places) =>
      `Unhandled exception. System.InvalidOperationException: order failed\n ---> System.NullReferenceException: Object reference not set to an instance of an object.\n${each(places, ({ path, line, symbol }) => `   at Acme.Shop.${stem(path)}.${symbol}(String name) in /_/build/${path}:line ${line}`)}\n   --- End of inner exception stack trace ---\n   at System.Threading.Tasks.Task.Execute()`,
  },
  {
    name: 'csc',
    languages: ['csharp'],
    print: ([place]) =>
      `${place!.path.replaceAll('/', '\\')}(${place!.line},9): error CS0103: The name 'total' does not exist in the current context [C:\\work\\Shop.csproj]`,
  },
  {
    name: 'swiftc',
    languages: ['swift'],
    print: ([place]) => `/Users/me/shop/${place!.path}:${place!.line}:9: error: cannot find 'total' in scope`,
  },
  {
    name: 'swift fatal error',
    languages: ['swift'],
    print: ([place]) =>
      `${place!.path}:${place!.line}: Fatal error: Unexpectedly found nil while unwrapping an Optional value`,
  },
  {
    name: 'address sanitizer',
    languages: ['c', 'cpp'],
    print: (places) =>
      `==4711==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x602000000014\nREAD of size 4 at 0x602000000014 thread T0\n${each(places, ({ path, line, symbol }, at) => `    #${at} 0x4f8a1b in ${symbol} /home/ci/src/${path}:${line}:12`)}\n    #9 0x7f0 in __libc_start_main (/lib/x86_64-linux-gnu/libc.so.6+0x21c87)`,
  },
  {
    name: 'gcc',
    languages: ['c', 'cpp'],
    print: ([place]) =>
      `gcc -O2 -c\n${place!.path}: In function '${place!.symbol}':\n${place!.path}:${place!.line}:9: error: 'total' undeclared (first use in this function)`,
  },
];
