// Opens the best files: makes entities of the file and its units, with their text and the evidence that points at their
// lines.
import type { Candidate, Enriched, Evidence, Signal, SourceText } from '../../model/candidate.ts';
import {
  CONVERSATIONS,
  type Entity,
  type EntityKind,
  entityId,
  isDocumentLanguage,
  isGraphSource,
} from '../../model/entity.ts';
import type { ContentFacts, Unit } from '../../model/facts.ts';
import { nameOf } from '../../model/paths.ts';
import { byText } from '../../model/terms.ts';
import type { View } from '../../ports/signal-finder.ts';
import type { FileRecord, StoredContent } from '../../ports/store.ts';

interface EnrichParts {
  readonly view: View;
  /** Reads the facts and units of contents by their hashes. */
  readonly contents: (hashes: readonly string[]) => Promise<ReadonlyMap<string, StoredContent>>;
  /** The redacted text of a file; null if neither disk nor store has it. */
  readonly textOf: (file: FileRecord, stored: StoredContent) => Promise<SourceText | null>;
  /** How well the words of the task match each unit of a file, 0..1. */
  readonly wordsOf: (path: string) => ReadonlyMap<number, number>;
  /** The signal of found words, whose evidence are these units. */
  readonly wordsKind: string;
  readonly strength: (candidate: Candidate) => number;
  /** The most files that are opened; the others stay candidates without text. */
  readonly filesMax: number;
}

/**
 * Gives the candidates of the view their entities, and the strongest files, best first, their text and their units as
 * entities of their own. Candidates that are too weak, or whose content the store no longer has, stay closed.
 */
export async function enrich(candidates: readonly Candidate[], parts: EnrichParts) {
  const present = candidates.flatMap((candidate) => {
    const file = parts.view.files.get(candidate.path);
    return file ? [{ candidate, file, strength: parts.strength(candidate) }] : [];
  });
  const ranked = present.sort((a, b) => b.strength - a.strength || byText(a.candidate.path, b.candidate.path));
  const best = ranked.slice(0, parts.filesMax);
  const contents = await parts.contents([...new Set(best.map(({ file }) => file.hash))]);
  const stored = best.flatMap((one) => {
    const content = contents.get(one.file.hash);
    return content ? [{ ...one, content }] : [];
  });
  const opened = await Promise.all(
    stored.map(({ candidate, file, content }) => openFile(candidate, file, content, parts)),
  );
  const closed = [...best.filter(({ file }) => !contents.has(file.hash)), ...ranked.slice(parts.filesMax)];
  return {
    opened,
    closed: closed.map(({ candidate, file }): Enriched => ({ ...candidate, entity: fileEntity(file), text: null })),
  };
}

async function openFile(candidate: Candidate, file: FileRecord, stored: StoredContent, parts: EnrichParts) {
  const text = await parts.textOf(file, stored);
  const words = parts.wordsOf(candidate.path);
  const signals = candidate.signals.map((signal) =>
    signal.kind === parts.wordsKind ? withUnits(signal, words, stored) : signal,
  );
  const ofUnits = signalsOfUnits(signals, stored.units);
  const units = unitEntities(file, stored.facts, stored.units).map(
    (entity, index): Enriched => ({ ...candidate, id: entity.id, signals: ofUnits[index]!, entity, text }),
  );
  const opened: Enriched = { ...candidate, signals, entity: fileEntity(file, stored.facts), text };
  return { file: opened, units, stored };
}

// Replaces the evidence of the words signal by the lines of the units that hold the words.
function withUnits(signal: Signal, words: ReadonlyMap<number, number>, stored: StoredContent): Signal {
  const evidence = [...words].flatMap(([unit, value]) => {
    const at = stored.units[unit];
    return at ? [{ lines: [at.startLine, at.endLine] as const, value }] : [];
  });
  return { ...signal, evidence };
}

const NO_SIGNALS: readonly Signal[] = [];

// Gives each unit the signals of its file whose evidence has a line in the unit.
function signalsOfUnits(signals: readonly Signal[], units: readonly Unit[]): readonly (readonly Signal[])[] {
  const found: (readonly Signal[])[] = units.map(() => NO_SIGNALS);
  for (const signal of signals) {
    const within = new Map<number, Evidence[]>();
    for (const evidence of signal.evidence ?? [])
      for (
        let index = firstFrom(units, evidence.lines[0]);
        index < units.length && units[index]!.startLine <= evidence.lines[1];
        index++
      ) {
        const others = within.get(index);
        if (others) others.push(evidence);
        else within.set(index, [evidence]);
      }
    for (const [index, evidence] of within) {
      const value = Math.max(...evidence.map((evidence) => evidence.value));
      found[index] = [...found[index]!, { ...signal, value, evidence }];
    }
  }
  return found;
}

// Finds the first unit that does not end before the line; units are in order and share no line.
function firstFrom(units: readonly Unit[], line: number): number {
  let [low, high] = [0, units.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (units[middle]!.endLine < line) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Makes the entity of a file; only its facts can make it an issue or a decision, or name it as a session or node. */
export function fileEntity(file: FileRecord, facts: ContentFacts | null = null): Entity {
  const [first] = facts?.symbols ?? [];
  const session = first?.kind === 'session' || first?.kind === 'node' ? first : null;
  return {
    id: entityId(file.path),
    kind: kindOf(file, facts),
    name: session?.name ?? nameOf(file.path),
    qualifiedName: file.path,
    source: file.source,
    location: { path: file.path, startLine: 1, endLine: Math.max(1, file.lineCount) },
    container: null,
    language: file.language,
    role: file.role,
    signature: null,
    doc: null,
    hash: file.hash,
  };
}

function kindOf(file: FileRecord, facts: ContentFacts | null): EntityKind {
  if (file.source === CONVERSATIONS) return 'session';
  if (isGraphSource(file.source)) return 'node';
  if (facts?.document?.issue) return 'issue';
  if (facts?.document?.isDecision) return 'decision';
  return isDocumentLanguage(file.language) ? 'document' : 'file';
}

const entitiesByUnits = new WeakMap<
  readonly Unit[],
  { readonly file: FileRecord; readonly entities: readonly Entity[] }
>();

/** Returns the entities of a file's units, numbered where names repeat; repeated questions get the same ones. */
export function unitEntities(file: FileRecord, facts: ContentFacts, units: readonly Unit[]): readonly Entity[] {
  const before = entitiesByUnits.get(units);
  if (before?.file === file) return before.entities;
  const entities = makeEntities(file, facts, units);
  entitiesByUnits.set(units, { file, entities });
  return entities;
}

function makeEntities(file: FileRecord, facts: ContentFacts, units: readonly Unit[]): readonly Entity[] {
  const container = entityId(file.path);
  const distinct = distinctNames();
  return units.map((unit) => {
    const symbol = unit.symbol === null ? null : facts.symbols[unit.symbol];
    const base = symbol ? `${file.path}#${symbol.qualifiedName}` : `${file.path}:${unit.startLine}-${unit.endLine}`;
    return {
      id: entityId(distinct(base)),
      kind: symbol?.kind ?? 'region',
      name: symbol?.name ?? `lines ${unit.startLine}-${unit.endLine}`,
      qualifiedName: symbol?.qualifiedName ?? file.path,
      source: file.source,
      location: { path: file.path, startLine: unit.startLine, endLine: unit.endLine },
      container,
      language: file.language,
      role: file.role,
      signature: symbol?.signature ?? null,
      doc: symbol?.doc ?? null,
      hash: file.hash,
    };
  });
}

// A part of a long function and a second function of that name must not both get `~2`.
function distinctNames(): (name: string) => string {
  const times = new Map<string, number>();
  return (name) => {
    let time = (times.get(name) ?? 0) + 1;
    while (time > 1 && times.has(`${name}~${time}`)) time++;
    times.set(name, time);
    const given = time === 1 ? name : `${name}~${time}`;
    if (time > 1) times.set(given, 1);
    return given;
  };
}
