import { mentionsOf } from '../markdown/body/mentions-of.ts';
import type { Mentions } from './conversation.ts';

// Enough for any message a person reads; a pasted listing names thousands of files and is about none of them.
const MENTIONS_MAX = 100;
const LOOKED_AT_CHARACTERS = 100_000;
const CODE_SPAN = /`([^`\n]{2,200})`/g;
const FENCE = /^[ \t]*(?:```|~~~)/;
// Bare words that can hardly be prose: a path with an extension, a call, camelCase, snake_case, a qualified name.
const BARE_PATH =
  /(?<![\w/\\.:@+-])(?:[A-Za-z]:\\|[~.]{0,2}[\\/])?(?:[\w@.+-]+[\\/])+[\w@+-][\w@.+-]*\.[A-Za-z]\w{0,9}\b/g;
const BARE_NAME =
  /(?<![\w`/.@-])(?:[a-z][a-z\d]*(?:[A-Z][a-z\d]+)+|[A-Z][a-z\d]+(?:[A-Z][a-z\d]+)+|[A-Za-z][A-Za-z\d]*(?:_[A-Za-z\d]+)+|[A-Za-z_]\w*(?:(?:::|\.)[A-Za-z_]\w*)*(?=\(\)))(?![\w/-])/g;

/** The files and symbols a text names; `touched` are those its tools were pointed at. */
export function mentionsIn(text: string, touched: readonly string[] = []): Mentions {
  const looked = text.slice(0, LOOKED_AT_CHARACTERS);
  const prose = withoutFences(looked);
  const spans = [...prose.matchAll(CODE_SPAN)].map((match) => match[1]!);
  const bare = prose.replace(CODE_SPAN, ' ');
  const named = [...spans, ...matches(bare, BARE_PATH), ...matches(bare, BARE_NAME)];
  const mentions = mentionsOf(named.map((name) => ({ text: forward(name), line: 0 })));
  const names = (kind: 'path' | 'symbol') => mentions.flatMap((one) => (one.kind === kind ? [one.name] : []));
  const drives = named.filter((name) => /^[A-Za-z]:[\\/]/.test(name)).map((name) => forward(name));
  return {
    paths: once([...names('path'), ...drives]),
    identifiers: once(names('symbol')),
    touched: once(touched.map((path) => forward(path.trim()))),
  };
}

function matches(text: string, pattern: RegExp): readonly string[] {
  return [...text.matchAll(pattern)].map((match) => match[0]);
}

// Windows paths only: in other places a backslash joins the names of a PHP class.
function forward(name: string): string {
  return /^[A-Za-z]:\\|^\.{1,2}\\|\\[\w.-]+\.\w+$/.test(name) ? name.replaceAll('\\', '/') : name;
}

// Listings are quoted, not spoken: whoever pastes a file does not mention each of its names.
function withoutFences(text: string): string {
  if (!text.includes('```') && !text.includes('~~~')) return text;
  let isInside = false;
  const kept = text.split('\n').map((line) => {
    const isFence = FENCE.test(line);
    if (isFence) isInside = !isInside;
    return isInside || isFence ? '' : line;
  });
  return kept.join('\n');
}

function once(names: readonly string[]): readonly string[] {
  return [...new Set(names.filter((name) => name !== ''))].slice(0, MENTIONS_MAX);
}
