import ignore from 'ignore';
import { DEFAULTS } from '../config/defaults.ts';
import type { Config } from '../config/schema.ts';
import { layoutNamed } from '../formats/index.ts';
import { refreshFile } from '../indexing/refresh-file.ts';
import { commentOf } from '../languages/index.ts';
import { allLenses } from '../lenses/all-lenses.ts';
import type { Scored } from '../model/candidate.ts';
import { CONVERSATIONS, LIFTABLE_ROLES, type Role } from '../model/entity.ts';
import type { Lens } from '../model/lens.ts';
import type { Task } from '../model/task.ts';
import { type AssembledPack, assemblePack } from '../pipeline/assemble.ts';
import { type Ranking, rank, viewOf } from '../pipeline/rank.ts';
import { resolve } from '../pipeline/resolve/resolve.ts';
import type { PackInput } from '../ports/engine.ts';
import type { Ranker } from '../ports/ranker.ts';
import type { FileRecord } from '../ports/store.ts';
import { LEARNED } from '../rankers/index.ts';
import { SIGNALS } from '../signals/index.ts';
import { keywordMatch } from '../signals/keyword-match.ts';
import { GRAPH_SOURCES } from '../sources/graph-sources.ts';
import { loadTokenizer } from '../tokenizers/index.ts';
import { truncatorNamed } from '../truncators/index.ts';
import { packNodes } from './context/pack-nodes.ts';
import { coverageOf } from './coverage.ts';
import type { LazyGraphs } from './graphs/lazy-graphs.ts';
import type { ResolveReadBackend } from './graphs/read-backend.ts';
import { named } from './named.ts';
import { knowsMeaning, openMeaning } from './open-meaning.ts';
import type { EngineParts } from './open-parts.ts';
import { openRanker, PINNING } from './open-ranker.ts';
import { pathsOf, perView } from './per-view.ts';
import { textSource } from './source-text.ts';
import { domainsOf, taskInput } from './task-input.ts';

/** How often a run starts again because files changed under it. */
const ATTEMPTS = 3;
/** The sources whose files are indexed. */
export const FILE_SOURCES = [{ name: 'code' }, { name: 'markdown' }, { name: CONVERSATIONS }] as const;
const SOURCES = [...FILE_SOURCES, { name: 'history' }] as const;
export type SourceName = (typeof SOURCES)[number]['name'];
const ALL_SOURCES: readonly { readonly name: string }[] = [...SOURCES, ...GRAPH_SOURCES];

const wholeView = perView(viewOf);

export interface PackRun extends AssembledPack {
  readonly task: Task;
  readonly scored: readonly Scored[];
}

export interface RunContext {
  readonly root: string;
  readonly config: Config;
  readonly parts: EngineParts;
  /** Knowledge graphs, loaded when one is asked for. */
  readonly graphs?: LazyGraphs | undefined;
  /** Chooses who answers about a graph: a running Tana, or what was imported. */
  readonly resolveReadBackend?: ResolveReadBackend | undefined;
  /** Signals that are not looked for. */
  readonly dropped?: readonly string[] | undefined;
  /** In place of the ranker the input names. */
  readonly ranker?: Ranker;
  /** What indexing had to say. */
  readonly notes: readonly string[];
}

/** Answers one pack question on an index that is up to date. */
export async function runPack(input: PackInput, context: RunContext): Promise<PackRun> {
  const { ranking, task, files } = await rankFresh(input, context);
  const { config, parts, notes } = context;
  const isLearned = ranking.ranker === LEARNED;
  const tokenizer = await loadTokenizer(input.tokenizer ?? config.tokenizer, { safetyMargin: config.safetyMargin });
  const bestFile = ranking.scored.reduce((most, one) => Math.max(most, one.score), 0);
  const sources = GRAPH_SOURCES.map(({ name }) => name).filter((name) => isWanted(input, name));
  const nodes = await packNodes(task, context, { bestScore: bestFile, sources });
  const scored = [...ranking.scored, ...nodes.scored];
  const assembled = assemblePack(scored, {
    task,
    coverage: coverageOf(files, await parts.store.history(), await knowsMeaning(parts)),
    notes: [...task.notes, ...notes, ...ranking.notes, ...nodes.notes],
    budgetTokens: input.budget ?? config.budget,
    tokenizer,
    layout: layoutNamed(input.format ?? DEFAULTS.pack.format, 'pack', { sources: true, code: true }),
    truncator: truncatorNamed(input.truncator ?? DEFAULTS.budget.truncator),
    commentFor: commentOf,
    isGrouped: false,
    contextLines: input.contextLines ?? DEFAULTS.pack.contextLines,
    includeImports: input.imports ?? DEFAULTS.pack.includeImports,
    floors: ranking.floors,
    filesMax: input.maxFiles ?? config.maxFiles,
    linesPerFileMax: input.maxLines ?? config.maxLines,
    charactersPerBlockMax: null,
    refused: { limit: ranking.closed.length },
    seen: input.seen ?? [],
    includeSkeletons: true,
    tuning: { ...DEFAULTS.budget, ...(isLearned ? DEFAULTS.learned.budget : {}) },
  });
  return { ...assembled, task, scored: [...scored, ...ranking.closed] };
}

/** Ranks for a task. Nothing shifted is ever quoted: when a file is found changed, it is indexed again and the question asked anew. */
export async function rankFresh(
  input: PackInput,
  context: RunContext,
): Promise<{ ranking: Ranking; task: Task; files: readonly FileRecord[] }> {
  for (let attempt = 1; ; attempt++) {
    const texts = textSource(context.parts, attempt === ATTEMPTS);
    const files = await context.parts.store.files();
    const task = await resolveTask(input, files, context);
    const parts = await rankParts(input, files, context);
    const { notes, ...meaning } = await openMeaning(task.text, context.parts, parts.view);
    const ranking = await rank(task, { ...parts, ...meaning, textOf: texts.textOf });
    if (texts.changed.size === 0)
      return {
        task,
        files,
        ranking: { ...ranking, notes: [...parts.rankerNotes, ...ranking.notes, ...notes, ...texts.notes()] },
      };
    for (const path of texts.changed) await refreshFile(context.parts, path);
  }
}

async function resolveTask(
  input: PackInput,
  files: readonly FileRecord[],
  { root, config, parts }: RunContext,
): Promise<Task> {
  const knowledge = {
    paths: pathsOf(files),
    definitions: (keys: readonly string[]) => parts.store.definitions(keys),
  };
  const domains = await domainsOf(config, files, parts);
  return resolve(await taskInput(root, input, parts), knowledge, { ...DEFAULTS.task, domains });
}

async function rankParts(input: PackInput, files: readonly FileRecord[], context: RunContext) {
  const { config, parts, dropped, ranker } = context;
  const uses = (source: SourceName) => isWanted(input, source);
  const excluded = input.exclude?.length ? ignore().add([...input.exclude]) : null;
  const lens: Lens = named<Lens>(allLenses(config.lenses), input.lens ?? 'general', 'lens');
  const history = await parts.store.history();
  const opened = openRanker(input.ranker, dropped);
  const chosen = ranker ?? opened.ranker;
  return {
    store: parts.store,
    view: wholeView(files),
    finders: SIGNALS.filter(({ kind }) => !dropped?.includes(kind)),
    lens,
    commits: uses('history') ? history.commits : 0,
    ranker: chosen,
    rankerNotes: ranker ? [] : opened.notes,
    isAllowed: (file: FileRecord) => !excluded?.ignores(file.path) && uses(sourceNameOf(file)),
    options: {
      ...DEFAULTS.ranking,
      ...(chosen.name === LEARNED ? { related: DEFAULTS.learned.related } : {}),
      roleFactors: roleFactors(input, lens),
      pinning: PINNING,
      wordsKind: keywordMatch.kind,
    },
  };
}

function isWanted({ sources = [] }: PackInput, source: string): boolean {
  const wanted = sources.map((name) => named(ALL_SOURCES, name, 'source').name);
  return wanted.length === 0 || wanted.includes(source);
}

/** Which source a file of the view belongs to. */
export function sourceNameOf({ source, language }: FileRecord): SourceName {
  if (source === CONVERSATIONS) return CONVERSATIONS;
  return language === 'markdown' ? 'markdown' : 'code';
}

function roleFactors(input: PackInput, lens: Lens): Record<Role, number> {
  const factors: Record<Role, number> = { ...DEFAULTS.ranking.roleFactors };
  const liftable = Object.entries(LIFTABLE_ROLES).map(([name, role]) => ({ name, role }));
  const included = (input.include ?? []).map((name) => named(liftable, name, 'role').role);
  for (const role of [...lens.liftRoles, ...included]) factors[role] = 1;
  return factors;
}
