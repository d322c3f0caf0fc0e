import { DEFAULTS } from '../config/defaults.ts';
import { pickByName } from '../config/did-you-mean.ts';
import { actionsOf } from '../frameworks/index.ts';
import { pathsOf } from '../indexing/per-view.ts';
import { commentOf, fileKindOf, namingOf } from '../languages/index.ts';
import { allLenses } from '../lenses/index.ts';
import type { Lens } from '../model/edge.ts';
import { isGraphSource, LIFTABLE_ROLES, type Role } from '../model/entity.ts';
import { ContextError } from '../model/errors.ts';
import { pathsNamed } from '../model/glob.ts';
import type { ChangedSymbol, Task } from '../model/task.ts';
import { saysOnlyDiff } from '../pipeline/diff-alone.ts';
import { applyHand, type Hand } from '../pipeline/pins-and-drops.ts';
import { openFile, type RankParts, rank, viewOf } from '../pipeline/rank.ts';
import { readTask, resolve, settleTask } from '../pipeline/resolve/resolve.ts';
import { isChangeWord } from '../pipeline/resolve/stop-words.ts';
import type { FrameFiles } from '../pipeline/resolve/traces/locate-frames.ts';
import type { Ranker } from '../ports/ranker.ts';
import type { SignalFinder, View } from '../ports/signal-finder.ts';
import type { FileRecord, Opening, Store, StoredContent } from '../ports/store.ts';
import { fusedSearch, LEARNED } from '../rankers/index.ts';
import { guessesFound, guessesOf } from '../search/guesses.ts';
import { wordsAsked } from '../search/task-terms.ts';
import { diffHit } from '../signals/diff-hit.ts';
import { SIGNALS } from '../signals/index.ts';
import { keywordMatch } from '../signals/keyword-match.ts';
import { createIgnoreRules } from '../sources/code/scan/ignore-rules.ts';
import { STRATEGIES } from '../strategies/index.ts';
import { emptyDiff, readChanges, symbolsChanged } from './changes/read-changes.ts';
import { filesUnder, folderNamed, folderNear } from './folders.ts';
import { type FindInput, type Found, foundBefore } from './found.ts';
import { withCounts } from './fresh/with-counts.ts';
import { type FreshTexts, onFreshTexts } from './fresh-texts.ts';
import { graphsWithin } from './graphs/registered-graphs.ts';
import { findTogether } from './multi-root/find-together.ts';
import { openMeaning, weighedTerms } from './parts/open-meaning.ts';
import { NAMING, openRanker, PINNING } from './parts/open-ranker.ts';
import type { QuestionRun } from './question-run.ts';
import { sourceNameOf, wants } from './source-names.ts';
import { domainsOf, taskInput } from './task-input.ts';

/** From a question to ranked files and units with their evidence, on texts that are what the index says. */
export function find(input: FindInput, context: QuestionRun): Promise<Found> {
  if (context.parts.kept !== null && (input.diff ?? input.patch) !== undefined)
    throw new ContextError('BAD_INPUT', `A diff is of a tree on this machine; ${context.parts.kept} is none.`);
  return context.beside?.length ? findTogether(input, context, findHere) : findHere(input, context);
}

function findHere(input: FindInput, context: QuestionRun): Promise<Found> {
  return onFreshTexts(context.parts, (texts) => findOn(texts, input, context));
}

async function findOn(texts: FreshTexts, input: FindInput, context: QuestionRun): Promise<Found> {
  const opening = quotedOnce(await context.parts.store.opening(), context);
  const isWhole = codeWithin(input.wholeWithin ?? 0, filesAsked(opening.files, input)).length > 0;
  const isUsual = !(context.counted || context.dropped || context.ranker);
  const before = isUsual ? foundBefore(opening, input, isWhole) : null;
  if (before?.kept) {
    // An edit that nobody has told of yet is noticed here, as it is while ranking.
    const again = await Promise.all(before.kept.read.map((file) => texts.read(file)));
    if (again.every((text) => text?.isStale === false)) return before.kept.found;
  }
  const found = await rankOn(texts, opening, { input, context });
  if (texts.changed.size === 0) before?.keep({ found, read: texts.asked() });
  return found;
}

const openings = new WeakMap<Opening, Opening>();

// The pages of a graph that lies in the workspace are files of it, and are found and quoted as such.
function quotedOnce(opening: Opening, { root, config }: QuestionRun): Opening {
  const known = openings.get(opening);
  if (known) return known;
  const hasNodes = opening.files.some(({ source }) => isGraphSource(source));
  const within = hasNodes ? graphsWithin(root, config.graphs) : [];
  const isFile = ({ path }: FileRecord) => !within.some((prefix) => path.startsWith(prefix));
  const once = within.length === 0 ? opening : { ...opening, files: opening.files.filter(isFile) };
  openings.set(opening, once);
  return once;
}

interface AskedHere {
  readonly input: FindInput;
  readonly context: QuestionRun;
}

async function rankOn(texts: FreshTexts, opened: Opening, { input, context }: AskedHere): Promise<Found> {
  const { store, embedder } = context.parts;
  const indexed = await askedOf(input, opened, context);
  const asked = context.counted ? withCounts(indexed, context.counted) : indexed;
  const { before, view, words, task, changes } = asked;
  const compared = { view, opening: before, unitCounts: words.unitCounts };
  const { notes: meaningNotes, ...meaning } = await openMeaning(task.text, context.parts, compared);
  const guessed = guessesFound(guessesOf(task.expect ?? []), words.postings).map(({ text }) => text);
  const expected = guessed.length > 0 ? await openMeaning(guessed.join(' '), context.parts, compared) : null;
  // Whoever waited for a server may have other vectors now.
  const opening = embedder === null || embedder.isLocal ? before : await store.opening();
  const excluded = createIgnoreRules(input.exclude ?? []);
  const lens: Lens = pickByName<Lens>(allLenses(context.config.lenses), input.lens ?? 'general', 'lens');
  const { ranker, finders, notes: rankerNotes } = rankingBy(input, context);
  const isAllowed = (file: FileRecord) => excluded.verdict(file.path) !== 'out' && wants(input, sourceNameOf(file));
  const whole = saysOnlyDiff(task) ? [] : codeWithin(input.wholeWithin ?? 0, asked.within).filter(isAllowed);
  const ranking = await rank(asked.searched, {
    ...{ store, words, view, lens, ranker, ...meaning, textOf: texts.textOf },
    ...{ namingOf, commentOf, actionsOf, isAllowed },
    meaningExpected: expected?.meaning ?? null,
    ...{ statistics: before.statistics, commits: asked.commits },
    near: folderNear(before.files, context.root, input.near),
    whole: input.bringsWhole ? whole : [],
    readText: async (file) => (await texts.read(file))?.text ?? null,
    finders: finders.filter(({ kind }) => !context.dropped?.includes(kind)),
    options: rankOptions(input, { lens, ranker, changes: changes.length, symbols: asked.symbols }),
  });
  const open = (path: string) => openFile(view.files.get(path), { store, textOf: texts.textOf });
  const notes = [...rankerNotes, ...ranking.notes, ...meaningNotes];
  const found = { ...ranking, task, opening, changes, open, whole: whole.map(({ path }) => path), notes };
  return withHand(found, handOf(input));
}

const handOf = ({ pin: pins = [], drop: drops = [] }: FindInput): Hand => ({ pins, drops });

// What is asked, of which files, and what the index has under its words.
async function askedOf(input: FindInput, before: Opening, { root, config, parts }: QuestionRun) {
  const { store, reader, embedder } = parts;
  const { files, history } = before;
  const within = filesAsked(files, input);
  const view = viewFor(within, input.among, handOf(input).drops);
  const commits = wants(input, 'history') ? history.commits : 0;
  const changes = await readChanges(root, input, { reader, has: (path) => view.files.has(path) });
  const taskOptions = { ...DEFAULTS.task, domains: await domainsOf(config, pathsOf(files), parts) };
  const symbols = await symbolsChanged(changes, parts);
  const nothing = emptyDiff(input, changes);
  if (nothing !== null && isUnsaid(input)) throw new ContextError('NOTHING_FOUND', nothing);
  const changed = changes.map(({ change }) => change);
  const given = await taskInput(input, changed, parts);
  const told = readTask(given, { paths: pathsOf(files), fileKind: fileKindOf }, taskOptions);
  const weighed = embedder === null ? [] : weighedTerms([told.text, ...(told.expect ?? [])].join('\n'));
  const words = await store.words({ ...wordsAsked(told, commits > 0), unitCounts: weighed });
  const frameFiles = await filesOfFrames(told.unsettled, viewOf(files), store);
  const reading = settleTask(told, words.definitions, { files: frameFiles, options: taskOptions });
  const resolved = resolve(reading, words.definitions, { ...taskOptions, roleOf: frameFiles.roleOf });
  const task = nothing === null ? resolved : withoutDiff(resolved, nothing);
  return { before, within, view, commits, changes, symbols, words, task, searched: { ...task, title: reading.title } };
}

// What tells apart the files that a trace may mean; the store is asked for symbols where it may mean several.
async function filesOfFrames(paths: readonly string[], { files }: View, store: Store): Promise<FrameFiles> {
  const hashes = paths.flatMap((path) => files.get(path)?.hash ?? []);
  const contents = hashes.length > 0 ? await store.contents([...new Set(hashes)]) : new Map<string, StoredContent>();
  return {
    roleOf: (path) => files.get(path)?.role,
    lineCountOf: (path) => files.get(path)?.lineCount,
    symbolsOf: (path) => contents.get(files.get(path)?.hash ?? '')?.facts.symbols ?? [],
  };
}

function isUnsaid({ task, error = '', file = [], symbol = [] }: FindInput): boolean {
  return (task + error).trim() === '' && file.length + symbol.length === 0;
}

// Words of its own are searched by whatever the diff holds; words about the diff are about nothing then.
function withoutDiff(task: Task, nothing: string): Task {
  const isAboutDiff = task.keywords.every(({ word }) => isChangeWord(word));
  if (isAboutDiff && task.mentions.length + task.traces.length === 0) throw new ContextError('NOTHING_FOUND', nothing);
  return { ...task, notes: [nothing, ...task.notes] };
}

function filesAsked(files: readonly FileRecord[], { under }: FindInput): readonly FileRecord[] {
  const folder = folderNamed(under);
  return folder === null ? files : filesUnder(files, folder);
}

interface Ranked {
  readonly lens: Lens;
  readonly ranker: Ranker;
  /** How many files a diff changes, and which definitions. */
  readonly changes: number;
  readonly symbols: readonly ChangedSymbol[];
}

function rankOptions(input: FindInput, { lens, ranker, changes, symbols }: Ranked): RankParts['options'] {
  const { openedMax = DEFAULTS.ranking.openedMax } = input;
  return {
    ...DEFAULTS.ranking,
    ...(ranker.name === LEARNED ? { related: DEFAULTS.learned.related } : {}),
    // Each file that a diff changes is looked at, whatever else is.
    openedMax: openedMax + Math.min(changes, DEFAULTS.hunks.filesOpenedMax),
    roleFactors: roleFactors(input, lens),
    pinning: PINNING,
    naming: NAMING,
    touched: { ...DEFAULTS.ranking.touched, changedKind: diffHit.kind, symbols },
    wordsKind: keywordMatch.kind,
  };
}

async function withHand(found: Found, hand: Hand): Promise<Found> {
  if (hand.pins.length + hand.drops.length === 0) return found;
  const { scored, notes } = await applyHand(found.scored, hand, { open: found.open });
  return { ...found, scored, task: { ...found.task, notes: [...found.task.notes, ...notes] } };
}

// What is dropped is not there for anybody: it lends no rank and is no reason.
function viewFor(files: readonly FileRecord[], among: FindInput['among'], drops: readonly string[]): View {
  if (!among && drops.length === 0) return viewOf(files);
  const isDropped = pathsNamed(drops);
  return viewOf(files.filter((file) => (among?.(file) ?? true) && !isDropped(file.path)));
}

// All code and its tests where they surely fit; a token of code has more bytes than counted here.
function codeWithin(tokens: number, files: readonly FileRecord[]): readonly FileRecord[] {
  const most = tokens * DEFAULTS.pack.wholeBytesPerToken;
  const code: FileRecord[] = [];
  let bytes = 0;
  for (const file of files) {
    if ((file.role !== 'source' && file.role !== 'test') || fileKindOf(file.path) !== 'code') continue;
    bytes += file.size;
    if (bytes > most) return [];
    code.push(file);
  }
  return code;
}

interface RankingBy {
  readonly ranker: Ranker;
  readonly finders: readonly SignalFinder[];
  readonly notes: readonly string[];
}

function rankingBy({ strategies, ranker: name }: FindInput, { ranker, dropped }: QuestionRun): RankingBy {
  if (strategies !== undefined) {
    const searches = strategies.map((strategy) => pickByName(STRATEGIES, strategy, 'strategy'));
    const fused = fusedSearch({ strategies: searches, limitEach: DEFAULTS.query.hitsEach });
    return { ranker: fused.ranker, finders: [fused.finder], notes: [] };
  }
  if (ranker) return { ranker, finders: SIGNALS, notes: [] };
  return { ...openRanker(name, dropped), finders: SIGNALS };
}

function roleFactors(input: FindInput, lens: Lens): Record<Role, number> {
  const factors: Record<Role, number> = { ...DEFAULTS.ranking.roleFactors };
  const liftable = Object.entries(LIFTABLE_ROLES).map(([name, role]) => ({ name, role }));
  const included = (input.include ?? []).map((name) => pickByName(liftable, name, 'role').role);
  // Whoever asks for documents and no code does not mind that they are none.
  const asked: readonly Role[] = wants(input, 'markdown') && !wants(input, 'code') ? ['docs'] : [];
  for (const role of [...lens.liftRoles, ...included, ...asked]) factors[role] = 1;
  return factors;
}
