// Makes the text that `knap` without arguments prints: what knap does, the state of the index here, commands to try.
import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { VERSION } from '../../config/this-package.ts';
import { isMarked } from '../../config/workspace-folders.ts';
import { oneLine } from '../../model/visible-text.ts';
import { wrapText } from '../../operations/text-table.ts';
import { indexFile } from '../serving/check-folder.ts';

const TRIES = [
  ['knap pack "fix the login redirect"', 'what to read for it, within a budget'],
  ['knap query "where is a user checked"', 'the code that answers a question'],
  ['knap setup', 'make knap known to your agent'],
] as const;

export function welcomeText(root: string, { columns, nowMs }: { columns: number; nowMs: number }): string {
  const width = Math.max(...TRIES.map(([command]) => command.length));
  const isWide = TRIES.every(([, what]) => 2 + width + 2 + what.length <= columns);
  const tries = TRIES.flatMap(([command, what]) =>
    isWide ? [`  ${command.padEnd(width)}  ${what}`] : [`  ${command}`, ...wrapText(what, '      ', columns)],
  );
  const flat = (text: string) => wrapText(text, '', columns).join('\n');
  return [
    flat(`knap ${VERSION} finds what a language model should read for a task, and packs it within a token budget.`),
    flat(stateText(root, nowMs)),
    ['Three things to try:', ...tries].join('\n'),
    flat('How to begin: knap help quick-start · all commands: knap --help · whether all is well here: knap doctor'),
  ].join('\n\n');
}

function stateText(root: string, nowMs: number): string {
  const name = oneLine(basename(root) || root);
  const index = indexFile(root);
  if (index === null && !isMarked(root))
    return `${name} is not a git repository: knap would read this folder as it is. Go to a project first, or name one with --root DIR or --repo ADDRESS.`;
  if (index === null) return `${name} is not indexed yet; the first question does that, and so does: knap index`;
  const { size, mtimeMs } = statSync(index);
  return `${name} has an index of ${(size / 1_048_576).toFixed(1)} MB, last written ${ago(nowMs - mtimeMs)}; every question looks for changes first.`;
}

const SPANS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

function ago(ms: number): string {
  const span = SPANS.find(([, length]) => ms >= length);
  if (!span) return 'just now';
  const count = Math.floor(ms / span[1]);
  return `${count} ${span[0]}${count === 1 ? '' : 's'} ago`;
}
