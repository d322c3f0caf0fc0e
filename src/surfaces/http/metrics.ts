// Counts requests and their times, and prints these counters and other measurements for `/metrics`.
import type { StoreLoad } from '../../engine/shared-store.ts';
import type { QuestionQueue } from './question-queue.ts';

export type Metrics = ReturnType<typeof createMetrics>;

interface AnsweredRequest {
  readonly route: string;
  readonly method: string;
  readonly status: number;
  readonly seconds: number;
}

interface MeasuredNow {
  readonly load: QuestionQueue['load'];
  readonly shed: QuestionQueue['shed'];
  readonly listeners: number;
  readonly isReady: boolean;
  /** The load of the shared store: null if it does not answer, absent if there is none. */
  readonly store?: StoreLoad | null | undefined;
}

const STORE_GAUGES: Readonly<Record<keyof StoreLoad, readonly [name: string, help: string]>> = {
  connections: ['knap_store_connections', 'Connections of all knap processes to the shared store.'],
  waiting: ['knap_store_waiting', 'Connections that wait for another writer.'],
  due: ['knap_queue_due', 'Views that wait for a worker.'],
  taken: ['knap_queue_taken', 'Views that workers are indexing.'],
  givenUp: ['knap_queue_given_up', 'Views that workers gave up after repeated failures.'],
};

interface RequestTimes {
  sum: number;
  readonly counts: number[];
}

const BUCKETS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60];

/** Callers pass few different routes, so that there are few counters. */
export function createMetrics(version: string) {
  const requests = new Map<string, number>();
  const seconds = new Map<string, RequestTimes>();
  return {
    count: ({ route, method, status, seconds: took }: AnsweredRequest) => {
      const labels = `method="${method}",route="${route}"`;
      const key = `${labels},status="${status}"`;
      requests.set(key, (requests.get(key) ?? 0) + 1);
      const timed = seconds.get(labels) ?? { sum: 0, counts: BUCKETS.map(() => 0).concat(0) };
      seconds.set(labels, timed);
      timed.sum += took;
      const bucket = BUCKETS.findIndex((max) => took <= max);
      timed.counts[bucket < 0 ? BUCKETS.length : bucket]! += 1;
    },
    /** The metrics in the text format of Prometheus. */
    text: ({ load, shed, listeners, isReady, store }: MeasuredNow) =>
      [
        ...metric('knap_info', 'gauge', 'The running version of knap.', [[`version="${version}"`, 1]]),
        ...gauge('knap_ready', 'Whether the index has been up to date since the start.', Number(isReady)),
        ...gauge('knap_questions_running', 'Questions being answered.', load.running),
        ...gauge('knap_questions_waiting', 'Questions that wait to be answered.', load.waiting),
        ...metric(
          'knap_questions_shed_total',
          'counter',
          'Questions refused with 503: the queue was full, or they had waited too long.',
          Object.entries(shed).map(([reason, count]) => [`reason="${reason}"`, count]),
        ),
        ...gauge('knap_listeners', 'Open event streams.', listeners),
        ...gauge('process_resident_memory_bytes', 'Memory of the process.', process.memoryUsage.rss()),
        ...(store === undefined ? [] : storeMetrics(store)),
        ...metric('knap_requests_total', 'counter', 'Requests answered.', [...requests]),
        ...histogram(seconds),
        '',
      ].join('\n'),
  };
}

function storeMetrics(store: StoreLoad | null): readonly string[] {
  const up = gauge('knap_store_up', 'Whether the shared store answers.', Number(store !== null));
  if (store === null) return up;
  const keys = Object.keys(STORE_GAUGES) as (keyof StoreLoad)[];
  return [...up, ...keys.flatMap((key) => gauge(...STORE_GAUGES[key], store[key]))];
}

const gauge = (name: string, help: string, value: number) => metric(name, 'gauge', help, [['', value]]);

function metric(
  name: string,
  type: string,
  help: string,
  values: readonly (readonly [labels: string, value: number])[],
): readonly string[] {
  const lines = values.map(([labels, value]) => `${name}${labels === '' ? '' : `{${labels}}`} ${value}`);
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines];
}

function histogram(timed: ReadonlyMap<string, RequestTimes>): readonly string[] {
  const name = 'knap_request_seconds';
  const lines = [...timed].flatMap(([labels, { sum, counts }]) => {
    let total = 0;
    const buckets = counts.map((count, index) => {
      total += count;
      return `${name}_bucket{${labels},le="${BUCKETS[index] ?? '+Inf'}"} ${total}`;
    });
    return [...buckets, `${name}_sum{${labels}} ${sum}`, `${name}_count{${labels}} ${total}`];
  });
  return [`# HELP ${name} How long answers took.`, `# TYPE ${name} histogram`, ...lines];
}
