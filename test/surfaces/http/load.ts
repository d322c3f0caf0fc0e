import { Agent, request } from 'node:http';

/** What many clients at once were told. */
export interface Load {
  /** Milliseconds each answer took, the quickest first. */
  readonly times: readonly number[];
  /** Everything that was no answer. */
  readonly faults: readonly string[];
}

const QUESTIONS: readonly [path: string, question: Readonly<Record<string, unknown>>][] = [
  ['/v1/pack', { task: 'fix the webhook confirmation', budget: 4000 }],
  ['/v1/query', { query: 'where are webhooks verified' }],
  ['/v1/show', { targets: ['docs/payments.md'] }],
  ['/v1/explain', { task: 'fix the webhook confirmation' }],
];

/** Clients that ask one question after the other, each on a connection of its own, as long as there is another one to ask. */
export async function load(
  url: string,
  { clients, hasMore }: { clients: number; hasMore: (asked: number) => boolean },
): Promise<Load> {
  const times: number[] = [];
  const faults: string[] = [];
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const client = async (first: number) => {
    for (let asked = 0; hasMore(asked); asked++) {
      const [path, question] = QUESTIONS[(first + asked) % QUESTIONS.length]!;
      const started = performance.now();
      const fault = await askOnce(url + path, question, agent);
      if (fault === null) times.push(performance.now() - started);
      else faults.push(fault);
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, index) => client(index)));
  agent.destroy();
  return { times: times.sort((a, b) => a - b), faults };
}

/** Null for an answer with a text, else what came instead. */
export function askOnce(url: string, question: unknown, agent: Agent): Promise<string | null> {
  return new Promise((resolve) => {
    const headers = { 'content-type': 'application/json' };
    const asked = request(url, { method: 'POST', headers, agent }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        const isAnswer = response.statusCode === 200 && JSON.parse(text).text !== '';
        resolve(isAnswer ? null : `${response.statusCode} ${text.slice(0, 200)}`);
      });
    });
    asked.on('error', (error) => resolve(error.message));
    asked.end(JSON.stringify(question));
  });
}
