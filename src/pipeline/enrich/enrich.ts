import type { Candidate, Enriched, SourceText } from '../../model/candidate.ts';
import { CONVERSATIONS, type Entity, type EntityKind, entityId } from '../../model/entity.ts';
import type { ContentFacts, LineRange, Unit } from '../../model/facts.ts';
import { overlaps } from '../../model/line-ranges.ts';
import type { Signal } from '../../model/signal.ts';
import type { View } from '../../ports/signal-finder.ts';
import type { FileRecord, StoredContent } from '../../ports/store.ts';

export interface EnrichParts {
  readonly view: View;
  /** Facts of contents, batched. */
  readonly contents: (hashes: readonly string[]) => Promise<ReadonlyMap<string, StoredContent>>;
  /** The redacted text of a file of the view; null when nobody has it. */
  readonly textOf: (file: FileRecord, stored: StoredContent) => Promise<SourceText | null>;
  /** How well the words of the task match each unit of a file, 0..1. */
  readonly wordsOf: (path: string) => ReadonlyMap<number, number>;
  /** The signal whose evidence those units are. */
  readonly wordsKind: string;
  readonly strength: (candidate: Candidate) => number;
  /** How many files are opened; the others stay whole candidates that nobody quotes. */
  readonly filesMax: number;
}

/** A file that was opened, with its units beside it. */
export interface OpenedFile {
  readonly file: Enriched;
  readonly units: readonly Enriched[];
  readonly stored: StoredContent;
}

export interface EnrichedCandidates {
  /** The strongest files, best first. */
  readonly opened: readonly OpenedFile[];
  /** Candidates too weak to be opened, or gone. */
  readonly closed: readonly Enriched[];
}

/** Gives every candidate its entity, and the strongest files their text and their units as entities of their own. */
export async function enrich(candidates: readonly Candidate[], parts: EnrichParts): Promise<EnrichedCandidates> {
  const present = candidates.filter((candidate) => parts.view.files.has(candidate.path));
  const ranked = present
    .map((candidate) => ({ candidate, strength: parts.strength(candidate) }))
    .sort((a, b) => b.strength - a.strength || (a.candidate.path < b.candidate.path ? -1 : 1))
    .map((entry) => entry.candidate);
  const best = ranked.slice(0, parts.filesMax);
  const contents = await parts.contents([...new Set(best.map(({ path }) => parts.view.files.get(path)!.hash))]);
  const isStored = ({ path }: Candidate) => contents.has(parts.view.files.get(path)!.hash);
  const opened = await Promise.all(best.filter(isStored).map((candidate) => openFile(candidate, parts, contents)));
  const closed = [...best.filter((candidate) => !isStored(candidate)), ...ranked.slice(parts.filesMax)];
  return { opened, closed: closed.map((candidate) => closedFile(candidate, parts.view.files.get(candidate.path)!)) };
}

async function openFile(
  candidate: Candidate,
  parts: EnrichParts,
  contents: ReadonlyMap<string, StoredContent>,
): Promise<OpenedFile> {
  const file = parts.view.files.get(candidate.path)!;
  const stored = contents.get(file.hash)!;
  const text = await parts.textOf(file, stored);
  const words = parts.wordsOf(candidate.path);
  const withWords = {
    ...candidate,
    signals: candidate.signals.map((signal) =>
      signal.kind === parts.wordsKind ? withUnits(signal, words, stored) : signal,
    ),
  };
  const units = unitEntities(file, stored.facts, stored.units);
  return {
    file: { ...withWords, entity: fileEntity(file, stored.facts), text },
    units: units.map((entity) => unitOf(withWords, entity, text)),
    stored,
  };
}

// Where in the file the words stand is known by unit; a reader wants lines.
function withUnits(signal: Signal, words: ReadonlyMap<number, number>, stored: StoredContent): Signal {
  const evidence = [...words].flatMap(([unit, value]) => {
    const at = stored.units[unit];
    return at ? [{ lines: [at.startLine, at.endLine] as const, value }] : [];
  });
  return { ...signal, evidence };
}

function closedFile(candidate: Candidate, file: FileRecord): Enriched {
  return { ...candidate, entity: fileEntity(file), text: null };
}

function unitOf(candidate: Candidate, entity: Entity, text: SourceText | null): Enriched {
  const lines: LineRange = [entity.location.startLine, entity.location.endLine];
  const signals = candidate.signals.flatMap((signal) => signalWithin(signal, lines));
  return {
    id: entity.id,
    path: candidate.path,
    signals,
    distance: candidate.distance,
    via: candidate.via,
    entity,
    text,
  };
}

// A signal of the file speaks for a unit as far as its evidence lies there.
function signalWithin(signal: Signal, lines: LineRange): readonly Signal[] {
  const evidence = (signal.evidence ?? []).filter((one) => overlaps(one.lines, lines));
  if (evidence.length === 0) return [];
  return [{ ...signal, value: Math.max(...evidence.map((one) => one.value)), evidence }];
}

/** The entity a file itself is; only facts can tell an issue from other documents. */
export function fileEntity(file: FileRecord, facts: ContentFacts | null = null): Entity {
  const session = facts?.symbols[0]?.kind === 'session' ? facts.symbols[0] : null;
  return {
    id: entityId(file.path),
    kind: kindOf(file, facts),
    name: session?.name ?? file.path.slice(file.path.lastIndexOf('/') + 1),
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
  if (facts?.document?.issue) return 'issue';
  if (facts?.document?.isDecision) return 'decision';
  return file.language === 'markdown' ? 'document' : 'file';
}

/** The entities its units are; two symbols of one name are told apart by their order. */
export function unitEntities(file: FileRecord, facts: ContentFacts, units: readonly Unit[]): readonly Entity[] {
  const times = new Map<string, number>();
  return units.map((unit) => {
    const symbol = unit.symbol === null ? null : facts.symbols[unit.symbol];
    const base = symbol ? `${file.path}#${symbol.qualifiedName}` : `${file.path}:${unit.startLine}-${unit.endLine}`;
    const time = (times.get(base) ?? 0) + 1;
    times.set(base, time);
    return {
      id: entityId(time === 1 ? base : `${base}~${time}`),
      kind: symbol?.kind ?? 'region',
      name: symbol?.name ?? `lines ${unit.startLine}-${unit.endLine}`,
      qualifiedName: symbol?.qualifiedName ?? file.path,
      source: file.source,
      location: { path: file.path, startLine: unit.startLine, endLine: unit.endLine },
      container: entityId(file.path),
      language: file.language,
      role: file.role,
      signature: symbol?.signature ?? null,
      doc: symbol?.doc ?? null,
      hash: file.hash,
    };
  });
}
