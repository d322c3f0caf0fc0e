// The first stage: turns what a caller wrote into a task with words, names, traces and changes. `readTask` says what to
// ask of the index. From the answer, `settleTask` locates the frames of traces and `resolve` makes the task.
import { type Role, SECONDARY_ROLES } from '../../model/entity.ts';
import { ContextError } from '../../model/errors.ts';
import { stopWordTest } from '../../model/stop-words.ts';
import type { Change, Domain, StackFrame, StackTrace, Task, TaskInput } from '../../model/task.ts';
import { nameKey } from '../../model/terms.ts';
import type { FileKindOf } from '../../ports/source.ts';
import { changeTypeOf, confidenceOf, suggestionsFor } from './confidence.ts';
import { fileDrafts, missingFileNotes, readLinks, symbolDrafts, unknownSymbolNotes } from './explicit-mentions.ts';
import { keywordsOf, phrasesOf, wordsOfProse } from './keywords.ts';
import { domainWords, matchDomains } from './match-domains.ts';
import { confirmMentions, fullKeysOf, type KnownSymbol, keysOf } from './mentions/confirm-mentions.ts';
import { findMentions, joinedNames } from './mentions/find-mentions.ts';
import { settingsDrafts } from './mentions/place-draft.ts';
import { type ReadTask, readInput } from './read-input.ts';
import { isChangeWord } from './request-words.ts';
import { areAllFound, bundledNames, type FrameFiles, settleFrames, unsettledPaths } from './traces/locate-frames.ts';
import { type ViewPaths, viewPaths } from './view-paths.ts';

export interface ResolveOptions {
  readonly charactersMax: number;
  readonly logCharactersMax: number;
  readonly keywordsMax: number;
  readonly phrasesMax: number;
  readonly mentionsMax: number;
  readonly suggestionsMax: number;
  /** A task with less confidence gets suggestions. */
  readonly vagueBelow: number;
  /** The domains that are not disabled: built-in ones, those of frameworks, and those of the user. */
  readonly domains: readonly Domain[];
  /** The role of a file; undefined if the view does not have the file. */
  readonly roleOf?: (path: string) => Role | undefined;
}

/** The input of a caller, read before the index is asked. */
export type TaskReading = ReturnType<typeof readingOf>;

/** Reads the input of a caller, in a workspace with these files. */
export function readTask(
  input: TaskInput,
  { paths, fileKind }: { readonly paths: readonly string[]; readonly fileKind: FileKindOf },
  options: ResolveOptions,
): TaskReading {
  if (isEmpty(input)) throw new ContextError('NO_TASK', 'There is no task.');
  const view = viewPaths(paths, fileKind);
  return readingOf(input, readInput(input, options, view), { view, options });
}

/** Decides in which files the frames of traces lie that `readTask` left open. */
export function settleTask(
  reading: TaskReading,
  known: readonly KnownSymbol[],
  { files, options }: { readonly files: FrameFiles; readonly options: ResolveOptions },
): TaskReading {
  const { view, input } = reading;
  const { traces, notes: frameNotes } = settleFrames(reading.read.traces, known, files);
  const read = { ...reading.read, traces, frameNotes };
  const isFoundNow = areAllFound(traces, view.has) && !areAllFound(reading.read.traces, view.has);
  return isFoundNow ? readingOf(input, read, { view, options }) : { ...reading, read };
}

function readingOf(
  input: TaskInput,
  read: ReadTask,
  { view, options }: { readonly view: ViewPaths; readonly options: ResolveOptions },
) {
  const { changes = [] } = input;
  // If every frame is located, the words of the message could only mislead.
  const isFound = areAllFound(read.traces, view.has);
  const links = readLinks(read.links, view);
  const passages = [...read.passages, ...(isFound ? [] : read.printed), ...links.passages];
  const saysNothing = stopWordTest(read.words);
  const isOfChange = (word: string) => changes.length > 0 && isChangeWord(word);
  const isStop = (word: string) => saysNothing(word) || isOfChange(word);
  const isName = (word: string) => view.isSegment(word) && !isOfChange(word);

  const named = [...fileDrafts(input.files ?? [], view, view.paths), ...symbolDrafts(input.symbols ?? [])];
  const { text } = read;
  const title = isFound && !read.isTitleSaid ? '' : read.title;
  const drafts = [
    ...named,
    ...links.drafts,
    ...findMentions(passages, view),
    ...settingsDrafts(title, view),
    ...joinedNames(passages, isStop),
  ];
  const taskKeywords = keywordsOf(passages, { isStop, isName }, options.keywordsMax);
  const focus = input.focus ?? [];
  const domains = matchDomains(wordsOfProse(passages), options.domains, focus);
  const keywords = [...taskKeywords, ...domainWords(taskKeywords, domains, { domains: options.domains, focus })];
  const symbolKeys = new Set([...keysOf(drafts), ...taskKeywords.map((keyword) => nameKey(keyword.word))]);
  const names = [...new Set([...symbolKeys, ...fullKeysOf(drafts), ...bundledNames(read.traces)])];
  return {
    input,
    read,
    view,
    text,
    /** Empty if it only repeats a located error. */
    title,
    ...(input.expect?.length ? { expect: input.expect } : {}),
    keywords,
    /** The keywords that occur in the task itself, without those of domains. */
    taskKeywords,
    domains,
    changes,
    /** Keys of all names that the task may hold (see `nameKey`), to look up together. */
    names,
    /** The keys of possible mentions and of keywords: their symbols confirm mentions and are suggested. */
    symbolKeys,
    /** Files whose symbols locate the frames of a trace. */
    unsettled: unsettledPaths(read.traces),
    /** Addresses of pages and endpoints. */
    routes: drafts.filter(({ kind }) => kind === 'route').map((draft) => draft.text),
    passages,
    drafts,
    /** The drafts of files and symbols that the caller named apart from the text. */
    named,
    isStop,
  };
}

/** Turns a reading into a task, with the symbols that the index has for its names. */
export function resolve(reading: TaskReading, known: readonly KnownSymbol[], options: ResolveOptions): Task {
  const { text, keywords, taskKeywords, domains, changes, read, view, passages, drafts, named, isStop } = reading;
  const { title, traces, frameNotes } = read;
  const symbols = known.filter((symbol) => reading.symbolKeys.has(nameKey(symbol.name)));
  const mentions = confirmMentions(drafts, symbols, options.mentionsMax);
  // A stack trace speaks for a bug fix.
  const changeType = changeTypeOf(passages, traces.length > 0);
  const confidence = confidenceOf({ mentions, traces, changes, keywords: taskKeywords, domains, hasPath: view.has });
  const isAside = (path: string) => SECONDARY_ROLES.has(options.roleOf?.(path) ?? 'source');
  const vague = { keywords: taskKeywords, mentions, traces, changeType, view, symbols, isAside };
  const request = requestOf(read.said || title, shownTraces(traces, view), changes);
  const namedSymbols = named.filter((draft) => draft.kind !== 'file' && draft.kind !== 'path');
  return {
    text,
    title,
    ...(request === text ? {} : { request }),
    ...(reading.expect && { expect: reading.expect }),
    keywords,
    mentions,
    traces,
    domains,
    changeType,
    confidence,
    changes: changes.map(({ path, status, lines }) => ({ path, status, lines })),
    phrases: phrasesOf(passages, isStop, options.phrasesMax),
    suggestions: confidence < options.vagueBelow ? suggestionsFor(vague, options.suggestionsMax) : [],
    notes: [
      ...read.notes,
      ...(frameNotes.length > 0 ? frameNotes : foreignNotes(read.frameCount, traces, view)),
      ...unknownSymbolNotes(namedSymbols, symbols),
      ...missingFileNotes(mentions, { changes, paths: view.paths }),
    ],
  };
}

// Notes that no frame of the traces lies in the workspace.
function foreignNotes(frameCount: number, traces: readonly StackTrace[], { has }: ViewPaths): readonly string[] {
  if (frameCount === 0 || traces.some(({ frames }) => frames.some(({ path }) => has(path)))) return [];
  const subject =
    frameCount === 1
      ? 'The one place the trace names does not lie'
      : `None of the ${frameCount} places the trace names lies`;
  return [`${subject} in this workspace: what is quoted was found in other ways.`];
}

// Leaves out frames outside of the workspace, unless no trace has others.
function shownTraces(traces: readonly StackTrace[], view: ViewPaths): readonly StackTrace[] {
  const here = traces.map((trace) => ({ ...trace, frames: trace.frames.filter(({ path }) => view.has(path)) }));
  return here.some(({ frames }) => frames.length > 0) ? here : traces;
}

function isEmpty({ text, errorLog, changes, files, symbols }: TaskInput): boolean {
  const isGiven = (list: readonly unknown[] | undefined) => list !== undefined && list.length > 0;
  return text.trim() === '' && !errorLog?.trim() && !isGiven(changes) && !isGiven(files) && !isGiven(symbols);
}

const FRAMES_MAX = 8;
const REMARKS_MAX = 10;

// Writes the request as pages print it: the author's words, the error, the summary of the diff.
function requestOf(said: string, traces: readonly StackTrace[], changes: readonly Change[]): string {
  return [said, errorText(traces, said), changesText(changes)].filter((part) => part !== '').join('\n\n');
}

// Writes the message of the first error, unless the author quoted it, and the first frames of all traces; nothing if
// the first trace is a single place without a message.
function errorText(traces: readonly StackTrace[], said: string): string {
  const [lead] = traces;
  if (lead === undefined || (lead.message === null && lead.frames.length < 2)) return '';
  const frames = [...new Set(traces.flatMap((trace) => trace.frames.map(frameText)))];
  const left = frames.length - FRAMES_MAX;
  const message = lead.message === null || said.includes(lead.message) ? [] : [lead.message];
  const more = left > 0 ? [`  … ${left} more ${left === 1 ? 'place' : 'places'}`] : [];
  return [...message, ...frames.slice(0, FRAMES_MAX), ...more].join('\n');
}

function frameText({ path, line, symbol }: StackFrame): string {
  return `  at ${line === null ? path : `${path}:${line}`}${symbol === null ? '' : ` in ${symbol}`}`;
}

// Writes how much a diff changes, and what it does besides changing lines: renames, removals, modes.
function changesText(changes: readonly Change[]): string {
  if (changes.length === 0) return '';
  const rows = changes.flatMap(({ patch }) => patch?.hunks ?? []).flatMap(({ lines }) => lines);
  const count = (mark: string) => rows.filter((line) => line[0] === mark).length;
  const files = `${changes.length} ${changes.length === 1 ? 'file' : 'files'}`;
  const remarks = changes.flatMap(({ path, status, patch }) => {
    const renamed = patch?.from ? `renamed from ${patch.from}` : '';
    const remark = [renamed, status === 'deleted' ? 'deleted' : '', patch?.remark ?? ''].filter(Boolean).join(', ');
    return remark === '' ? [] : [`  ${path}: ${remark}`];
  });
  const left = remarks.length - REMARKS_MAX;
  const more = left > 0 ? [`  … and ${left} more`] : [];
  const summary = `The diff: ${files}, +${count('+')} -${count('-')} lines.`;
  return [summary, ...remarks.slice(0, REMARKS_MAX), ...more].join('\n');
}
