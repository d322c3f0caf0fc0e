import { rawFrame, type TraceDialect } from './trace-dialect.ts';

// `#0 /app/Shop.php(12): App\Shop->pay()`; `in /app/Shop.php:12`; `in /app/Shop.php on line 12`; `at /app/Shop.php:12`
const NUMBERED = /^\s*#\d{1,5} +([^\s(][^(]{0,400}?)\((\d{1,7})\): ?([^(]{0,300})/;
const NUMBERED_COLON = /^\s*#\d{1,5} +([^\s(][^(:]{0,400}\.php):(\d{1,7})/;
const THROWN = /(?: in| at|^\s*at|^\s+\d{1,4} ) {0,3}([^\s:()]{0,300}\.php)(?::| on line )(\d{1,7})/;
// What it logs behind the message says the same once more.
const LARAVEL =
  /^\[[^\]]{1,60}\] ?[\w-]{1,40}\.(?:ERROR|CRITICAL|ALERT|EMERGENCY): (.{1,1000}?)(?: \{"exception":.*)?$/;
const MESSAGE =
  /^(?:\[[^\]]{1,60}\] ?)?(?:[\w.]{1,40}: )?((?:PHP )?(?:Fatal|Parse|Catchable fatal) error: .{1,1000}|(?:Uncaught )?(?:[A-Z]\w{0,80}\\){0,12}[A-Z]\w{0,80}(?:Exception|Error)(?:: .{1,1000})?)$/;

export const php: TraceDialect = {
  language: 'php',
  frame(line) {
    const numbered = NUMBERED.exec(line);
    if (numbered && /\.(?:php|phtml|inc)$/.test(numbered[1] ?? ''))
      return rawFrame(numbered[1], numbered[2], symbolOf(numbered[3]));
    const place = NUMBERED_COLON.exec(line) ?? THROWN.exec(line);
    return place ? rawFrame(place[1], place[2]) : null;
  },
  message: (line) => (LARAVEL.exec(line) ?? MESSAGE.exec(line))?.[1] ?? null,
  messageStands: 'above',
  innermost: 'first',
  isSpoken: true,
  namesCalled: true,
  gapLinesMax: 3,
};

// `App\Shop->pay` is Shop.pay; a closure has no name.
function symbolOf(text: string | undefined): string | undefined {
  const name = text?.slice(text.lastIndexOf('\\') + 1).replace(/->|::/, '.');
  return name === undefined || /[{}\s]/.test(name) ? undefined : name;
}
