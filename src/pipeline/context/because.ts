// Says in words how a node of a graph is related to the node that the caller asked about.
import type { GraphStep } from '../../model/graph.ts';

const NAME_MAX = 60;
const STEPS_MAX = 3;

interface Ends {
  readonly field: string;
  /** What the step came from. */
  readonly from: string;
}

/** Words for a step, about the node it leads to: at the beginning of the reason, and after `which`. */
interface StepWords {
  first(ends: Ends): string;
  further(ends: Ends): string;
}

const CHILD: StepWords = { first: ({ from }) => `child of ${from}`, further: ({ from }) => `is a child of ${from}` };
const CONTAINS: StepWords = { first: ({ from }) => `contains ${from}`, further: ({ from }) => `contains ${from}` };

const WORDS: Readonly<Record<`${GraphStep['relation']} ${GraphStep['direction']}`, StepWords>> = {
  'child out': CHILD,
  'child in': CONTAINS,
  'parent out': CONTAINS,
  'parent in': CHILD,
  'references out': { first: ({ from }) => `mentioned in ${from}`, further: ({ from }) => `is mentioned in ${from}` },
  'references in': { first: ({ from }) => `mentions ${from}`, further: ({ from }) => `mentions ${from}` },
  'field out': {
    first: ({ field, from }) => `field ${field} of ${from}`,
    further: ({ field, from }) => `is the field ${field} of ${from}`,
  },
  'field in': {
    first: ({ field, from }) => `has ${from} as ${field}`,
    further: ({ field, from }) => `has ${from} as ${field}`,
  },
};

/** Says how a node is connected with the source of a path: `child of Tasks, which is a child of Atlas`. */
export function becauseOf(path: readonly GraphStep[], nameOf: (id: string) => string): string {
  const steps = path.toReversed();
  const clauses = steps.slice(0, STEPS_MAX).map((step, index) => {
    const { first, further } = WORDS[`${step.relation} ${step.direction}`];
    const ends = { field: shortName(step.field ?? ''), from: shortName(nameOf(step.from)) };
    return index === 0 ? first(ends) : `which ${further(ends)}`;
  });
  const source = path[0];
  if (steps.length > STEPS_MAX && source !== undefined)
    clauses.push(`${path.length} steps from ${shortName(nameOf(source.from))}`);
  return clauses.join(', ');
}

/** Cuts a name to NAME_MAX characters on one line. */
export function shortName(name: string): string {
  const line = name.replace(/\s+/g, ' ').trim();
  const letters = [...line.slice(0, NAME_MAX * 2)];
  const short =
    letters.length > NAME_MAX
      ? `${letters
          .slice(0, NAME_MAX - 1)
          .join('')
          .trimEnd()}…`
      : line;
  return short || 'a node without a name';
}
