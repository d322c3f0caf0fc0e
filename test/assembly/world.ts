import { DEFAULTS } from '../../src/config/defaults.ts';
import { findLayout } from '../../src/formats/index.ts';
import { languageByName } from '../../src/languages/index.ts';
import type { Scored, SourceText } from '../../src/model/candidate.ts';
import { type EntityKind, entityId } from '../../src/model/entity.ts';
import type { ContentFacts, LineRange, SymbolFacts } from '../../src/model/facts.ts';
import type { Task } from '../../src/model/task.ts';
import { type AssembledPack, type AssembleOptions, assemblePack } from '../../src/pipeline/assemble.ts';
import type { Tokenizer } from '../../src/ports/tokenizer.ts';
import { loadTokenizer } from '../../src/tokenizers/index.ts';
import { findTruncator } from '../../src/truncators/index.ts';

export const O200K: Tokenizer = await loadTokenizer('o200k');

export interface UnitSketch {
  readonly name: string;
  readonly lines: LineRange;
  readonly score: number;
  readonly kind?: EntityKind;
  readonly isPinned?: boolean;
  readonly matches?: readonly LineRange[];
  readonly isRelated?: boolean;
  readonly signature?: LineRange;
}

export interface FileSketch {
  readonly path: string;
  readonly text: string | null;
  readonly score: number;
  readonly kind?: EntityKind;
  readonly units?: readonly UnitSketch[];
  readonly isPinned?: boolean;
  readonly isStale?: boolean;
  readonly hash?: string;
  readonly importLines?: readonly LineRange[];
  readonly matches?: readonly LineRange[];
  readonly language?: string | null;
}

/** The candidates of a file and its parts, from a sketch. */
export function candidates(sketch: FileSketch): readonly Scored[] {
  const units = sketch.units ?? [];
  const lines = (sketch.text ?? '').split('\n');
  const facts: ContentFacts = {
    lineCount: lines.length,
    symbols: units.filter((unit) => unit.kind !== 'region').map(symbolOf),
    imports: [],
    importLines: sketch.importLines ?? [],
    packageName: null,
    isGenerated: false,
    document: null,
    notes: [],
  };
  // A pack quotes a text of several files once, so each file has a hash of its own unless a case says otherwise.
  const hash = sketch.hash ?? (sketch.path === 'a.ts' ? 'abcdef0123456789' : Buffer.from(sketch.path).toString('hex'));
  const text: SourceText | null =
    sketch.text === null ? null : { path: sketch.path, hash, lines, isStale: sketch.isStale ?? false, facts };
  const make = (unit: UnitSketch | null): Scored => ({
    id: entityId(unit ? `${sketch.path}#${unit.name}` : sketch.path),
    path: sketch.path,
    signals: unit?.isRelated ? [{ kind: 'related', value: 1, because: 'called from elsewhere' }] : [],
    distance: 0,
    via: [],
    entity: {
      id: entityId(unit ? `${sketch.path}#${unit.name}` : sketch.path),
      kind: unit ? (unit.kind ?? 'function') : (sketch.kind ?? 'file'),
      name: unit?.name ?? sketch.path.slice(sketch.path.lastIndexOf('/') + 1),
      qualifiedName: unit?.name ?? sketch.path,
      source: 'code',
      location: { path: sketch.path, startLine: unit?.lines[0] ?? 1, endLine: unit?.lines[1] ?? lines.length },
      container: unit ? entityId(sketch.path) : null,
      language: sketch.language === undefined ? 'typescript' : sketch.language,
      role: 'source',
      signature: null,
      doc: null,
      hash,
    },
    text,
    score: unit?.score ?? sketch.score,
    likelihood: null,
    listReasons: () => [
      { signal: 'keyword-match', value: 0.8, weight: 1, because: `"${unit?.name ?? 'words'}" in names and body` },
    ],
    isPinned: (unit ? unit.isPinned : sketch.isPinned) ?? false,
    matches: (unit ? unit.matches : sketch.matches) ?? [],
  });
  return [make(null), ...units.map(make)];
}

function symbolOf(unit: UnitSketch): SymbolFacts {
  return {
    name: unit.name,
    qualifiedName: unit.name,
    kind: unit.kind ?? 'function',
    startLine: unit.lines[0],
    endLine: unit.lines[1],
    signatureLines: unit.signature ?? [unit.lines[0], unit.lines[0]],
    signature: unit.name,
    doc: null,
    parent: null,
    calls: [],
  };
}

export const TASK: Task = {
  text: 'Fix the Stripe webhook: payment confirmation is sent twice when Stripe retries.',
  title: 'Fix the Stripe webhook',
  keywords: [{ word: 'stripe', stem: 'stripe', weight: 1 }],
  phrases: [],
  mentions: [],
  traces: [],
  changes: [],
  domains: [{ name: 'payments', keywords: ['stripe', 'webhook'], strength: 0.8 }],
  changeType: 'bugfix',
  confidence: 0.82,
  suggestions: [],
  notes: [],
};

/** Options of a pack with everything at its default. */
export function options(
  given: Partial<AssembleOptions> & { format?: string; page?: string; truncatorName?: string } = {},
): AssembleOptions {
  const { format = 'markdown', page = 'pack', truncatorName = 'signature-first', ...rest } = given;
  const { truncator: _name, ...tuning } = DEFAULTS.budget;
  const namesParts = page === 'pack' || page === 'prompt';
  return {
    budgetTokens: 4000,
    tokenizer: O200K,
    layout: findLayout(format, page, { sources: true, code: true, scores: true }),
    truncator: findTruncator(truncatorName),
    commentFor: (language) => languageByName(language ?? '')?.comment ?? ((remark) => `// ${remark}`),
    isGrouped: false,
    contextLines: 0,
    includeImports: true,
    floors: { units: 0.1, files: 0.1, alone: 0.1 },
    filesMax: 25,
    linesPerFileMax: 300,
    charactersPerBlockMax: null,
    seen: [],
    refused: {},
    includeSkeletons: truncatorName !== 'never',
    dropsNoise: truncatorName !== 'never',
    namesParts,
    tuning: { ...tuning, ...(namesParts ? DEFAULTS.packNames : {}) },
    task: TASK,
    coverage: {
      files: 10,
      languages: { typescript: 10 },
      parsed: 10,
      failed: 0,
      history: { available: true, commits: 5, note: null },
      meaning: false,
    },
    notes: [],
    ...rest,
  };
}

/** A function of `count` lines that reads like code. */
export function functionText(name: string, count: number): string {
  const body = Array.from(
    { length: count - 2 },
    (_, index) => `  const ${name}${index} = compute(${index}, '${name}');`,
  );
  return [`export function ${name}(input: Input): Output {`, ...body, '}'].join('\n');
}

/** A file of functions with a blank line between them. */
export function fileOf(
  path: string,
  score: number,
  functions: readonly { name: string; lines: number; score: number; isPinned?: boolean }[],
): FileSketch {
  const units: UnitSketch[] = [];
  const parts: string[] = [];
  let line = 1;
  for (const each of functions) {
    parts.push(functionText(each.name, each.lines), '');
    units.push({
      name: each.name,
      lines: [line, line + each.lines - 1],
      score: each.score,
      isPinned: each.isPinned ?? false,
    });
    line += each.lines + 1;
  }
  return { path, text: parts.join('\n'), score, units };
}

type Given = Parameters<typeof options>[0];

/** A pack of sketched files. */
export function pack(files: readonly FileSketch[], given: Given = {}): AssembledPack {
  return assemblePack(
    files.flatMap((file) => candidates(file)),
    options(given),
  );
}

/** The blocks of such a pack, a line each. */
export function outline(files: readonly FileSketch[], given: Given = {}): readonly string[] {
  return pack(files, given).pack.blocks.map(
    (block) => `${block.path}:${block.startLine}-${block.endLine} ${block.level}`,
  );
}

/** Functions of one length with falling scores. */
export function parts(count: number, lines = 20, score = 0.8): { name: string; lines: number; score: number }[] {
  return Array.from({ length: count }, (_, index) => ({ name: `part${index}`, lines, score: score - index * 0.01 }));
}
