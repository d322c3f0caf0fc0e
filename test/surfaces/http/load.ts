import { Agent, request } from 'node:http';
import { setTimeout } from 'node:timers/promises';

/** What many clients at once were told. */
export interface Load {
  /** Milliseconds each answer took, the quickest first. */
  readonly times: readonly number[];
  /** How many were sent away, and told when to come again. */
  readonly sentAway: number;
  /** Everything else that was no answer. */
  readonly faults: readonly string[];
}

export interface Clients {
  readonly clients: number;
  /** What they call themselves. */
  readonly caller?: string;
  readonly hasMore: (asked: number) => boolean;
}

const QUESTIONS: readonly [path: string, question: Readonly<Record<string, unknown>>][] = [
  ['/v1/pack', { task: 'fix the webhook confirmation', budget: 4000 }],
  ['/v1/query', { query: 'where are webhooks verified' }],
  ['/v1/show', { targets: ['docs/payments.md'] }],
  ['/v1/explain', { task: 'fix the webhook confirmation' }],
];
/** Ten times sooner than they are told. */
const AGAIN_MS = 100;

/** Clients that ask one question after the other, each on a connection of its own, as long as there is another one to ask. */
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

/** No fault for an answer with a text, else what came instead. */
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
