import type { Scored, SourceText } from '../../model/candidate.ts';
import { type EntityId, type EntityKind, entityId } from '../../model/entity.ts';
import type { ContentFacts, LineRange } from '../../model/facts.ts';
import type { Exclusion } from '../../model/pack.ts';
import type { Reader, Redact } from '../../ports/reader.ts';
import { findLines } from './find-lines.ts';
import { importLinesOf } from './import-lines.ts';
import { pathUnder, placeOf, type SearchResult } from './search-result.ts';

/** What reading results needs. */
export interface ResultParts {
  readonly reader: Reader;
  readonly languageOf: (path: string) => string | null;
  /** The parser's facts of a text; without one the stored text and the names tell whether lines are right. */
  readonly factsOf?: ((text: string, language: string | null) => Promise<ContentFacts>) | undefined;
  readonly redact?: Redact | undefined;
}

export interface ReadResults {
  readonly scored: readonly Scored[];
  /** Results that never became candidates. */
  readonly refused: Readonly<Partial<Record<Exclusion, number>>>;
  readonly filesRead: number;
}

export interface ReadOptions {
  readonly root: string | null;
  /** Results without a place are quoted from their own content, or else left out. */
  readonly withoutPlace: boolean;
  /** Once this many characters are at hand, no further file is read. */
  readonly charactersMax: number;
}

/** Reads the files of results, best first, and turns them into candidates. */
export async function scoreResults(
  results: readonly SearchResult[],
  parts: ResultParts,
  options: ReadOptions,
): Promise<ReadResults> {
  const sorted = results.toSorted((a, b) => finite(b.score) - finite(a.score));
  const files = new Map<string, SourceText | null>();
  const refused: Partial<Record<Exclusion, number>> = {};
  const scored = new Map<EntityId, Scored>();
  let characters = 0;
  const refuse = (reason: Exclusion) => {
    refused[reason] = (refused[reason] ?? 0) + 1;
  };
  for (const result of sorted) {
    if (characters >= options.charactersMax) {
      refuse('budget');
      continue;
    }
    const made = await scoredOf(result, parts, options, files);
    if (typeof made === 'string') refuse(made);
    else if (scored.has(made.id)) refuse('duplicate');
    else {
      scored.set(made.id, made);
      characters += charactersOf(made);
    }
  }
  return {
    scored: [...scored.values()],
    refused,
    filesRead: [...files.values()].filter((file) => file !== null).length,
  };
}

async function scoredOf(
  result: SearchResult,
  parts: ResultParts,
  options: ReadOptions,
  files: Map<string, SourceText | null>,
): Promise<Scored | Exclusion> {
  const { entity } = result;
  const said = placeOf(entity);
  if (!said) return entity.content && options.withoutPlace ? stored(result, '', 1, parts) : 'noLocation';
  const path = pathUnder(options.root, said.path);
  if (path === null) return 'ignored';
  if (!files.has(path)) files.set(path, await read(path, parts));
  const source = files.get(path) ?? null;
  const isFile = entity.type === 'file';
  if (source && isFile) return candidate(result, source, [1, source.lines.length], parts);
  const found = source ? findLines(entity, [said.startLine, said.endLine], source) : null;
  if (source && found) return candidate(result, source, found, parts);
  if (entity.content) return stored(result, path, Math.max(1, said.startLine), parts);
  return said.startLine === 0 ? 'noLocation' : 'unreadable';
}

async function read(path: string, parts: ResultParts): Promise<SourceText | null> {
  const file = await parts.reader.read(path);
  if (!file) return null;
  const language = parts.languageOf(path);
  const facts = await parts.factsOf?.(file.text, language);
  const clean = parts.redact ? (await parts.redact(file.text, path)).text : file.text;
  return {
    path,
    hash: file.hash,
    lines: linesOf(clean),
    isStale: false,
    facts: facts ?? plainFacts(linesOf(file.text)),
  };
}

// The text that came with the result stands in, at the lines it had, and says that it is not from disk.
async function stored(result: SearchResult, path: string, startLine: number, parts: ResultParts): Promise<Scored> {
  const content = result.entity.content ?? '';
  const own = linesOf(parts.redact ? (await parts.redact(content, path)).text : content);
  const hash = `stored:${idOf(result, path, startLine)}`;
  const lines = [...Array.from({ length: startLine - 1 }, () => ''), ...own];
  const source: SourceText = { path, hash, lines, isStale: path !== '', facts: plainFacts([]) };
  return candidate(result, source, [startLine, lines.length], parts);
}

function candidate(result: SearchResult, source: SourceText, lines: LineRange, parts: ResultParts): Scored {
  const [startLine, endLine] = lines;
  const { entity } = result;
  const id = idOf(result, source.path, startLine);
  return {
    id,
    path: source.path,
    signals: [],
    distance: 0,
    via: [],
    entity: {
      id,
      // A caller's kinds are his own; the category of an unknown one is `other`.
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
    score: Math.min(1, Math.max(0, finite(result.score))),
    reasons: [],
    isPinned: false,
    matches: [],
  };
}

function idOf({ entity }: SearchResult, path: string, startLine: number): EntityId {
  return entityId(entity.id ?? entity.qualifiedName ?? `${path}:${startLine}#${entity.name}`);
}

function charactersOf(scored: Scored): number {
  const { startLine, endLine } = scored.entity.location;
  let characters = 0;
  for (let line = startLine; line <= endLine; line++) characters += (scored.text?.lines[line - 1]?.length ?? 0) + 1;
  return characters;
}

function plainFacts(lines: readonly string[]): ContentFacts {
  const importLines = importLinesOf(lines);
  return {
    lineCount: lines.length,
    symbols: [],
    imports: [],
    importLines,
    packageName: null,
    isGenerated: false,
    document: null,
    notes: [],
  };
}

function linesOf(text: string): readonly string[] {
  const lines = text.split(/\r\n?|\n/);
  if (lines.length > 1 && lines.at(-1) === '') lines.pop();
  return lines;
}

function finite(score: number): number {
  return Number.isFinite(score) ? score : 0;
}
