import { ContextError } from '../../model/errors.ts';
import { stopWordsOf } from '../../model/stop-words.ts';
import type { Domain, Task, TaskInput } from '../../model/task.ts';
import { nameKey } from '../../model/terms.ts';
import { changeTypeOf } from './change-type.ts';
import { confidenceOf } from './confidence.ts';
import { fileDrafts, symbolDrafts, unknownSymbolNotes } from './explicit-mentions.ts';
import { keywordsOf, wordsSaid } from './keywords.ts';
import type { ResolveKnowledge } from './knowledge.ts';
import { matchDomains } from './match-domains.ts';
import { confirmMentions, keysOf } from './mentions/confirm-mentions.ts';
import { findMentions, joinedNames } from './mentions/find-mentions.ts';
import { phrasesOf } from './phrases.ts';
import { readInput } from './read-input.ts';
import { readLinks } from './read-links.ts';
import { suggestionsFor } from './suggestions.ts';
import { locateFrames } from './traces/locate-frames.ts';
import { viewPaths } from './view-paths.ts';

export interface ResolveOptions {
  readonly charactersMax: number;
  readonly logCharactersMax: number;
  readonly keywordsMax: number;
  readonly phrasesMax: number;
  readonly mentionsMax: number;
  readonly suggestionsMax: number;
  /** A task less sure than this is given suggestions. */
  readonly vagueBelow: number;
  /** Built-in, framework and user domains alike. */
  readonly domains: readonly Domain[];
}

/** Turns what a caller handed in into a task: what it says, what it names, and how sure that is. */
export async function resolve(input: TaskInput, knowledge: ResolveKnowledge, options: ResolveOptions): Promise<Task> {
  if (isEmpty(input)) throw new ContextError('NO_TASK', 'There is no task.');
  const view = viewPaths(knowledge.paths, knowledge.fileKind);
  const read = readInput(input, options, view.isFileName);
  const links = readLinks(read.links, view);
  const passages = [...read.passages, ...links.passages];
  const isStop = stopWordsOf(read.words);

  const named = [...fileDrafts(input.files ?? [], view, knowledge.paths), ...symbolDrafts(input.symbols ?? [])];
  const drafts = [...named, ...links.drafts, ...findMentions(passages, view), ...joinedNames(passages, isStop)];
  const keywords = keywordsOf(passages, isStop, options.keywordsMax);
  const symbols = await knowledge.definitions([
    ...new Set([...keysOf(drafts), ...keywords.map((keyword) => nameKey(keyword.word))]),
  ]);

  const mentions = confirmMentions(drafts, symbols, options.mentionsMax);
  const traces = locateFrames(read.traces, view);
  const changes = input.changes ?? [];
  const domains = matchDomains(wordsSaid(passages), options.domains, input.focus ?? []);
  const said = changeTypeOf(passages);
  // Whoever brings a stack trace wants it gone.
  const changeType = said === 'unknown' && traces.length > 0 ? 'bugfix' : said;
  const confidence = confidenceOf({ mentions, traces, changes, keywords, domains, hasPath: view.has });
  const vague = { keywords, mentions, traces, changeType, view, symbols };
  return {
    text: read.text,
    title: read.title,
    keywords,
    phrases: phrasesOf(passages, isStop, options.phrasesMax),
    mentions,
    traces,
    changes,
    domains,
    changeType,
    confidence,
    suggestions: confidence < options.vagueBelow ? suggestionsFor(vague, options.suggestionsMax) : [],
    notes: [
      ...read.notes,
      ...unknownSymbolNotes(
        named.filter((draft) => draft.kind !== 'file' && draft.kind !== 'path'),
        symbols,
        symbols,
      ),
    ],
  };
}

function isEmpty({ text, errorLog, changes, files, symbols }: TaskInput): boolean {
  const isGiven = (list: readonly unknown[] | undefined) => list !== undefined && list.length > 0;
  return text.trim() === '' && !errorLog?.trim() && !isGiven(changes) && !isGiven(files) && !isGiven(symbols);
}
