// The search behind `pack` and `query`, and behind the questions that use theirs: resolves the question, opens what
// ranking needs, ranks files and units, and applies the caller's pins and drops. The stages are in `src/pipeline`.
import { DEFAULTS } from '../config/defaults.ts';
import { pickByName } from '../config/did-you-mean.ts';
import { actionsOf } from '../frameworks/index.ts';
import { pathsOf } from '../indexing/view-caches.ts';
import { commentOf, fileKindOf, namingOf } from '../languages/index.ts';
import { allLenses } from '../lenses/index.ts';
import type { Lens } from '../model/edge.ts';
import { isGraphSource, LIFTABLE_ROLES, type Role } from '../model/entity.ts';
import { ContextError } from '../model/errors.ts';
import { pathsNamed } from '../model/glob.ts';
import type { Task } from '../model/task.ts';
import { applyPinsAndDrops } from '../pipeline/pins-and-drops.ts';
import { openFile, type RankParts, rank, viewOf } from '../pipeline/rank.ts';
import { saysOnlyDiff } from '../pipeline/relate/users-of-changes.ts';
import { isChangeWord } from '../pipeline/resolve/request-words.ts';
import { readTask, resolve, settleTask } from '../pipeline/resolve/resolve.ts';
import type { FrameFiles } from '../pipeline/resolve/traces/locate-frames.ts';
import type { Ranker } from '../ports/ranker.ts';
import type { SignalFinder, View } from '../ports/signal-finder.ts';
import type { FileRecord, Opening, PostingList, Store, StoredContent, Words } from '../ports/store.ts';
import { fusedSearch, LEARNED } from '../rankers/index.ts';
import { dropUnknownGuesses, parseGuesses } from '../search/expected-names.ts';
import { planWordLookup } from '../search/task-terms.ts';
import { SIGNALS } from '../signals/index.ts';
import { diffHit } from '../signals/trace-and-diff.ts';
import { keywordMatch } from '../signals/word-matches.ts';
import { createIgnoreRules } from '../sources/code/scan/ignore-rules.ts';
import { STRATEGIES } from '../strategies/index.ts';
import type { ReadDiff } from './changes.ts';
import { checkedNearFolder, filesUnder, normalFolder, sourceNameOf, wantsSource } from './file-filters.ts';
import type { WordsCounted } from './fresh/partial-index.ts';
import { type FreshTexts, onFreshTexts } from './fresh-texts.ts';
import { graphsWithin } from './graphs/registered-graphs.ts';
import { openMeaning, weighedTerms } from './open/open-meaning.ts';
import { NAMING, type OpenedRanker, openRanker, PINNING } from './open/open-ranker.ts';
import type { QuestionRun } from './question-run.ts';
import { type FindInput, type FindResult, rankingPlace } from './remembered-rankings.ts';
import { domainsOf, taskInput } from './task-input.ts';

export async function find(input: FindInput, context: QuestionRun): Promise<FindResult> {
  if (context.parts.storedView !== null && hasDiff(input))
    throw new ContextError('BAD_INPUT', `A diff needs a local checkout; ${context.parts.storedView} is a stored view.`);
  if (!context.neighbours?.length) return findHere(input, context);
  return (await import('./multi-root/find-together.ts')).findTogether(input, context, findHere);
}

const hasDiff = ({ diff, patch }: FindInput): boolean => (diff ?? patch) !== undefined;

function findHere(input: FindInput, context: QuestionRun): Promise<FindResult> {
  return onFreshTexts(context.parts, (texts) => findOn(texts, input, context));
}

async function findOn(texts: FreshTexts, input: FindInput, context: QuestionRun): Promise<FindResult> {
  const opening = withoutOwnGraphNodes(await context.parts.store.opening(), context);
  const isWhole = allCodeIfSmall(input.wholeWithin ?? 0, filesInFolder(opening.files, input)).length > 0;
  const isUsual = !(context.counted || context.dropped || context.ranker);
  const place = isUsual ? rankingPlace(opening, input, isWhole) : null;
  if (place?.ranking) {
    // Reads the texts again, because a file may have changed without a notice from the watcher.
    const again = await Promise.all(place.ranking.texts.map((file) => texts.read(file)));
    if (again.every((text) => text?.isStale === false)) return place.ranking.result;
  }
  const result = await rankOn(texts, opening, input, context);
  if (texts.changed.size === 0) place?.remember({ result, texts: texts.textsRead() });
  return result;
}

const openings = new WeakMap<Opening, Opening>();

// The files of a graph inside the workspace are also files of the workspace: leaves the graph's nodes out.
function withoutOwnGraphNodes(opening: Opening, { root, config }: QuestionRun): Opening {
  const remembered = openings.get(opening);
  if (remembered) return remembered;
  const hasNodes = opening.files.some(({ source }) => isGraphSource(source));
  const within = hasNodes ? graphsWithin(root, config.graphs) : [];
  const isFile = ({ path }: FileRecord) => !within.some((prefix) => path.startsWith(prefix));
  const filtered = within.length === 0 ? opening : { ...opening, files: opening.files.filter(isFile) };
  openings.set(opening, filtered);
  return filtered;
}

async function rankOn(texts: FreshTexts, opened: Opening, input: FindInput, context: QuestionRun): Promise<FindResult> {
  const { store, embedder } = context.parts;
  const resolved = await resolveQuestion(input, opened, context);
  const question = context.counted ? withCounts(resolved, context.counted) : resolved;
  const { before, view, words, task, changes } = question;
  const compared = { view, opening: before, unitCounts: words.unitCounts };
  const { notes: meaningNotes, ...meaning } = await openMeaning(task.text, context.parts, compared);
  const guessed = dropUnknownGuesses(parseGuesses(task.expect ?? []), words.postings).map(({ text }) => text);
  const expected = guessed.length > 0 ? await openMeaning(guessed.join(' '), context.parts, compared) : null;
  // A remote embedder may have stored new vectors meanwhile.
  const opening = embedder === null || embedder.isLocal ? before : await store.opening();
  const excluded = createIgnoreRules(input.exclude ?? []);
  const lens: Lens = pickByName<Lens>(allLenses(context.config.lenses), input.lens ?? 'general', 'lens');
  const { ranker, finders, notes: rankerNotes } = chooseRanking(input, context);
  const isAllowed = (file: FileRecord) =>
    excluded.verdict(file.path) !== 'out' && wantsSource(input, sourceNameOf(file));
  const whole = saysOnlyDiff(task) ? [] : allCodeIfSmall(input.wholeWithin ?? 0, question.within).filter(isAllowed);
  const ranking = await rank(question.searched, {
    ...{ store, words, view, lens, ranker, ...meaning, textOf: texts.textOf },
    ...{ namingOf, commentOf, actionsOf, isAllowed },
    meaningExpected: expected?.meaning ?? null,
    ...{ statistics: before.statistics, commits: question.commits },
    near: checkedNearFolder(before.files, context.root, input.near),
    whole: input.bringsWhole ? whole : [],
    readText: async (file) => (await texts.read(file))?.text ?? null,
    finders: finders.filter(({ kind }) => !context.dropped?.includes(kind)),
    options: rankOptions(input, lens, ranker, question),
  });
  const open = (path: string) => openFile(view.files.get(path), { store, textOf: texts.textOf });
  const notes = [...rankerNotes, ...ranking.notes, ...meaningNotes];
  const result = { ...ranking, task, opening, changes, open, whole: whole.map(({ path }) => path), notes };
  return withPinsAndDrops(result, input);
}

const NO_DIFF: ReadDiff = { changes: [], symbols: [], nothingChanged: null };

async function resolveQuestion(input: FindInput, before: Opening, { root, config, parts }: QuestionRun) {
  const { store, embedder } = parts;
  const { files, history } = before;
  const within = filesInFolder(files, input);
  const view = viewFor(within, input);
  const commits = wantsSource(input, 'history') ? history.commits : 0;
  const { changes, symbols, nothingChanged } = hasDiff(input)
    ? await (await import('./changes.ts')).readDiff(root, input, { ...parts, has: (path) => view.files.has(path) })
    : NO_DIFF;
  const taskOptions = { ...DEFAULTS.task, domains: await domainsOf(config, pathsOf(files), parts) };
  if (nothingChanged !== null && hasNoWords(input)) throw new ContextError('NOTHING_FOUND', nothingChanged);
  const changed = changes.map(({ change }) => change);
  const taskFields = await taskInput(input, changed, parts);
  const read = readTask(taskFields, { paths: pathsOf(files), fileKind: fileKindOf }, taskOptions);
  const weighed = embedder === null ? [] : weighedTerms([read.text, ...(read.expect ?? [])].join('\n'));
  const words = await store.words({ ...planWordLookup(read, commits > 0), unitCounts: weighed });
  const frameFiles = await filesOfFrames(read.unsettled, viewOf(files), store);
  const reading = settleTask(read, words.definitions, { files: frameFiles, options: taskOptions });
  const resolved = resolve(reading, words.definitions, { ...taskOptions, roleOf: frameFiles.roleOf });
  const task = nothingChanged === null ? resolved : withoutDiff(resolved, nothingChanged);
  return { before, within, view, commits, changes, symbols, words, task, searched: { ...task, title: reading.title } };
}

// Facts that decide which file a frame of a trace means. The store is asked only where a frame may mean several files.
async function filesOfFrames(paths: readonly string[], { files }: View, store: Store): Promise<FrameFiles> {
  const hashes = paths.flatMap((path) => files.get(path)?.hash ?? []);
  const contents = hashes.length > 0 ? await store.contents([...new Set(hashes)]) : new Map<string, StoredContent>();
  return {
    roleOf: (path) => files.get(path)?.role,
    lineCountOf: (path) => files.get(path)?.lineCount,
    symbolsOf: (path) => contents.get(files.get(path)?.hash ?? '')?.facts.symbols ?? [],
  };
}

function hasNoWords({ task, error = '', file = [], symbol = [] }: FindInput): boolean {
  return (task + error).trim() === '' && file.length + symbol.length === 0;
}

// For an empty diff: keeps the other words of the task, but refuses a task that is only about the diff.
function withoutDiff(task: Task, nothing: string): Task {
  const isAboutDiff = task.keywords.every(({ word }) => isChangeWord(word));
  if (isAboutDiff && task.mentions.length + task.traces.length === 0) throw new ContextError('NOTHING_FOUND', nothing);
  return { ...task, notes: [nothing, ...task.notes] };
}

function filesInFolder(files: readonly FileRecord[], { under }: FindInput): readonly FileRecord[] {
  const folder = normalFolder(under);
  return folder === null ? files : filesUnder(files, folder);
}

function rankOptions(
  input: FindInput,
  lens: Lens,
  ranker: Ranker,
  { changes, symbols }: Pick<ReadDiff, 'changes' | 'symbols'>,
): RankParts['options'] {
  const { openedMax = DEFAULTS.ranking.openedMax } = input;
  return {
    ...DEFAULTS.ranking,
    ...(ranker.name === LEARNED && { related: DEFAULTS.learned.related }),
    findsPartners: ranker.name === LEARNED,
    // Opens files that the diff changes in addition to the usual number, up to a limit.
    openedMax: openedMax + Math.min(changes.length, DEFAULTS.hunks.filesOpenedMax),
    roleFactors: roleFactors(input, lens),
    pinning: PINNING,
    naming: NAMING,
    changedKind: diffHit.kind,
    changedSymbols: symbols,
    wordsKind: keywordMatch.kind,
  };
}

async function withPinsAndDrops(found: FindResult, { pin = [], drop = [] }: FindInput): Promise<FindResult> {
  if (pin.length + drop.length === 0) return found;
  const { scored, notes } = await applyPinsAndDrops(found.scored, { pin, drop }, found.open);
  return { ...found, scored, task: { ...found.task, notes: [...found.task.notes, ...notes] } };
}

// Leaves dropped files out of the view, so that they raise no others and appear in no reason; also those not `among`.
function viewFor(files: readonly FileRecord[], { among, drop = [] }: FindInput): View {
  if (!among && drop.length === 0) return viewOf(files);
  const isDropped = pathsNamed(drop);
  return viewOf(files.filter((file) => (among?.(file) ?? true) && !isDropped(file.path)));
}

// All code and its tests if they probably fit `tokens`, else none. A token of code mostly has more bytes than assumed.
function allCodeIfSmall(tokens: number, files: readonly FileRecord[]): readonly FileRecord[] {
  const max = tokens * DEFAULTS.pack.wholeBytesPerToken;
  const code: FileRecord[] = [];
  let bytes = 0;
  for (const file of files) {
    if ((file.role !== 'source' && file.role !== 'test') || fileKindOf(file.path) !== 'code') continue;
    bytes += file.size;
    if (bytes > max) return [];
    code.push(file);
  }
  return code;
}

interface ChosenRanking extends OpenedRanker {
  readonly finders: readonly SignalFinder[];
}

function chooseRanking({ strategies, ranker: name }: FindInput, { ranker, dropped }: QuestionRun): ChosenRanking {
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
  // A question for documents without code must not rank documents lower.
  const docs: readonly Role[] = wantsSource(input, 'markdown') && !wantsSource(input, 'code') ? ['docs'] : [];
  for (const role of [...lens.liftRoles, ...included, ...docs]) factors[role] = 1;
  return factors;
}

// Corrects word counts of an incomplete index with counts on the disk. The files indexed first were chosen because
// they hold the words, so without this every word would seem common.
function withCounts<Asked extends { readonly before: Opening; readonly words: Words }>(
  asked: Asked,
  counted: WordsCounted,
): Asked {
  const { before, words } = asked;
  const { files, units, ...averages } = before.statistics;
  const times = Math.max(1, counted.files / Math.max(1, files));
  const postings = words.postings.map((list) => withBeyond(list, counted));
  const holding = new Map(postings.map(({ term, contents, beyond }) => [term, contents.length + beyond!.units]));
  const unitCounts = new Map([...words.unitCounts].map(([term, count]) => [term, holding.get(term) ?? count * times]));
  const statistics = { ...averages, files: Math.round(files * times), units: Math.round(units * times) };
  const allPaths = { files: counted.files, holding: counted.inPaths };
  return { ...asked, before: { ...before, statistics }, words: { ...words, postings, unitCounts, allPaths } };
}

// Assumes that files not indexed yet hold a word in as many units each as indexed files do.
function withBeyond(list: PostingList, { holding }: WordsCounted): PostingList {
  const holdingIndexed = new Set(list.contents).size;
  const files = Math.max(0, (holding.get(list.term) ?? holdingIndexed) - holdingIndexed);
  const units = holdingIndexed === 0 ? files : Math.round((files * list.contents.length) / holdingIndexed);
  return { ...list, beyond: { files, units } };
}
