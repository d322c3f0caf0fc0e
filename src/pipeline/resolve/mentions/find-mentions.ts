// Finds what in the text of a task may be the name of a file, folder, symbol, route or error code.
import { nameKey } from '../../../model/terms.ts';
import { type Passage, PLACES } from '../read-text.ts';
import type { ViewPaths } from '../view-paths.ts';
import { type Draft, UNMARKED } from './confirm-mentions.ts';
import { type DraftStart, PATHS_MAX, placeDraft, type Surroundings } from './place-draft.ts';
import {
  isBrand,
  isCommonName,
  isErrorCode,
  isHttpStatus,
  isIdentifier,
  isLiteral,
  isProductName,
  shapeOf,
} from './symbol-names.ts';

// A text with more drafts quotes a program rather than naming parts of one.
const DRAFTS_MAX = 1500;
const CHUNKS_MAX = 30_000;
const JOINED_CHUNKS_MAX = 2000;
// `fix(router): …` names the part `router` and does not call `fix`.
const COMMIT_PREFIX = /^\w{2,20}\(([^()]{0,60})\)!?:/;
const JOINED_MAX = 400;
const JOINED_CHARACTERS_MIN = 8;
const JOINED_WEIGHT = 0.6;

/** Finds what the passages may name, quoted code last; the index is asked later, once for all drafts. */
export function findMentions(passages: readonly Passage[], view: ViewPaths): readonly Draft[] {
  const drafts: Draft[] = [];
  let chunksLeft = CHUNKS_MAX;
  // Reads prose before quoted code, so that the limits leave out code first.
  const prose = passages.filter(({ place }) => place !== 'code' && place !== 'link');
  const ordered = [...prose, ...passages.filter(({ place }) => place === 'code')];
  for (const { place, text } of ordered) {
    if (drafts.length >= DRAFTS_MAX || chunksLeft < 0) break;
    const isCode = place === 'code';
    const chunks = isCode ? codeChunks(text) : chunksOf(place === 'title' ? text.replace(COMMIT_PREFIX, '$1: ') : text);
    chunksLeft -= chunks.length;
    chunks.forEach((chunk, index) => {
      const before = chunks[index - 1]?.text ?? '';
      const after = chunks[index + 1]?.text ?? '';
      const weight = PLACES[place].mention;
      const { text: status } = chunk;
      if (isHttpStatus(status, before, after))
        drafts.push({ ...UNMARKED, kind: 'error-code', text: status, key: status, weight });
      else drafts.push(...classifyChunk(chunk, { before, after, weight, isCode }, view));
    });
  }
  return drafts.slice(0, DRAFTS_MAX);
}

/** Finds neighbouring words that may be one name in the code: `payment controller` for PaymentController. */
export function joinedNames(passages: readonly Passage[], isStop: (word: string) => boolean): readonly Draft[] {
  const drafts = new Map<string, Draft>();
  let chunksLeft = JOINED_CHUNKS_MAX;
  for (const { place, text } of passages) {
    if (drafts.size >= JOINED_MAX || chunksLeft < 0) break;
    if (place !== 'title' && place !== 'body') continue;
    const chunks = chunksOf(text);
    chunksLeft -= chunks.length;
    for (let index = 0; index < Math.min(chunks.length, JOINED_CHUNKS_MAX) && drafts.size < JOINED_MAX; index++)
      for (const count of [2, 3]) {
        const parts = chunks.slice(index, index + count).map((chunk) => chunk.text);
        const key = nameKey(parts.join(''));
        if (parts.length < count || key.length < JOINED_CHARACTERS_MIN || drafts.has(key)) continue;
        if (!parts.every((part) => JOINABLE.test(part) && !isStop(part.toLowerCase()))) continue;
        const weight = PLACES[place].mention * JOINED_WEIGHT;
        const text = parts.join(' ');
        drafts.set(key, { ...UNMARKED, kind: 'identifier', text, key, weight, needsIndex: true });
      }
  }
  return [...drafts.values()];
}

const JOINABLE = /^[A-Za-z][A-Za-z0-9]{2,}$/;

// A line number behind a path: `:12`, `:12:5`, `#L12`, `(12,5)`.
const LINE_SUFFIX = /(?::(\d{1,7})(?::\d{1,7})?|#L(\d{1,7})(?:-L?\d{1,7})?|\((\d{1,7})(?:,\d{1,7})?\))$/;
// `OrderController@store`: how Laravel names a method.
const ACTION = /^((?:[A-Z]\w{1,80}\\){0,8}[A-Z]\w{1,80})@(?=[a-z_]\w{0,80}$)/;
const SEPARATOR = /\.|::|->|#|\\/;
// A noun for the kind of the word beside it: `the flatten method`, `class Schema`.
const KIND_NOUN =
  /^(?:class|function|method|component|hook|module|interface|struct|trait|decorator|constructor|enum|helper|command|middleware|plugin|rule|cop)(?:es|s)?$/i;

/** Makes drafts of what a chunk may name, trying the most specific kind first; none for a plain word. */
function classifyChunk(chunk: Chunk, around: Surroundings, view: ViewPaths): readonly Draft[] {
  if (isPlainWord(chunk, around)) return [];
  const text = chunk.text.replace(/^@(?=[A-Z])/, '').replace(ACTION, '$1.');
  const base = {
    isExplicit: chunk.mark !== null && !around.isCode,
    weight: around.weight,
    line: null,
    needsIndex: around.isCode,
  };
  if (isErrorCode(text)) return [{ ...base, kind: 'error-code', text, key: nameKey(text), needsIndex: false }];
  const inside = argumentsOf(chunk);
  if (inside.length > 0) return inside.flatMap((piece) => classifyChunk(piece, around, view));
  const suffix = LINE_SUFFIX.exec(text);
  const named = suffix ? text.slice(0, suffix.index) : text;
  const line = suffix ? Number(suffix[1] ?? suffix[2] ?? suffix[3]) : null;
  const place = placeDraft(named, { ...base, line }, around, view);
  if (place !== null) return [place];
  if (named.includes('/')) return [];
  return callPieces(text).flatMap(({ name, isCall }) => nameDrafts(name, isCall, { chunk, around, base, view }));
}

// `open('src/a.ts')` names a file in a call.
function argumentsOf(chunk: Chunk): readonly Chunk[] {
  const { text } = chunk;
  if (!text.includes('/') || !/\(['"]/.test(text)) return [];
  const pieces = text.split(/[()'",]+/).filter((piece) => piece.length > 1);
  return pieces.length > 1 ? pieces.map((piece) => ({ ...chunk, text: piece })) : [];
}

// Most chunks are plain words; they are skipped before any other check.
function isPlainWord({ text, mark }: Chunk, { before, after }: Surroundings): boolean {
  return mark === null && /^[a-z]+$/.test(text) && !KIND_NOUN.test(before) && !KIND_NOUN.test(after);
}

// `Nested(many=True)` calls Nested, `pay()` calls pay; the arguments are read as further pieces.
function callPieces(text: string): readonly { name: string; isCall: boolean }[] {
  if (!text.includes('(')) return [{ name: text, isCall: false }];
  const pieces = text.split(/([(),=])/);
  return pieces.flatMap((piece, index) => {
    const name = piece.replace(/^[[{<"'*]+|(?<![\]}>"'*])[\]}>"'*]+$/g, '');
    return index % 2 === 0 && name !== '' ? [{ name, isCall: pieces[index + 1] === '(' }] : [];
  });
}

type NameContext = { chunk: Chunk; around: Surroundings; base: DraftStart; view: ViewPaths };

function nameDrafts(name: string, isCall: boolean, context: NameContext): readonly Draft[] {
  const parts = name.split(SEPARATOR).filter((part) => part !== '');
  if (parts.length === 1) return simpleDraft(parts[0] ?? '', name, isCall, context);
  if (parts.length > 12 || isProductName(name) || !parts.every((part) => isIdentifier(part) || part.length === 1))
    return [];
  const last = parts.at(-1) ?? '';
  const { base } = context;
  const isExplicit = base.isExplicit || (isCall && !context.around.isCode);
  const drafts: Draft[] = [...moduleDrafts(parts, context)];
  const owner = parts.at(-2) ?? '';
  if (/^[A-Z]/.test(owner) && owner.length > 2 && !isBrand(owner))
    drafts.push({ ...base, kind: 'class', text: owner, key: nameKey(owner), isExplicit });
  if (!isIdentifier(last)) return drafts;
  const kind = /^[A-Z]/.test(last) && !/^[A-Z]/.test(owner) ? 'class' : 'method';
  const draft = { ...base, kind, text: name, key: nameKey(last), isExplicit } as const;
  const isPlain = shapeOf(last) === null && !isExplicit && !/::|->|#|\\/.test(name);
  if (isExplicit || !isCommonName(last)) drafts.push({ ...draft, needsIndex: base.needsIndex || isPlain });
  // If Shop has a member `pay`, `Shop.pay` counts as much as code in back-ticks.
  if (/^[A-Z]/.test(owner) && !context.around.isCode)
    drafts.push({ ...draft, isExplicit: true, needsIndex: true, owner: nameKey(owner) });
  return drafts;
}

// A dotted name may begin with a module, followed by a class and a member; the longest beginning that is a file counts.
function moduleDrafts(parts: readonly string[], { base, view }: NameContext): readonly Draft[] {
  for (let count = parts.length; count >= Math.max(2, parts.length - 2); count--) {
    const wanted = parts.slice(0, count);
    const paths = view.byModule(wanted);
    if (paths.length > 0 && paths.length <= PATHS_MAX)
      return [{ ...base, kind: 'file', text: wanted.join('.'), key: (paths[0] ?? '').toLowerCase(), paths }];
  }
  return [];
}

function simpleDraft(part: string, written: string, isCall: boolean, context: NameContext): readonly Draft[] {
  const { chunk, around, base, view } = context;
  const name = part.replace(/^[@$#]/, '');
  if (!isIdentifier(name)) return kebabDraft(written, base, view);
  if (isLiteral(name)) return [];
  const shape = shapeOf(name);
  const isExplicit = base.isExplicit || (isCall && !around.isCode);
  const draft = { ...base, text: name, key: nameKey(name), isExplicit };
  // A word in quotes may be a value, and a called word in capitals may be SQL, so the index decides.
  const isDoubtful = shape === null && chunk.mark !== 'ticks' && (!isCall || /^[A-Z]+$/.test(name));
  if (isExplicit)
    return [{ ...draft, kind: shape ?? plainKind(name, isCall), needsIndex: base.needsIndex || isDoubtful }];
  if (shape !== null) return isBrand(name) || isCommonName(name) ? [] : [{ ...draft, kind: shape }];
  const hasKindNoun =
    !around.isCode && (KIND_NOUN.test(around.before) || KIND_NOUN.test(around.after)) && !KIND_NOUN.test(name);
  if (isCommonName(name)) return [];
  const spelled = { ...draft, needsIndex: true, isCaseSensitive: true };
  if (hasKindNoun && name.length > 3) return [{ ...spelled, kind: plainKind(name, isCall), weight: base.weight * 0.7 }];
  const isNameLike = /^[A-Z][a-z]{3,}$/.test(name) && !chunk.isFirst && !isBrand(name);
  return isNameLike ? [{ ...spelled, kind: 'class', weight: base.weight * 0.6 }] : [];
}

function plainKind(name: string, isCall: boolean): Draft['kind'] {
  if (/^[A-Z]/.test(name)) return 'class';
  return isCall ? 'method' : 'identifier';
}

// `payment-service` is a file's name without its ending, or a name in another case.
function kebabDraft(written: string, base: DraftStart, view: ViewPaths): readonly Draft[] {
  if (!/^[A-Za-z][\w]*(?:-[\w]+)+$/.test(written)) return [];
  const key = nameKey(written);
  const paths = view.byStem(key);
  if (base.isExplicit && paths.length > 0 && paths.length <= PATHS_MAX)
    return [{ ...base, kind: 'file', text: written, key: written.toLowerCase(), paths }];
  return [{ ...base, kind: 'identifier', text: written, key, needsIndex: !base.isExplicit }];
}

/** A run of text without a space that may be a name, without the punctuation around it. */
interface Chunk {
  readonly text: string;
  /** The signs with which the author marked it. */
  readonly mark: 'ticks' | 'quotes' | null;
  /** Whether it begins a sentence, so that a capital says nothing. */
  readonly isFirst: boolean;
}

// A longer run without a space is encoded data, not a name.
const CHUNK_CHARACTERS_MAX = 200;
// Chinese, Japanese and Korean letters end a run, because they would join a name with the sentence around it.
const RUN = /[^\s\u3000-\u30ff\u3400-\u9fff\uac00-\ud7af\uff00-\uffef]+/g;
// Back-ticks with nothing between them.
const EMPTY_SPAN = /(?<=^|\s)``(?=\s|$)/g;
const CODE_RUN = /[^\s"'`(),;=<>{}|&!*+[\]]+\(?/g;
const OPENING_SIGNS = new Set('([{<"\'“‘«*_~,;:>|=!?');
const CLOSING_SIGNS = new Set(')]}>"\'”’»*_~,;:.!?|=');
const BRACKETS = new Map([
  [')', '('],
  [']', '['],
  ['}', '{'],
]);
const QUOTES: Readonly<Record<string, string>> = { '"': '"', "'": "'", '“': '”', '‘': '’', '«': '»' };

/** Splits a line of prose into chunks, and marks those that stand alone in back-ticks or quotes. */
function chunksOf(line: string): readonly Chunk[] {
  const pieces = line.replace(EMPTY_SPAN, ' ').split(/`+/);
  // An odd number of marks leaves the last one without a partner.
  const spans = pieces.length % 2 === 0 ? pieces.length - 1 : pieces.length;
  return pieces.flatMap((piece, index) => {
    const isSpan = index % 2 === 1 && index < spans;
    if (!isSpan) return proseChunks(piece, index === 0);
    return /\s/.test(piece.trim()) ? codeChunks(piece) : spanChunk(piece);
  });
}

/** Splits a line of code into chunks at operators and brackets. */
function codeChunks(line: string): readonly Chunk[] {
  const runs = line.matchAll(CODE_RUN).filter(([run]) => run.length <= CHUNK_CHARACTERS_MAX);
  const chunks = runs.map(([run]): Chunk => ({ text: trimRun(run), mark: null, isFirst: false }));
  return chunks.filter(({ text }) => text.length > 1).toArray();
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
    const inner = trimRun(run);
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

// Trims punctuation, but keeps a closing bracket whose opening one is kept.
function trimRun(run: string): string {
  let start = 0;
  let end = run.length;
  while (start < end && OPENING_SIGNS.has(run[start] ?? '') && !isPrivateName(run, start)) start++;
  while (end > start && CLOSING_SIGNS.has(run[end - 1] ?? '') && !closesInside(run, start, end)) end--;
  return run.slice(start, end);
}

// `_update_fields` and `__init__` keep their underscores; `_emphasis_` loses them.
function isPrivateName(run: string, start: number): boolean {
  return run[start] === '_' && (/^_\w*[a-z]_[a-z]/.test(run.slice(start, start + 40)) || run.startsWith('__', start));
}

function closesInside(run: string, start: number, end: number): boolean {
  const opening = BRACKETS.get(run[end - 1] ?? '');
  if (opening !== undefined) return run.slice(start, end).includes(opening);
  return run.startsWith('__', start) && run.slice(start, end).endsWith('__');
}
