// For a question on a tree of which much is not indexed, this file chooses the few files to index before the answer. It
// counts the question's words in texts and paths and parses nothing.
import { setImmediate } from 'node:timers/promises';
import { memoize } from '../model/memoize.ts';
import { termsOf, termsOfWord } from '../model/terms.ts';
import type { Fingerprint } from '../ports/store.ts';
import type { FileReader } from '../reading/reader.ts';
import { B_FILE, inverseFrequency, scoreCount } from '../search/bm25.ts';
import type { LexicalTerm } from '../search/lexical.ts';
import { decidesLinks } from './link.ts';

export interface FirstAsked {
  readonly terms: readonly LexicalTerm[];
  readonly paths: readonly string[];
  /** Whether the answer may use a file at all. */
  readonly isAllowed: (path: string) => boolean;
  /** Files of commits with similar messages, best first. */
  readonly similar: () => Promise<readonly string[]>;
}

interface FirstLimits {
  /** The number of files to index before the answer, and their bytes together. */
  readonly filesMax: number;
  readonly bytesMax: number;
  /** A larger file is left out unless the question names it or it is among the first `largeWithin` files. */
  readonly fileBytesMax: number;
  readonly largeWithin: number;
  /** The number of files whose words are counted, and their bytes together; of further files only paths count. */
  readonly lookedFilesMax: number;
  readonly lookedBytesMax: number;
}

export interface FirstFiles {
  readonly paths: ReadonlySet<string>;
  /** How many counted files hold each term in their texts, and how many allowed files in their paths. */
  readonly holding: ReadonlyMap<string, number>;
  readonly inPaths: ReadonlyMap<string, number>;
}

/** The fields that rank files; the greater the number of a field, the more of its files come early. */
const FIELDS = { body: 150, title: 40, joined: 60, path: 60, similar: 30 } as const;
/** The number of configuration files that are chosen, and of likely files that come before these. */
const DECIDING_MAX = 40;
/** The number of files near the root that come last, for a question whose words occur nowhere. */
const FILLED = 40;

/** Chooses the files a question most likely needs. */
export async function firstFiles(
  files: readonly Fingerprint[],
  asked: FirstAsked,
  { reader, limits }: { readonly reader: Pick<FileReader, 'outcome'>; readonly limits: FirstLimits },
): Promise<FirstFiles> {
  const terms = [...new Set(asked.terms.map(({ term }) => term))];
  const allowedFiles = files.filter(({ path }) => asked.isAllowed(path));
  const inPath = allowedFiles.map(({ path }) => termsOf(path));
  const byPath = pathScores(allowedFiles, inPath, asked.terms);
  const countOf = createTermCount(terms);
  const countedFiles = await countAll(inOrder(allowedFiles, byPath, limits), reader, limits, countOf);
  const holding = new Map(
    terms.map((term, index) => [term, countedFiles.filter(({ counts }) => counts[index]! > 0).length]),
  );
  const { body, title, joined } = scoresOf(terms, asked.terms, countedFiles, holding);
  const read = countedFiles.map(({ file }) => file);
  const byName = new Map(allowedFiles.map((file) => [file.path, file]));
  const similar = (await asked.similar()).flatMap((path) => byName.get(path) ?? []);
  const ranked = {
    body: bestOf(read, body),
    title: bestOf(read, title),
    joined: bestOf(read, joined),
    path: bestOf(allowedFiles, byPath),
    similar: similar.slice(0, FIELDS.similar),
  };
  const deciding = files.filter(({ path }) => decidesLinks(path)).toSorted(shallowFirst);
  const named = new Set(asked.paths);
  const first = allowedFiles.filter(({ path }) => named.has(path));
  const shallow = allowedFiles.toSorted(shallowFirst).slice(0, FILLED);
  return {
    paths: takeWithinLimits([...first, ...withDeciding(mergeRankings(ranked), deciding), ...shallow], named, limits),
    holding,
    inPaths: countPaths(inPath),
  };
}

// If there are too many files to read, puts those first whose paths match the question.
function inOrder(files: readonly Fingerprint[], byPath: Float64Array, { lookedFilesMax }: FirstLimits) {
  if (files.length <= lookedFilesMax) return files;
  const best = bestOf(files, byPath);
  const isBest = new Set(best);
  return [...best, ...files.filter((file) => !isBest.has(file))];
}

interface CountedFile {
  readonly file: Fingerprint;
  readonly counts: Uint8Array;
}

const COUNT_MAX = 255;
const FILES_BETWEEN_YIELDS = 250;

async function countAll(
  files: readonly Fingerprint[],
  reader: Pick<FileReader, 'outcome'>,
  limits: FirstLimits,
  countOf: (text: string) => Uint8Array,
): Promise<readonly CountedFile[]> {
  const countedFiles: CountedFile[] = [];
  let bytes = 0;
  for (const file of files) {
    if (countedFiles.length >= limits.lookedFilesMax || bytes > limits.lookedBytesMax) break;
    const answer = reader.outcome(file.path);
    const outcome = answer instanceof Promise ? await answer : answer;
    if ('refusal' in outcome) continue;
    bytes += file.size;
    countedFiles.push({ file, counts: countOf(outcome.file.text) });
    // Lets other work run, so that an abort takes effect.
    if (countedFiles.length % FILES_BETWEEN_YIELDS === 0) await setImmediate();
  }
  return countedFiles;
}

/** Counts each term in a text as the index would, up to a maximum. Splits only words that may contain a term. */
function createTermCount(terms: readonly string[]): (text: string) => Uint8Array {
  const places = new Map(terms.map((term, index) => [term, index]));
  // A stem may have lost an `e` or changed a `y`, so only its beginning is compared.
  const beginnings = terms.map((term) => term.slice(0, Math.max(2, term.length - 2)));
  const literally = (text: string) => text.replace(/[^\p{L}\p{N}_]/gu, '\\$&');
  const mayHold = new RegExp([...new Set(beginnings)].map(literally).join('|') || '$', 'gi');
  const placesOf = memoize((word: string) => termsOfWord(word).flatMap((term) => places.get(term) ?? []));
  return (text) => {
    const counts = new Uint8Array(terms.length);
    mayHold.lastIndex = 0;
    for (let hit = mayHold.exec(text); hit !== null && hit[0] !== ''; hit = mayHold.exec(text)) {
      let [from, to] = [hit.index, mayHold.lastIndex];
      while (from > 0 && isInWord(text, from - 1)) from--;
      while (to < text.length && isInWord(text, to)) to++;
      for (const place of placesOf(text.slice(from, to))) if (counts[place]! < COUNT_MAX) counts[place]! += 1;
      mayHold.lastIndex = to;
    }
    return counts;
  };
}

const WORD_CHARACTER = /[\p{L}\p{N}_$]/u;
const ASCII_WORD = Uint8Array.from({ length: 128 }, (_, code) => Number(/[\w$]/.test(String.fromCharCode(code))));

function isInWord(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  return code < 128 ? ASCII_WORD[code] === 1 : WORD_CHARACTER.test(text[index]!);
}

// Scores each counted file by its text: for the question's words, for those of its title, and for joined ones.
function scoresOf(
  terms: readonly string[],
  asked: readonly LexicalTerm[],
  countedFiles: readonly CountedFile[],
  holding: ReadonlyMap<string, number>,
) {
  const scores = () => new Float64Array(countedFiles.length);
  const [body, title, joined] = [scores(), scores(), scores()];
  const average = countedFiles.reduce((sum, { file }) => sum + file.size, 0) / Math.max(1, countedFiles.length);
  const places = new Map(terms.map((term, index) => [term, index]));
  for (const { term, weight, isTitle = false, isJoined = false } of asked) {
    const place = places.get(term)!;
    const idf = weight * inverseFrequency(countedFiles.length, holding.get(term)!);
    for (const [index, { counts, file }] of countedFiles.entries()) {
      const count = counts[place]!;
      if (count === 0) continue;
      const score = idf * scoreCount(count, file.size / (average || 1), B_FILE);
      if (isJoined) joined[index]! += score;
      else body[index]! += score;
      if (isTitle && !isJoined) title[index]! += score;
    }
  }
  return { body, title, joined };
}

function pathScores(
  files: readonly Fingerprint[],
  inPath: readonly (readonly string[])[],
  asked: readonly LexicalTerm[],
): Float64Array {
  const weights = new Map(asked.map(({ term, weight }) => [term, weight]));
  const holding = countPaths(inPath);
  return Float64Array.from(inPath, (terms) =>
    [...new Set(terms)].reduce((sum, term) => {
      const weight = weights.get(term);
      return weight === undefined ? sum : sum + weight * inverseFrequency(files.length, holding.get(term)!);
    }, 0),
  );
}

function countPaths(inPath: readonly (readonly string[])[]): ReadonlyMap<string, number> {
  const holding = new Map<string, number>();
  for (const terms of inPath) for (const term of new Set(terms)) holding.set(term, (holding.get(term) ?? 0) + 1);
  return holding;
}

// Takes the most likely files first, then the configuration that determines their imports, then the others.
function withDeciding(likely: readonly Fingerprint[], deciding: readonly Fingerprint[]): readonly Fingerprint[] {
  return [...likely.slice(0, DECIDING_MAX), ...deciding.slice(0, DECIDING_MAX), ...likely.slice(DECIDING_MAX)];
}

function bestOf(files: readonly Fingerprint[], scores: Float64Array): readonly Fingerprint[] {
  const order = [...files.keys()].filter((index) => scores[index]! > 0);
  order.sort((a, b) => scores[b]! - scores[a]! || (files[a]!.path < files[b]!.path ? -1 : 1));
  return order.map((index) => files[index]!);
}

// Merges the lists of all fields by the best position of a file relative to the number of its field.
function mergeRankings(ranked: Readonly<Record<keyof typeof FIELDS, readonly Fingerprint[]>>): readonly Fingerprint[] {
  const places = new Map<Fingerprint, number>();
  for (const [field, max] of Object.entries(FIELDS) as [keyof typeof FIELDS, number][])
    for (const [index, file] of ranked[field].entries())
      places.set(file, Math.min(places.get(file) ?? Number.POSITIVE_INFINITY, index / max));
  return [...places].toSorted((a, b) => a[1] - b[1] || (a[0].path < b[0].path ? -1 : 1)).map(([file]) => file);
}

function takeWithinLimits(
  files: readonly Fingerprint[],
  named: ReadonlySet<string>,
  { filesMax, bytesMax, fileBytesMax, largeWithin }: FirstLimits,
): ReadonlySet<string> {
  const chosen = new Set<string>();
  let bytes = 0;
  for (const [index, { path, size }] of files.entries()) {
    if (chosen.size >= filesMax) break;
    const isTooMuch = bytes + size > bytesMax || (size > fileBytesMax && index >= largeWithin);
    if (chosen.has(path) || (isTooMuch && !named.has(path))) continue;
    chosen.add(path);
    bytes += size;
  }
  return chosen;
}

function shallowFirst(a: Fingerprint, b: Fingerprint): number {
  return a.path.split('/').length - b.path.split('/').length || (a.path < b.path ? -1 : 1);
}
