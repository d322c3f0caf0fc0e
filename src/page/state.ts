import { useEffect, useState } from 'preact/hooks';
import type { Manifest } from '../bundle/manifest.ts';
import type { PageChoices } from '../surfaces/ui/page.ts';
import type { PackReply } from './answers.ts';
import type { PageFault } from './parts/api.ts';

/** What is asked. */
export interface PageQuestion {
  readonly task: string;
  readonly error: string;
  readonly patch: string;
  readonly aim: string;
  readonly lens: string;
  readonly sources: readonly string[];
  readonly budget: number;
  readonly format: string;
  readonly pin: readonly string[];
  readonly drop: readonly string[];
}

export interface ToldProgress {
  readonly stage: string;
  readonly done: number;
  readonly total: number;
}

/** Lines that stand out in a file: those the pack quotes, or those of which it prints an outline. */
export interface CodeMark {
  readonly first: number;
  readonly last: number;
  readonly kind: 'quoted' | 'outline';
}

/** A file that somebody wants to see, at a line. */
export interface OpenCode {
  readonly path: string;
  readonly line: number | null;
  readonly marks: readonly CodeMark[];
}

/** A pack to look back at: what it was asked with, where that is known, and what came. */
export interface PastPack {
  /** No other has it: two may be made in the same second. */
  readonly id: string;
  readonly name: string;
  readonly task: string;
  readonly question: PageQuestion | null;
  readonly text: string;
  readonly blocks: Manifest['blocks'];
  readonly usage: Pick<Manifest['usage'], 'used' | 'budget'>;
}

export interface PageState {
  readonly choices: PageChoices | null;
  readonly view: string;
  readonly question: PageQuestion;
  /** What the question was when the last answer came. */
  readonly answered: { readonly question: PageQuestion; readonly reply: PackReply; readonly took: number } | null;
  /** The answer before it to the same task, for what a change did. */
  readonly before: PackReply | null;
  /** Answers to the same question with other aims. */
  readonly aims: Readonly<Record<string, PackReply>>;
  readonly isAsking: boolean;
  readonly fault: PageFault | null;
  readonly isAway: boolean;
  readonly isShutOut: boolean;
  readonly progress: ToldProgress | null;
  readonly code: OpenCode | null;
  /** The packs of this tab, newest first. */
  readonly packs: readonly PastPack[];
}

const NO_QUESTION: PageQuestion = {
  ...{ task: '', error: '', patch: '', aim: 'focused', lens: '', sources: [], budget: 0, format: '' },
  ...{ pin: [], drop: [] },
};

const watching = new Set<() => void>();
let state: PageState = {
  ...{ choices: null, view: 'pack', question: NO_QUESTION, answered: null, before: null, aims: {} },
  ...{ isAsking: false, fault: null, isAway: false, isShutOut: false, progress: null, code: null },
  packs: [],
};

/** What the page knows, and its parts watch. */
export const page = {
  get: (): PageState => state,
  /** Replaces the fields that are given, and tells everyone who watches. */
  set(change: Partial<PageState>): void {
    state = { ...state, ...change };
    for (const told of watching) told();
  },
  watch(told: () => void): () => void {
    watching.add(told);
    return () => watching.delete(told);
  },
};

/** What a component shows of the page; it is drawn again when that is another value. */
export function usePage<Picked>(pick: (state: PageState) => Picked): Picked {
  const [picked, setPicked] = useState(() => pick(state));
  useEffect(() => {
    const look = () => setPicked(() => pick(state));
    look();
    return page.watch(look);
  }, []);
  return picked;
}

const LONG = 2000;

/** The question and the view as an address, so that a reload or a bookmark finds them again. Long texts stay out of it. */
export function hashOf({ view, question }: Pick<PageState, 'view' | 'question'>): string {
  const words = new URLSearchParams({ view });
  for (const [key, value] of Object.entries(question)) {
    if (Array.isArray(value)) for (const one of value) words.append(key, one);
    else if (value !== '' && value !== 0 && String(value).length <= LONG) words.set(key, String(value));
  }
  return `#${words}`;
}

/** The other way round; what is not said stays as it is. */
export function readHash(hash: string, { view, question }: Pick<PageState, 'view' | 'question'>) {
  const words = new URLSearchParams(hash.replace(/^#/, ''));
  const read: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(question)) {
    const said = words.getAll(key);
    if (said.length === 0) continue;
    if (Array.isArray(value)) read[key] = said;
    else if (typeof value !== 'number') read[key] = said[0];
    else if (/^\d{1,9}$/.test(said[0]!)) read[key] = Number(said[0]);
  }
  return { view: words.get('view') ?? view, question: { ...question, ...read } };
}
