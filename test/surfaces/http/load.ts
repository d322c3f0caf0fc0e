import { Agent, request } from 'node:http';
import { setTimeout } from 'node:timers/promises';

/** The answers that many clients at once got. */
export interface Load {
  /** Milliseconds each answer took, the quickest first. */
  readonly times: readonly number[];
  /** How many requests were refused with a time to try again. */
  readonly sentAway: number;
  /** All other replies that were no answers. */
  readonly faults: readonly string[];
}

export interface Clients {
  readonly clients: number;
  /** The user agent of the clients. */
  readonly caller?: string;
  readonly hasMore: (asked: number) => boolean;
}

const QUESTIONS: readonly [path: string, question: Readonly<Record<string, unknown>>][] = [
  ['/v1/pack', { task: 'fix the webhook confirmation', budget: 4000 }],
  ['/v1/query', { query: 'where are webhooks verified' }],
  ['/v1/show', { targets: ['docs/payments.md'] }],
  ['/v1/explain', { task: 'fix the webhook confirmation' }],
];
/** The pause before a refused client asks again: a tenth of the time that it is told. */
const AGAIN_MS = 100;

/** Runs clients that ask one question after the other, each on a connection of its own, while `hasMore` says so. */
export async function load(url: string, { clients, caller = 'clients', hasMore }: Clients): Promise<Load> {
  const times: number[] = [];
  const faults: string[] = [];
  let sentAway = 0;
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const client = async (first: number) => {
    for (let asked = 0; hasMore(asked); ) {
      const [path, question] = QUESTIONS[(first + asked) % QUESTIONS.length]!;
      const started = performance.now();
      const { fault, isSentAway } = await ask(url + path, question, { agent, caller });
      if (fault === null) times.push(performance.now() - started);
      else if (!isSentAway) faults.push(fault);
      if (isSentAway) {
        sentAway += 1;
        await setTimeout(AGAIN_MS);
      } else asked++;
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, index) => client(index)));
  agent.destroy();
  return { times: times.sort((a, b) => a - b), sentAway, faults };
}

/** Asks once; `fault` is null for an answer with a text, and `isSentAway` says that the server was busy. */
export function ask(
  url: string,
  question: unknown,
  { agent, caller }: { agent: Agent; caller: string },
): Promise<{ fault: string | null; isSentAway: boolean }> {
  return new Promise((resolve) => {
    const headers = { 'content-type': 'application/json', 'user-agent': caller };
    const asked = request(url, { method: 'POST', headers, agent }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        const isAnswer = response.statusCode === 200 && JSON.parse(text).text !== '';
        const isSentAway = response.statusCode === 503 && response.headers['retry-after'] === '1';
        resolve({ fault: isAnswer ? null : `${response.statusCode} ${text.slice(0, 200)}`, isSentAway });
      });
    });
    asked.on('error', (error) => resolve({ fault: error.message, isSentAway: false }));
    asked.end(JSON.stringify(question));
  });
}
