import type { GraphStep } from '../../model/graph.ts';

const NAME_MAX = 60;
const STEPS_MAX = 3;

/** A step in words, as said of the node it leads to. */
interface Words {
  readonly first: string;
  /** After `which`. */
  readonly further: string;
}

const WORDS: Readonly<Record<`${GraphStep['relation']} ${GraphStep['direction']}`, (field: string) => Words>> = {
  'child out': () => ({ first: 'child of', further: 'is a child of' }),
  'child in': () => ({ first: 'contains', further: 'contains' }),
  'parent out': () => ({ first: 'contains', further: 'contains' }),
  'parent in': () => ({ first: 'child of', further: 'is a child of' }),
  'references out': () => ({ first: 'mentioned in', further: 'is mentioned in' }),
  'references in': () => ({ first: 'mentions', further: 'mentions' }),
  'field out': (field) => ({ first: `field ${field} of`, further: `is the field ${field} of` }),
  'field in': (field) => ({ first: `its field ${field} is`, further: `has as ${field}` }),
};

/** How a node hangs together with the source of a path: `child of Tasks, which is a child of Atlas`. */
export function becauseOf(path: readonly GraphStep[], nameOf: (id: string) => string): string {
  const steps = path.toReversed();
  const clauses = steps.slice(0, STEPS_MAX).map((step, index) => {
    const { first, further } = WORDS[`${step.relation} ${step.direction}`](shortName(step.field ?? ''));
    return `${index === 0 ? first : `which ${further}`} ${shortName(nameOf(step.from))}`;
  });
  const rest = steps.length - STEPS_MAX;
  const source = path[0];
  if (rest > 0 && source !== undefined) clauses.push(`${path.length} steps from ${shortName(nameOf(source.from))}`);
  return clauses.join(', ');
}

/** A name that does not fill a line. */
export function shortName(name: string): string {
  const line = name.replace(/\s+/g, ' ').trim();
  const short =
    line.length > NAME_MAX
      ? `${[...line]
          .slice(0, NAME_MAX - 1)
          .join('')
          .trimEnd()}…`
      : line;
  return short || 'a node without a name';
}
