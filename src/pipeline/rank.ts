import type { Candidate, Scored, SourceText } from '../model/candidate.ts';
import type { Role } from '../model/entity.ts';
import type { Lens } from '../model/lens.ts';
import type { Task } from '../model/task.ts';
import type { Meaning, Question, SignalFinder, View } from '../ports/signal-finder.ts';
import type { FileRecord, Store, StoredContent } from '../ports/store.ts';
import { searchLexical } from '../search/lexical.ts';
import { discover } from './discover/discover.ts';
import { enrich, unitEntities } from './enrich/enrich.ts';
import { type RelateOptions, relate } from './relate/relate.ts';
import { score, strengthOf } from './score/score.ts';
import { traverse } from './traverse/traverse.ts';

/** What ranking needs besides the task. */
export interface RankParts {
  readonly store: Store;
  readonly view: View;
  readonly finders: readonly SignalFinder[];
  readonly lens: Lens;
  readonly hasHistory: boolean;
  readonly meaning: Meaning | null;
  readonly whyNoMeaning: string;
  /** Files the caller lets in. */
  readonly isAllowed: (file: FileRecord) => boolean;
  readonly textOf: (file: FileRecord, stored: StoredContent) => Promise<SourceText | null>;
  readonly options: RankOptions;
}

export interface RankOptions {
  readonly seedsMax: number;
  readonly openedMax: number;
  readonly fileShare: number;
  readonly roleFactors: Readonly<Record<Role, number>>;
  readonly pinning: ReadonlySet<string>;
  readonly pinFrom: number;
  readonly related: RelateOptions;
}

export interface Ranking {
  readonly scored: readonly Scored[];
  /** Candidates too weak to be opened, scored all the same. */
  readonly closed: readonly Scored[];
  readonly notes: readonly string[];
}

/** From a task to scored files and units: discover → traverse → enrich → score → relate. */
export async function rank(task: Task, parts: RankParts): Promise<Ranking> {
  const question = questionOf(task, { ...parts, roleFactors: parts.options.roleFactors });
  const weights = new Map(
    parts.finders.filter((finder) => finder.applies(question)).map((finder) => [finder.kind, finder.weight]),
  );
  const strength = (candidate: Candidate) => {
    const role = parts.view.files.get(candidate.path)?.role ?? 'source';
    return strengthOf(candidate.signals, weights) * parts.options.roleFactors[role];
  };
  const found = await discover(question, parts.finders);
  const walked = await traverse(question, found.candidates, parts.finders, {
    strength,
    seedsMax: parts.options.seedsMax,
  });
  const allowed = walked.candidates.filter((candidate) => {
    const file = parts.view.files.get(candidate.path);
    return file !== undefined && parts.isAllowed(file);
  });
  const contents = (hashes: readonly string[]) => parts.store.contents(hashes);
  const enriched = await enrich(allowed, {
    view: parts.view,
    contents,
    textOf: parts.textOf,
    strength,
    filesMax: parts.options.openedMax,
  });
  const scoring = { ...parts.options, weights };
  const notes = [...found.notes, ...walked.notes];
  const scored = await relate(score(enriched.opened, scoring), {
    definitions: (keys) => parts.store.definitions(keys),
    importsOf: async (paths) => {
      const edges = await parts.store.edges(paths, { kinds: ['imports', 'references'], direction: 'out' });
      return new Map(
        [...Map.groupBy(edges, (edge) => edge.from)].map(([from, out]) => [from, new Set(out.map((edge) => edge.to))]),
      );
    },
    open: (path) => openUnits(path, parts),
    options: parts.options.related,
  });
  const opened = new Set(scored.map((one) => one.id));
  return { scored, closed: score(enriched.closed, scoring).filter((one) => !opened.has(one.id)), notes };
}

// The units of a file nothing else pointed at.
async function openUnits(path: string, { store, view, isAllowed, textOf }: RankParts): Promise<readonly Scored[]> {
  const file = view.files.get(path);
  // A test or a copy that happens to define the name is not what the code leans on.
  if (!file || !isAllowed(file) || file.role !== 'source') return [];
  const stored = (await store.contents([file.hash])).get(file.hash);
  const text = stored ? await textOf(file, stored) : null;
  if (!stored || !text) return [];
  const bare = { path, signals: [], distance: 1, via: [], text, score: 0, reasons: [], isPinned: false, matches: [] };
  return unitEntities(file, stored.facts, stored.units).map((entity) => ({ ...bare, id: entity.id, entity }));
}

/** What a question is asked of. */
export interface QuestionParts
  extends Pick<RankParts, 'store' | 'view' | 'lens' | 'hasHistory' | 'meaning' | 'whyNoMeaning'> {
  readonly roleFactors: RankOptions['roleFactors'];
}

/** The task as finders see it; its words are looked up once, when the first of them asks. */
export function questionOf(
  task: Task,
  { store, view, lens, hasHistory, roleFactors, meaning, whyNoMeaning }: QuestionParts,
): Question {
  const terms = task.keywords.map(({ stem, word, weight }) => ({ term: stem, word, weight }));
  let lexical: ReturnType<Question['lexical']> | null = null;
  const once = () => {
    lexical ??= searchLexical(terms, store, view);
    return lexical;
  };
  return { task, store, view, lens, hasHistory, roleFactors, meaning, whyNoMeaning, lexical: once };
}

/** The view, indexed both ways. */
export function viewOf(files: readonly FileRecord[]): View {
  return {
    files: new Map(files.map((file) => [file.path, file])),
    byContent: Map.groupBy(files, (file) => file.content),
  };
}
