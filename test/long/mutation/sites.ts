import { parseSync } from 'vite';

/** One small change of a program. */
export interface Mutation {
  readonly path: string;
  readonly line: number;
  readonly start: number;
  readonly end: number;
  /** What stands there instead. */
  readonly by: string;
  readonly what: string;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

type Change = Pick<Mutation, 'start' | 'end' | 'by' | 'what'>;

const COMPARED: Readonly<Record<string, string>> = {
  ...{ '<': '<=', '<=': '<', '>': '>=', '>=': '>', '===': '!==', '!==': '===' },
  ...{ '+': '-', '-': '+', '*': '/', '&&': '||', '||': '&&' },
};

/** Everything that can be changed in a program, in the order of its text. */
export function mutationsOf(path: string, text: string): readonly Mutation[] {
  const changes: Change[] = [];
  visit(parseSync(path, text).program as unknown as Node, text, changes);
  return changes.map((change) => ({ path, line: text.slice(0, change.start).split('\n').length, ...change }));
}

function visit(node: Node, text: string, changes: Change[]): void {
  // Types say nothing when a program runs, and what is never broken is not missed.
  if (
    /^(?:TS(?!AsExpression|NonNull)|Import)/.test(node.type) ||
    /^invariant\(/.test(text.slice(node.start, node.start + 10))
  )
    return;
  changes.push(...(CHANGES[node.type]?.(node, text) ?? []));
  for (const value of Object.values(node))
    for (const inner of Array.isArray(value) ? value : [value]) if (isNode(inner)) visit(inner, text, changes);
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

const CHANGES: Readonly<Record<string, (node: Node, text: string) => readonly Change[]>> = {
  BinaryExpression: otherOperator,
  LogicalExpression: otherOperator,
  IfStatement: ({ test }) => (isNode(test) ? constantFor(test, 'a condition') : []),
  ConditionalExpression: ({ test }) => (isNode(test) ? constantFor(test, 'a choice') : []),
  UnaryExpression: ({ operator, start, end, argument }, text) =>
    operator === '!' && isNode(argument)
      ? [{ start, end, by: text.slice(argument.start, argument.end), what: 'a negation dropped' }]
      : [],
  Literal: ({ value, start, end }) => {
    // A limit that is one more is hardly another; a tenth of it is.
    const other = typeof value === 'number' ? (value > 10 ? Math.floor(value / 10) : value + 1) : null;
    if (other !== null) return [{ start, end, by: String(other), what: `${value} becomes ${other}` }];
    return typeof value === 'boolean' ? [{ start, end, by: String(!value), what: `${value} the other way` }] : [];
  },
  ExpressionStatement: ({ start, end }) => [{ start, end, by: ';', what: 'a statement removed' }],
  BlockStatement: ({ start, body }) =>
    Array.isArray(body) && body.length > 1 ? [{ start, end: start + 1, by: '{ return;', what: 'an early return' }] : [],
  MemberExpression: ({ property }, text) => {
    if (!isNode(property)) return [];
    const { start, end } = property;
    const by = SWAPPED[text.slice(start, end)];
    return by === undefined ? [] : [{ start, end, by, what: `${by} for its opposite` }];
  },
};

const SWAPPED: Readonly<Record<string, string>> = { min: 'max', max: 'min', some: 'every', every: 'some' };

function otherOperator({ operator, left, right }: Node, text: string): readonly Change[] {
  if (!isNode(left) || !isNode(right) || typeof operator !== 'string') return [];
  const isText = [left, right].some((side) => /^[`'"]/.test(text.slice(side.start, side.end)));
  const by = Object.hasOwn(COMPARED, operator) && !(operator === '+' && isText) ? COMPARED[operator] : undefined;
  const at = text.indexOf(operator, left.end);
  return by === undefined ? [] : [{ start: at, end: at + operator.length, by, what: `${operator} becomes ${by}` }];
}

const constantFor = ({ start, end }: Node, what: string): readonly Change[] =>
  ['true', 'false'].map((by) => ({ start, end, by, what: `${what} always ${by}` }));
