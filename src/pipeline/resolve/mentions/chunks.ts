/** A run of text that may be a name, freed of the punctuation around it. */
export interface Chunk {
  readonly text: string;
  /** How the author set it apart from the sentence. */
  readonly mark: 'ticks' | 'quotes' | null;
  /** Opens a sentence, so that a capital says nothing. */
  readonly isFirst: boolean;
}

// A longer run without a space is encoded data, not a name.
const CHUNK_CHARACTERS_MAX = 200;
// Scripts without spaces would join a name with the sentence around it.
const RUN = /[^\s\u3000-\u30ff\u3400-\u9fff\uac00-\ud7af\uff00-\uffef]+/g;
// A mark whose content was lost.
const EMPTY_SPAN = /(?<=^|\s)``(?=\s|$)/g;
const CODE_RUN = /[^\s"'`(),;=<>{}|&!*+[\]]+\(?/g;
const LEADING = new Set('([{<"\'“‘«*_~,;:>|=!?');
const TRAILING = new Set(')]}>"\'”’»*_~,;:.!?|=');
const QUOTES: Readonly<Record<string, string>> = { '"': '"', "'": "'", '“': '”', '‘': '’', '«': '»' };

/** The chunks of a line of prose: what stands in back-ticks or quotes is marked. */
export function chunksOf(line: string): readonly Chunk[] {
  const pieces = line.replace(EMPTY_SPAN, ' ').split(/`+/);
  // An odd number of marks leaves the last one without a partner.
  const spans = pieces.length % 2 === 0 ? pieces.length - 1 : pieces.length;
  return pieces.flatMap((piece, index) => {
    const isSpan = index % 2 === 1 && index < spans;
    if (!isSpan) return proseChunks(piece, index === 0);
    return /\s/.test(piece.trim()) ? codeChunks(piece) : spanChunk(piece);
  });
}

/** The chunks of a line of code: operators and brackets part them. */
export function codeChunks(line: string): readonly Chunk[] {
  const chunks: Chunk[] = [];
  for (const [run] of line.matchAll(CODE_RUN)) {
    const text = trimmed(run);
    if (text.length > 1 && run.length <= CHUNK_CHARACTERS_MAX) chunks.push({ text, mark: null, isFirst: false });
  }
  return chunks;
}

function spanChunk(piece: string): readonly Chunk[] {
  const text = piece.trim();
  return text === '' || text.length > CHUNK_CHARACTERS_MAX ? [] : [{ text, mark: 'ticks', isFirst: false }];
}

function proseChunks(text: string, opensLine: boolean): readonly Chunk[] {
  const chunks: Chunk[] = [];
  let isFirst = opensLine;
  for (const [run] of text.matchAll(RUN)) {
    if (run.length > CHUNK_CHARACTERS_MAX) continue;
    const inner = trimmed(run);
    if (inner !== '') chunks.push({ text: inner, mark: isQuoted(run, inner) ? 'quotes' : null, isFirst });
    isFirst = inner === '' ? isFirst : /[.!?:]["')\]]?$/.test(run) || /^\d+\.?$/.test(inner);
  }
  return chunks;
}

function isQuoted(run: string, inner: string): boolean {
  const start = run.indexOf(inner);
  const closing = QUOTES[run[start - 1] ?? ''];
  return closing !== undefined && run[start + inner.length] === closing;
}

// The brackets of a call belong to the name; an opening one that was never closed does not.
function trimmed(run: string): string {
  let start = 0;
  let end = run.length;
  while (start < end && LEADING.has(run[start] ?? '') && !isPrivateName(run, start)) start++;
  while (end > start && TRAILING.has(run[end - 1] ?? '') && !closesInside(run, start, end)) end--;
  return run.slice(start, end);
}

// `_update_fields` and `__init__` keep their underscores; `_emphasis_` loses them.
function isPrivateName(run: string, start: number): boolean {
  return run[start] === '_' && (/^_\w*[a-z]_[a-z]/.test(run.slice(start, start + 40)) || run.startsWith('__', start));
}

function closesInside(run: string, start: number, end: number): boolean {
  const last = run[end - 1];
  if (last === ')') return run.slice(start, end).includes('(');
  if (last === ']') return run.slice(start, end).includes('[');
  if (last === '}') return run.slice(start, end).includes('{');
  return last === '_' && run.startsWith('__', start) && run.slice(start, end).endsWith('__');
}
