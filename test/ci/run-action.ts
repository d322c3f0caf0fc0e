import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parse } from 'yaml';

interface Step {
  readonly name: string;
  readonly if?: string;
  readonly shell: string;
  readonly run: string;
  readonly env?: Readonly<Record<string, string>>;
}

interface ActionFile {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
}

export interface ActionRun {
  /** What GitHub tells an action. */
  readonly github: unknown;
  readonly inputs?: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

export interface StepOutcome {
  readonly name: string;
  readonly status: number | null;
  readonly said: string;
}

/** Runs the steps of a composite action as a runner does: expressions are put in, each script gets a shell of its own. */
export function runAction(file: string, { github, inputs = {}, cwd, env }: ActionRun): readonly StepOutcome[] {
  const action: ActionFile = parse(readFileSync(file, 'utf8'));
  if (action.runs.using !== 'composite') throw new Error('only composite actions are run here');
  const defaults = Object.entries(action.inputs).map(([name, input]) => [name, input.default ?? '']);
  const known = { github: { ...Object(github), action_path: dirname(file) }, inputs: {} };
  const given = { ...Object.fromEntries(defaults), ...inputs };
  known.inputs = Object.fromEntries(Object.entries(given).map(([name, text]) => [name, filled(String(text), known)]));
  const outcomes: StepOutcome[] = [];
  for (const { name, if: when, shell, run, env: own = {} } of action.runs.steps) {
    if (when !== undefined && evaluated(when, known) !== 'true') continue;
    if (shell !== 'bash') throw new Error(`${name}: another shell than bash`);
    const variables = Object.entries(own).map(([key, text]) => [key, filled(text, known)]);
    const { status, stdout, stderr } = spawnSync('bash', ['-e', '-o', 'pipefail', '-c', filled(run, known)], {
      cwd,
      env: { ...env, ...Object.fromEntries(variables) },
      encoding: 'utf8',
    });
    outcomes.push({ name, status, said: stdout + stderr });
    if (status !== 0) break;
  }
  return outcomes;
}

const filled = (text: string, known: unknown): string =>
  text.replace(/\$\{\{(.*?)\}\}/g, (_, expression: string) => evaluated(expression, known));

// `a.b`, `a.b || c.d` and `a.b == 'text'`: what these files use of the language of expressions.
function evaluated(expression: string, known: unknown): string {
  const [left = '', right] = expression.split('==').map((part) => part.trim());
  if (right !== undefined) return String(evaluated(left, known) === right.replace(/^'(.*)'$/, '$1'));
  for (const path of left.split('||').map((part) => part.trim())) {
    const value = path.split('.').reduce<unknown>((at, key) => Object(at)[key], known);
    if (value !== undefined && value !== '') return String(value);
  }
  return '';
}
