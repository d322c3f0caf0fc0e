// The state of the page, which all views read.
import { useEffect, useState } from 'preact/hooks';
import type { Manifest } from '../bundle/manifest.ts';
import type { Progress } from '../ports/engine.ts';
import type { PageChoices } from '../surfaces/ui/page.ts';
import type { PackData } from './answers.ts';
import type { PageFault, Reply } from './parts/api.ts';

const NO_QUESTION = {
  task: '',
  error: '',
  patch: '',
  aim: 'focused',
  lens: '',
  sources: [] as readonly string[],
  budget: 0,
  format: '',
  pin: [] as readonly string[],
  drop: [] as readonly string[],
};

export type PageQuestion = Readonly<typeof NO_QUESTION>;

/** Highlighted lines of a file: the pack quotes them, or prints their outline. */
export interface CodeMark {
  readonly first: number;
  readonly last: number;
  readonly kind: 'quoted' | 'outline';
}

/** The file in the code drawer, and its line. */
export interface OpenCode {
  readonly path: string;
  readonly line: number | null;
  readonly marks: readonly CodeMark[];
}

/** An earlier pack of this tab or of the disk, with its question if that is known. */
export interface PastPack {
  /** Unique, because two packs may have the same time. */
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
  /** The last answer with its question. */
  readonly answered: {
    readonly question: PageQuestion;
    readonly reply: Reply<PackData>;
    readonly tookMs: number;
  } | null;
  /** The previous answer to the same task, to show the effect of a change. */
  readonly before: Reply<PackData> | null;
  /** The answers to the question by aim, as far as they are known. */
  readonly aims: Readonly<Record<string, Reply<PackData>>>;
  readonly isAsking: boolean;
  readonly fault: PageFault | null;
  readonly progress: Progress | null;
  readonly code: OpenCode | null;
  /** The packs of this tab, newest first. */
  readonly packs: readonly PastPack[];
}

const watching = new Set<() => void>();
let state: PageState = {
  choices: null,
  view: 'pack',
  question: NO_QUESTION,
  answered: null,
  before: null,
  aims: {},
  isAsking: false,
  fault: null,
  progress: null,
  code: null,
  packs: [],
};

export const page = {
  get: (): PageState => state,
  /** Replaces the given fields and notifies watchers. */
  set(change: Partial<PageState>): void {
    state = { ...state, ...change };
    for (const onChange of watching) onChange();
  },
  watch(onChange: () => void): () => void {
    watching.add(onChange);
    return () => watching.delete(onChange);
  },
};

/** Reads a part of the state; the component is drawn again when it changes. */
export function usePage<Picked>(pick: (state: PageState) => Picked): Picked {
  const [picked, setPicked] = useState(() => pick(state));
  useEffect(() => {
    const look = () => setPicked(() => pick(state));
    look();
    return page.watch(look);
  }, []);
  return picked;
}

const ADDRESS_CHARACTERS_MAX = 2000;

/** The hash of the address for a question and a view, for reloads and bookmarks; leaves out long texts. */
export function hashOf({ view, question }: Pick<PageState, 'view' | 'question'>): string {
  const words = new URLSearchParams({ view });
  for (const [key, value] of Object.entries(question)) {
    if (Array.isArray(value)) for (const one of value) words.append(key, one);
    else if (value !== '' && value !== 0 && String(value).length <= ADDRESS_CHARACTERS_MAX)
      words.set(key, String(value));
  }
  return `#${words}`;
}

/** Reads question and view from the hash; missing fields keep their values. */
export function readHash(hash: string, { view, question }: Pick<PageState, 'view' | 'question'>) {
  const words = new URLSearchParams(hash.replace(/^#/, ''));
  const read: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(question)) {
    const texts = words.getAll(key);
    if (texts.length === 0) continue;
    if (Array.isArray(value)) read[key] = texts;
    else if (typeof value !== 'number') read[key] = texts[0];
    else if (/^\d{1,9}$/.test(texts[0]!)) read[key] = Number(texts[0]);
  }
  return { view: words.get('view') ?? view, question: { ...question, ...read } };
}
