import { ContextError } from '../../model/errors.ts';
import type { Assertion, PatternNode } from './parse-pattern.ts';
import { inLowerCase, type Ranges, without } from './ranges.ts';

/** One step of a program: take a character of a set, go on in one or two places, look where it stands, or be done. */
export type PatternStep =
  | { readonly kind: 'take'; readonly low: Uint8Array; readonly high: Ranges }
  | { readonly kind: 'fork'; readonly to: readonly number[] }
  | { readonly kind: 'assert'; readonly what: Assertion }
  | { readonly kind: 'match' };

const STEPS_MAX = 4000;
/** Characters below this are looked up in a table. */
export const LOW = 128;

/** A pattern as steps; every step but a fork goes on with the next one. */
export function compilePattern(tree: PatternNode, options: { readonly ignoresCase: boolean }): readonly PatternStep[] {
  const steps: (PatternStep | null)[] = [];
  const put = (step: PatternStep | null): number => {
    if (steps.length >= STEPS_MAX) throw new ContextError('BAD_INPUT', 'The pattern repeats too much to be used.');
    return steps.push(step) - 1;
  };
  const emit = (node: PatternNode): void => {
    if (node.kind === 'set') {
      const ranges = options.ignoresCase ? inLowerCase(node.ranges) : node.ranges;
      // Case first: who wants everything but an A does not want an a either, where case is left aside.
      put(take(node.isNegated ? without(ranges) : ranges));
    } else if (node.kind === 'assert') put(node);
    else if (node.kind === 'all') for (const part of node.parts) emit(part);
    else if (node.kind === 'either') emitEither(node.options);
    else emitRepeat(node);
  };
  const emitEither = (all: readonly PatternNode[]): void => {
    const start = put(null);
    const starts: number[] = [];
    const ends: number[] = [];
    for (const option of all) {
      starts.push(steps.length);
      emit(option);
      ends.push(put(null));
    }
    steps[start] = { kind: 'fork', to: starts };
    for (const end of ends) steps[end] = { kind: 'fork', to: [steps.length] };
  };
  const emitRepeat = ({ node, min, max }: Extract<PatternNode, { kind: 'repeat' }>): void => {
    for (let count = 0; count < min; count++) emit(node);
    if (max === Number.POSITIVE_INFINITY) {
      const loop = put(null);
      emit(node);
      put({ kind: 'fork', to: [loop] });
      steps[loop] = { kind: 'fork', to: [loop + 1, steps.length] };
      return;
    }
    const skips: number[] = [];
    for (let count = min; count < max; count++) {
      skips.push(put(null));
      emit(node);
    }
    for (const skip of skips) steps[skip] = { kind: 'fork', to: [skip + 1, steps.length] };
  };
  emit(tree);
  put({ kind: 'match' });
  return steps.map((step) => step ?? { kind: 'match' });
}

function take(ranges: Ranges): PatternStep {
  const low = new Uint8Array(LOW);
  for (const [first, last] of ranges) for (let at = first; at <= Math.min(last, LOW - 1); at++) low[at] = 1;
  return { kind: 'take', low, high: ranges.filter(([, last]) => last >= LOW) };
}
