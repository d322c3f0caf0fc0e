// Documents name code in back-ticks. This file tells which of these texts are paths and which are identifiers, so that
// documents get edges to the code they name.
import { fileKindOf } from '../../../languages/index.ts';
import type { CodeMention } from '../../../model/document.ts';

const LENGTH_MAX = 200;
// Paths with a slash, single file names, some files whose names begin with a dot, and line numbers behind all these.
const PATH = /^(?:\.{0,2}\/)?[\w@.+~-]+(?:\/[\w@.+~[\]()-]+)+\/?$/;
const FILE = /^[\w@.+-]+\.[A-Za-z]\w{0,15}$/;
const DOT_FILE = /^\.(?:env|[a-z]+(?:rc|ignore|config|attributes))$/;
const LINE_NUMBER = /(?::\d+(?:[:-]\d+)?|#L\d+(?:-L?\d+)?)$/;
// One name, or several joined by dots, colons, arrows, hashes or backslashes; perhaps with sigils before, and with a
// call, a type in angle brackets or a mark after.
const SYMBOL =
  /^[@$&*#:.]{0,2}([\p{L}_$][\p{L}\p{N}_$]*(?:(?:\.|::|->|#|\\)[\p{L}_$][\p{L}\p{N}_$]*)*)(?:\([^()]*\)|<[^<>]*>|[?!])?;?$/u;
const NO_NAME = new Set('true false null nil none undefined this self and not for the'.split(' '));

/** Returns the paths and identifiers among code spans, each once, with the line where it stands first. */
export function mentionsOf(
  codeSpans: readonly { readonly text: string; readonly line: number }[],
): readonly CodeMention[] {
  const mentions = new Map<string, CodeMention>();
  for (const { text, line } of codeSpans) {
    const mention = mentionOf(text.trim(), line);
    if (mention === null) continue;
    const key = `${mention.kind} ${mention.name}`;
    const first = mentions.get(key);
    mentions.set(key, first ? { ...first, isCall: first.isCall || mention.isCall } : mention);
  }
  return [...mentions.values()];
}

function mentionOf(text: string, line: number): CodeMention | null {
  if (text.length > LENGTH_MAX || text.length < 3) return null;
  const path = text.replace(LINE_NUMBER, '');
  const isPlace = !text.includes('//') && /[A-Za-z]/.test(path);
  const asPath = { kind: 'path', name: path.replace(/^\.\//, ''), line, isCall: false } as const;
  if (isPlace && (PATH.test(path) || DOT_FILE.test(path) || isFileName(path))) return asPath;
  const name = SYMBOL.exec(text)?.[1];
  // A name with an unknown extension that cannot be a symbol may still be a file of the workspace.
  if (name === undefined && isPlace && FILE.test(path)) return asPath;
  if (name === undefined || name.length < 3 || NO_NAME.has(name.toLowerCase())) return null;
  return { kind: 'symbol', name, line, isCall: /\);?$/.test(text) };
}

function isFileName(name: string): boolean {
  const kind = FILE.test(name) ? fileKindOf(name) : null;
  return kind === 'code' || kind === 'text';
}
