import { ContextError } from '../../src/model/errors.ts';
import { type Random, randomFrom } from '../model/random.ts';
import type { Target } from './target.ts';
import { fuzzText } from './texts.ts';

export interface Run {
  readonly seed: number;
  readonly cases: number;
  /** Told before each case, for whoever watches over one that never ends. */
  readonly onCase?: (at: number) => void;
}

/** A case that breaks a promise, shortened. */
export interface Found {
  readonly at: number;
  readonly text: string;
  readonly why: string;
}

// Processor time: what the code takes, not what the machine was doing besides.
const HANG_MICROSECONDS = 2_000_000;
const ANSWER_CHARACTERS_MIN = 20_000;
const GROWTH = 60;
const REPLAYS_MAX = 400;
const SHORTENING_MICROSECONDS = 20_000_000;

/** How many of all cases each reader gets. */
export function sharesOf(targets: readonly Target[], all: number): ReadonlyMap<Target, number> {
  const weight = ({ isCostly }: Target) => (isCostly ? 1 : 4);
  const sum = targets.reduce((total, target) => total + weight(target), 0);
  return new Map(targets.map((target) => [target, Math.ceil((all * weight(target)) / sum)]));
}

/** The first broken promise among so many cases, or null. */
export async function runTarget(target: Target, { seed, cases, onCase }: Run): Promise<Found | null> {
  for (let at = 0; at < cases; at++) {
    onCase?.(at);
    const text = textOf(target, seed, at);
    const why = await brokenBy(target, text);
    if (why === null) continue;
    const short = await shortened(target, text, why);
    return { at, text: short, why: (await brokenBy(target, short)) ?? why };
  }
  return null;
}

/** The text of one case, which any process can make again. */
export function textOf(target: Target, seed: number, at: number): string {
  return fuzzText(caseRandom(target.name, seed, at), target);
}

/** Why a text breaks a promise; null where it does not. */
export async function brokenBy(target: Target, text: string): Promise<string | null> {
  const before = process.threadCpuUsage();
  const why = await outcome(target, text);
  const { user, system } = process.threadCpuUsage(before);
  return user + system > HANG_MICROSECONDS
    ? `it takes ${Math.round((user + system) / 1000)} ms of ${text.length} characters`
    : why;
}

async function outcome(target: Target, text: string): Promise<string | null> {
  try {
    const answer = JSON.stringify((await target.read(text)) ?? null)?.length ?? 0;
    const most = ANSWER_CHARACTERS_MIN + text.length * (target.growth ?? GROWTH);
    return answer > most ? `an answer of ${answer} characters to ${text.length}` : null;
  } catch (error) {
    if (error instanceof ContextError || target.refuses?.some((kind) => error instanceof kind)) return null;
    return error instanceof Error ? `${error.name}: ${error.message}\n${placeOf(error)}` : String(error);
  }
}

const placeOf = ({ stack = '' }: Error): string =>
  stack
    .split('\n')
    .filter((line) => line.includes('/src/'))
    .slice(0, 3)
    .join('\n');

function caseRandom(name: string, seed: number, at: number): Random {
  let state = seed >>> 0;
  for (const character of name) state = (Math.imul(state, 31) + character.charCodeAt(0)) >>> 0;
  return randomFrom((state ^ Math.imul(at + 1, 0x9e3779b1)) >>> 0);
}

// Leaves out ever smaller pieces for as long as what is left still breaks the same kind of promise.
async function shortened(target: Target, text: string, why: string): Promise<string> {
  const kind = kindOf(why);
  const before = process.threadCpuUsage();
  const isLate = () => process.threadCpuUsage(before).user > SHORTENING_MICROSECONDS;
  let shortest = text;
  let replays = 0;
  for (let size = Math.ceil(text.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < shortest.length && replays < REPLAYS_MAX && !isLate(); ) {
      const fewer = shortest.slice(0, at) + shortest.slice(at + size);
      replays += 1;
      const still = await brokenBy(target, fewer);
      if (still !== null && kindOf(still) === kind) shortest = fewer;
      else at += size;
    }
  }
  return shortest;
}

const kindOf = (why: string): string => why.replace(/\d+|".*/g, '#').slice(0, 60);
