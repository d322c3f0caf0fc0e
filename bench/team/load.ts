import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { ask } from '../../test/surfaces/http/load.ts';
import { seeded } from '../serving/worlds.ts';
import type { TeamWorkspace } from './workspaces.ts';

/** How long answers took, in milliseconds. */
export interface Told {
  readonly answers: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly most: number;
  readonly aSecond: number;
  /** The number of failed questions; `said` holds the messages of a few. */
  readonly faults: number;
  readonly said: readonly string[];
}

/** The servers and workspaces to ask. */
export interface Asked {
  /** A server, or several that are asked in turn. */
  readonly urls: readonly string[];
  readonly workspaces: readonly TeamWorkspace[];
  readonly connections: number;
}

interface Question {
  readonly url: string;
  readonly task: string;
}

/** Asks each server about each workspace once. */
export function askEach(asked: Asked): Promise<Told> {
  const waiting = asked.urls.flatMap((url) => asked.workspaces.map((one) => questionOf(url, one, 0)));
  return askInTurn(asked.connections, () => waiting.shift());
}

/** Each connection asks about a random workspace, and again after each answer. */
export function askFor(asked: Asked, seconds: number, seed: number): Promise<Told> {
  const [take, until] = [atRandom(asked, seed), performance.now() + seconds * 1000];
  return askInTurn(asked.connections, () => (performance.now() < until ? take() : undefined));
}

/** Asks `rate` questions a second in all, whether or not earlier answers came. */
export async function askAtRate(asked: Asked, seconds: number, rate: number, seed: number): Promise<Told> {
  const book = openBook(asked.connections);
  const take = atRandom(asked, seed);
  const started = performance.now();
  const running: Promise<void>[] = [];
  for (let due = started; due - started < seconds * 1000; due += 1000 / rate) {
    await sleep(Math.max(0, due - performance.now()));
    // Times count from when the question was due, so that a late client makes no answer look quicker.
    running.push(book.ask(take(), due));
  }
  await Promise.all(running);
  return book.close();
}

async function askInTurn(connections: number, take: () => Question | undefined): Promise<Told> {
  const book = openBook(connections);
  const client = async () => {
    for (let next = take(); next !== undefined; next = take()) await book.ask(next, performance.now());
  };
  await Promise.all(Array.from({ length: connections }, client));
  return book.close();
}

function atRandom({ urls, workspaces }: Asked, seed: number): () => Question {
  const below = seeded(seed);
  return () => {
    const workspace = workspaces[below(workspaces.length)]!;
    return questionOf(urls[below(urls.length)]!, workspace, below(workspace.questions.length));
  };
}

function questionOf(url: string, { path, questions }: TeamWorkspace, at: number): Question {
  return { url: `${url}/w/${path}/v1/pack`, task: questions[at]! };
}

// Keeps connections open, and records the result of every question.
function openBook(connections: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const times: number[] = [];
  const faults: string[] = [];
  const opened = performance.now();
  return {
    ask: async ({ url, task }: Question, since: number) => {
      const { fault } = await ask(url, { task, budget: 8000 }, { agent, caller: 'bench' });
      if (fault === null) times.push(performance.now() - since);
      else faults.push(fault);
    },
    close: (): Told => {
      agent.destroy();
      const sorted = times.toSorted((a, b) => a - b);
      const at = (share: number) =>
        Math.round(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0);
      const aSecond = Math.round((10_000 * times.length) / (performance.now() - opened)) / 10;
      const spread = { p50: at(0.5), p95: at(0.95), p99: at(0.99), most: at(1) };
      return { answers: times.length, ...spread, aSecond, faults: faults.length, said: faults.slice(0, 3) };
    },
  };
}
