// Turns results of another search into candidates: reads their files, checks their lines and scales their scores.
import { NO_EVIDENCE, type Scored, type SourceText } from '../../model/candidate.ts';
import { type EntityId, type EntityKind, entityId } from '../../model/entity.ts';
import { type ContentFacts, type LineRange, NO_FACTS } from '../../model/facts.ts';
import type { Exclusion } from '../../model/pack.ts';
import type { Reader, Redact } from '../../ports/reader.ts';
import { findLines, isNameExpected, statedLines } from './find-lines.ts';
import { givenId, hashIn, pathUnder, placeOf, type ResultEntity, type SearchResult } from './search-result.ts';

export interface ResultParts {
  readonly reader: Reader;
  readonly languageOf: (path: string) => string | null;
  /** Parses a text; without it, no symbols help to find the lines of a result. */
  readonly factsOf?: ((text: string, language: string | null) => Promise<ContentFacts>) | undefined;
  readonly redact?: Redact | undefined;
}

export interface ReadResults {
  readonly scored: readonly Scored[];
  /** The scores as the caller gave them, on any scale. */
  readonly given: ReadonlyMap<EntityId, number>;
  /** Counts of results that did not become candidates, by reason. */
  readonly refused: Readonly<Partial<Record<Exclusion, number>>>;
  readonly filesRead: number;
}

export interface ResultReadOptions {
  /** The names of the folder that is read; absolute paths of results must lie under one of them. */
  readonly roots: readonly string[];
  /** No further result is read once those before it have this many characters. */
  readonly charactersMax: number;
  /** Whether results keep the given order, whatever their scores. */
  readonly keepsOrder: boolean;
  /** Whether each result is a block by itself, even if the lines of two touch. */
  readonly isApart: boolean;
}

/** Reads the files of results, best first or in the given order, and turns them into candidates. */
export async function scoreResults(
  results: readonly SearchResult[],
  parts: ResultParts,
  options: ResultReadOptions,
): Promise<ReadResults> {
  const fitted = fitScores(results.map(({ score }) => score));
  const sorted = results
    .map((result, index) => ({ result, score: fitted[index]! }))
    .sort((a, b) => (options.keepsOrder ? 0 : b.result.score - a.result.score));
  const files = new Map<string, SourceText | null>();
  const refused: Partial<Record<Exclusion, number>> = {};
  const scored = new Map<EntityId, Scored>();
  const given = new Map<EntityId, number>();
  let characters = 0;
  for (const { result, score } of sorted) {
    const outcome = characters < options.charactersMax ? await findText(result, parts, options, files) : 'budget';
    const id = typeof outcome === 'string' ? null : idOf(result, outcome, scored);
    if (typeof outcome === 'string' || id === null || scored.has(id)) {
      const reason = typeof outcome === 'string' ? outcome : 'duplicate';
      refused[reason] = (refused[reason] ?? 0) + 1;
      continue;
    }
    const one = candidate(id, result.entity, outcome, score, parts);
    const text = options.isApart ? separateSource(outcome.source, [...scored.values()]) : outcome.source;
    scored.set(id, { ...one, text, ...(options.keepsOrder ? { givenPosition: scored.size } : {}) });
    given.set(id, result.score);
    characters += charactersOf(outcome);
  }
  const filesRead = [...files.values()].filter((file) => file !== null).length;
  return { scored: [...scored.values()], given, refused, filesRead };
}

/** The text that a result is quoted from, and its lines there. */
interface ResultText {
  readonly source: SourceText;
  readonly lines: LineRange;
}

async function findText(
  { entity }: SearchResult,
  parts: ResultParts,
  options: ResultReadOptions,
  files: Map<string, SourceText | null>,
): Promise<ResultText | Exclusion> {
  const place = placeOf(entity);
  // A result with its own text can be printed without a place.
  const brought = entity.content || entity.summary;
  if (!place) return brought ? textGiven(brought, '', 1, parts) : 'noLocation';
  const path = pathUnder(options.roots, place.path);
  if (path === null) return 'ignored';
  if (!files.has(path)) files.set(path, await readSource(path, parts));
  const source = files.get(path) ?? null;
  if (source && entity.type === 'file') return { source, lines: [1, source.lines.length] };
  const stated = source && statedLines(place, source.lines);
  if (source && stated && isHashOf(source, hashIn(entity))) return { source, lines: stated };
  const lines = source && findLines(entity, place, source);
  if (source && lines) return { source, lines };
  if (source && stated && !entity.content && !isNameExpected(entity))
    return { source: markUnverified(source), lines: stated };
  const hasPlace = place.startLine > 0;
  // A text without lines cannot be shown as lines of the file.
  if (brought) return textGiven(brought, hasPlace ? path : '', Math.max(1, place.startLine), parts);
  return hasPlace ? 'unreadable' : 'noLocation';
}

async function readSource(path: string, parts: ResultParts): Promise<SourceText | null> {
  const file = await parts.reader.read(path);
  if (!file) return null;
  const language = parts.languageOf(path);
  const facts = (await parts.factsOf?.(file.text, language)) ?? plainFacts(splitLines(file.text));
  const clean = parts.redact ? (await parts.redact(file.text, path)).text : file.text;
  return { path, hash: file.hash, lines: splitLines(clean), isStale: false, facts };
}

// Compares only the first characters, because the last ones of a query's hash stand for the language.
const HASH_CHARACTERS = 12;

function isHashOf(source: SourceText, hash: string | null): boolean {
  return hash !== null && hash.length >= HASH_CHARACTERS && source.hash.startsWith(hash.slice(0, HASH_CHARACTERS));
}

// Marks lines that could not be checked and may hold something else by now.
function markUnverified(source: SourceText): SourceText {
  const facts = { ...source.facts, importLines: [] };
  return { ...source, facts, hash: `unverified:${source.hash}`, caveat: 'unverified: its name is not in these lines' };
}

const GIVEN = { caveat: 'given, not read from a file' };

// Uses the text that came with the result, at its stated line, marked as not read from disk.
async function textGiven(content: string, path: string, startLine: number, parts: ResultParts): Promise<ResultText> {
  const textLines = splitLines(parts.redact ? (await parts.redact(content, path)).text : content);
  const lines = [...Array.from({ length: startLine - 1 }, () => ''), ...textLines];
  // The hash holds the text, because two stored texts are never one file.
  const hash = `stored:${startLine}:${textLines.join('\n')}`;
  const source = { path, hash, lines, isStale: path !== '', facts: NO_FACTS, ...(path === '' && GIVEN) };
  return { source, lines: [startLine, lines.length] };
}

function candidate(
  id: EntityId,
  entity: ResultEntity,
  { source, lines: [startLine, endLine] }: ResultText,
  score: number,
  parts: ResultParts,
): Scored {
  return {
    ...NO_EVIDENCE,
    id,
    path: source.path,
    entity: {
      id,
      // Callers may use any kind; an unknown one has the category `other`.
      kind: entity.type as EntityKind,
      name: entity.name,
      qualifiedName: entity.qualifiedName ?? entity.name,
      source: 'results',
      location: { path: source.path, startLine, endLine },
      container: entity.type === 'file' || source.path === '' ? null : entityId(source.path),
      language: source.path === '' ? null : parts.languageOf(source.path),
      role: 'source',
      signature: null,
      doc: entity.summary ?? null,
      hash: source.hash,
    },
    text: source,
    score,
  };
}

// Results with one id are one entity. Without an id, the lines distinguish entities with the same qualified name.
function idOf(result: SearchResult, resultText: ResultText, candidatesById: ReadonlyMap<EntityId, Scored>): EntityId {
  const { name, qualifiedName } = result.entity;
  const given = givenId(result);
  if (given !== undefined) return entityId(given);
  const { source, lines } = resultText;
  const place = entityId(`${source.path}:${lines[0]}-${lines[1]}#${name}`);
  if (!qualifiedName) return place;
  const rival = candidatesById.get(entityId(qualifiedName));
  const { startLine, endLine } = rival?.entity.location ?? { startLine: 0, endLine: 0 };
  const isSame = rival?.entity.hash === source.hash && rival.path === source.path && startLine === lines[0];
  return rival === undefined || (isSame && endLine === lines[1]) ? entityId(qualifiedName) : place;
}

// Texts of different hashes are quoted apart; only the first brings the imports of their file.
function separateSource(source: SourceText, before: readonly Scored[]): SourceText {
  const isFirst = before.every(({ entity: { hash } }) => hash !== source.hash);
  const facts = isFirst ? source.facts : { ...source.facts, importLines: [] };
  return { ...source, facts, hash: `${source.hash}:${before.length}` };
}

function charactersOf({ source, lines: [first, last] }: ResultText): number {
  return source.lines.slice(first - 1, last).reduce((sum, line) => sum + line.length + 1, 0);
}

function plainFacts(lines: readonly string[]): ContentFacts {
  return { ...NO_FACTS, lineCount: lines.length, importLines: importLinesOf(lines) };
}

function splitLines(text: string): readonly string[] {
  const lines = text.split(/\r\n?|\n/);
  if (lines.length > 1 && lines.at(-1) === '') lines.pop();
  return lines;
}

// Scales scores to 0..1, which the choice and the pages expect, in the same order; if all lie there, they stay.
function fitScores(scores: readonly number[]): readonly number[] {
  // Halves, because the difference of two huge scores may overflow.
  const least = scores.reduce((low, score) => Math.min(low, score), 0) / 2;
  const max = scores.reduce((high, score) => Math.max(high, score), 1) / 2;
  return scores.map((score) => (score / 2 - least) / (max - least));
}

// Lines that begin an import.
const STARTS =
  /^(import\b|from\s+\S+\s+import\b|use\s|#include\b|require\(|require_relative\b|(const|let|var)\s.*\brequire\()/;
const LOOK_MAX = 200;

/** Finds the first run of import lines by patterns, for texts without a parser. */
export function importLinesOf(lines: readonly string[]): readonly LineRange[] {
  const first = lines.slice(0, LOOK_MAX).findIndex((line) => STARTS.test(line));
  if (first < 0) return [];
  let last = first;
  let depth = 0;
  for (let index = first; index < Math.min(lines.length, first + LOOK_MAX); index++) {
    const line = lines[index] ?? '';
    if (depth === 0 && !STARTS.test(line)) break;
    depth = Math.max(0, depth + line.split(/[{(]/).length - line.split(/[})]/).length);
    last = index;
  }
  return [[first + 1, last + 1]];
}
