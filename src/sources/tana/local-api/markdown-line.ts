/** What one line of an outline says. */
export interface ReadLine {
  /** Its own id, or that of the node it refers to; null where the line does not say. */
  readonly id: string | null;
  /** Plain text. */
  readonly name: string;
  /** As written: spaces of a name may stand as `_`. */
  readonly tags: readonly string[];
  readonly isReference: boolean;
  readonly isDone: boolean | null;
  readonly isCode: boolean;
  /** Nodes its text refers to inline. */
  readonly references: readonly string[];
}

const NODE_ID = /(?<!\s)\s*<!--\s*node-id:\s*([^\s<]+)\s*-->\s*$/;
const TASK = /^\[([ xX])\](?:\s+|$)/;
const TAG = /^#(?:\[\[([^\]]+)\]\]|([\p{L}\p{N}_][\p{L}\p{N}_\-/.]*))$/u;
// The label may hold brackets of its own, one deep.
const LINK = /\[((?:[^[\]]|\[[^[\]]*\])*)\]\(([^()\s]+)\)/g;
const SCHEME = 'tana:';

export function readLine(written: string): ReadLine {
  const ownId = NODE_ID.exec(written)?.[1] ?? null;
  const text = written.replace(NODE_ID, '').trimEnd();
  if (/^\s*(```|~~~)/.test(text)) return { ...EMPTY, id: ownId, name: withoutFence(text), isCode: true };
  const task = TASK.exec(text);
  const { rest, tags } = takeTags(task ? text.slice(task[0].length) : text);
  const isDone = task ? task[1] !== ' ' : null;
  const whole = wholeReference(rest);
  if (whole) {
    const label = takeTags(whole.label);
    const name = plainText(label.rest);
    return { ...EMPTY, id: whole.id, name, tags: [...label.tags, ...tags], isReference: true, isDone };
  }
  const references = [...rest.matchAll(LINK)].flatMap(([, , target]) =>
    target!.startsWith(SCHEME) ? [target!.slice(SCHEME.length)] : [],
  );
  return { ...EMPTY, id: ownId, name: plainText(rest), tags, isDone, references: [...new Set(references)] };
}

const EMPTY: ReadLine = {
  id: null,
  name: '',
  tags: [],
  isReference: false,
  isDone: null,
  isCode: false,
  references: [],
};

function wholeReference(text: string): { id: string; label: string } | null {
  const [match, ...more] = [...text.matchAll(LINK)];
  if (!match || more.length > 0 || match[0] !== text.trim() || !match[2]!.startsWith(SCHEME)) return null;
  return { id: match[2]!.slice(SCHEME.length), label: match[1]! };
}

// From the end, one at a time: a pattern over the whole line would be tried at every place of it.
function takeTags(text: string): { rest: string; tags: readonly string[] } {
  const tags: string[] = [];
  let rest = text.trimEnd();
  for (;;) {
    const start = rest.lastIndexOf('#');
    const tag = start === 0 || /\s/.test(rest.charAt(start - 1)) ? TAG.exec(rest.slice(start)) : null;
    if (!tag) return { rest, tags: tags.reverse() };
    tags.push((tag[1] ?? tag[2])!.trim());
    rest = rest.slice(0, start).trimEnd();
  }
}

// Marks of emphasis, not the words between them; a link is its label.
function plainText(text: string): string {
  return text
    .replace(LINK, (_, label: string) => takeTags(label).rest)
    .replace(/(\*\*|__|~~|\^\^)(?=\S)(.+?)(?<=\S)\1/g, '$2')
    .replace(/\s+/g, ' ')
    .trim();
}

function withoutFence(text: string): string {
  return text.replace(/^\s*(?:```|~~~)[^\n]*\n?/, '').replace(/(?<!\s)\s*(?:```|~~~)\s*$/, '');
}
