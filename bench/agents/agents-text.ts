import { table } from '../../src/operations/text-table.ts';
import type { AgentsEvaluation, AgentTask } from './evaluate-agents.ts';
import type { HeldLines } from './measure-session.ts';

const TASK_CHARACTERS = 30;

const LEGEND = [
  'looked: reads, searches and lists before the first edit, and their tokens.',
  'edit: the turn of the first edit. pack: tokens of the pack, made at the commit',
  'before the session from the first prompt alone. edited, read: lines the agent went on',
  'to edit and to read, and the share of them in the pack. spared: reads that would',
  'have brought nothing new, and their tokens. turn: when the agent by itself had reached',
  'the lines that the pack holds; with the pack it has them before its first turn.',
  'Not measured: searches that a pack makes needless, lines read of a file after an',
  'edit, uncommitted changes, and what the agent would have done instead.',
];

/** Prints an evaluation of an agent's sessions. */
export function agentsText({ budget, tasks, untold }: Omit<AgentsEvaluation, 'notes'>): string {
  const said = `${tasks.length} ${tasks.length === 1 ? 'session' : 'sessions'}, packs of at most ${budget} tokens`;
  return [
    ...(tasks.length === 0 ? ['No session could be replayed.'] : [said, '', ...sessionTable(tasks), '', ...LEGEND]),
    ...untoldLines(untold),
  ].join('\n');
}

function sessionTable(tasks: readonly AgentTask[]): readonly string[] {
  const sum = (of: (task: AgentTask) => number) => tasks.reduce((total, task) => total + of(task), 0);
  const held = (of: (task: AgentTask) => HeldLines): HeldLines => ({
    lines: sum((task) => of(task).lines),
    held: sum((task) => of(task).held),
  });
  const rows = tasks.map((task) => [
    task.task.replace(/\s+/g, ' ').slice(0, TASK_CHARACTERS),
    `${task.looking.calls}, ${task.looking.tokens}`,
    task.firstEditTurn === null ? '-' : String(task.firstEditTurn),
    String(task.packTokens),
    share(task.edited),
    share(task.read),
    `${task.spared.calls}, ${task.spared.tokens}`,
    task.ownTurn === null ? '-' : String(task.ownTurn),
  ]);
  const all = [
    'all',
    `${sum(({ looking }) => looking.calls)}, ${sum(({ looking }) => looking.tokens)}`,
    '',
    String(sum(({ packTokens }) => packTokens)),
    share(held(({ edited }) => edited)),
    share(held(({ read }) => read)),
    `${sum(({ spared }) => spared.calls)}, ${sum(({ spared }) => spared.tokens)}`,
    '',
  ];
  const head = ['task', 'looked', 'edit', 'pack', 'edited', 'read', 'spared', 'turn'];
  return table([head, ...rows, ...(tasks.length > 1 ? [all] : [])]);
}

/** `24, 75 %` */
function share({ lines, held }: HeldLines): string {
  return lines === 0 ? '0' : `${lines}, ${Math.round((100 * held) / lines)} %`;
}

function untoldLines(untold: AgentsEvaluation['untold']): readonly string[] {
  const counts = [...Map.groupBy(untold, ({ why }) => why)].map(([why, some]) => `${some.length} ${why}`);
  return counts.length === 0 ? [] : ['', `Files without a session that could be replayed: ${counts.join('; ')}.`];
}
