// The operation `pack`: prints a pack, writes it as a folder, or both.
import { resolve } from 'node:path';
import * as z from 'zod';
import type { Bundle } from '../bundle/pages.ts';
import { makeStateFolder } from '../config/workspace-folders.ts';
import { writeAtOnce } from '../config/write-at-once.ts';
import { ContextError } from '../model/errors.ts';
import type { Pack } from '../model/pack.ts';
import { visibleData } from '../model/visible-text.ts';
import type { PackAnswer } from '../ports/engine.ts';
import { copy, packFormat } from './input/fields.ts';
import { unreadSeen } from './input/read-seen.ts';
import { packInputOf, taskFields, withStoredChoices } from './input/task-input.ts';
import { type Call, defineOperation, faultsAmong, nothingYet, optional } from './operation.ts';
import { type PackResult, packOutput } from './output/code-output.ts';

export const pack = defineOperation({
  input: z.strictObject({
    ...taskFields,
    format: packFormat,
    explain: optional.yesNo('Explain why candidates are in or out and what each block costs', { isFine: true }),
    copy,
    out: optional.text('Write the pack to this new folder instead of .knap/packs', {
      placeholder: 'DIR',
      short: 'o',
      isLocal: true,
    }),
    manifest: optional.text('Also write the manifest (ctx.json) to this file', { placeholder: 'FILE', isLocal: true }),
  }),
  output: packOutput,
  positional: 'task',
  question: 'What are you about to do?',
  details:
    'Without --format the pack becomes a folder in .knap/packs: a terminal shows a summary, a pipe gets its PACK.md. With --format it is printed, and a folder is written only with --out. Files of the current folder come first among equals (--near names another folder). Exit status 3: nothing was found.',
  asksAll: true,
  examples: [
    'knap pack "fix the login redirect"',
    'knap pack --error crash.log --since 30m',
    'knap pack "fix the login redirect" --explain',
    'git diff main | knap pack --patch - --format xml --budget 8000',
    'knap pack "fix the login redirect" --copy',
  ],
  async run(call, { out, manifest, copy: isCopied, ...question }) {
    const format = question.format ?? call.config.format;
    const packInput = { ...packInputOf(await withStoredChoices(question, call.root), call), format };
    const places = [out, manifest].flatMap((given) => (given === undefined ? [] : [resolve(call.cwd, given)]));
    for (const place of places) await (await loadFolders()).refuseLinkedOut(call.root, place);
    const engine = await call.engine();
    const answered = await engine.pack(packInput);
    const { pack: made, text, edges } = answered;
    if (isCopied) call.copy?.(text);
    // Blocks that the reader already has count as found, although they are not quoted again.
    const isEmpty = made.files.length + made.blocks.length + made.references.length === 0;
    const isKept = format === undefined && !isEmpty;
    const folder = await writeFolder(call, { pack: made, text, edges }, out, isKept);
    if (manifest !== undefined) await writeManifest(resolve(call.cwd, manifest), { ...answered, folder });
    return {
      value: { ...answered, folder },
      // With --explain and no format, prints the explanation: the pack itself is in its folder.
      text: question.explain && format === undefined ? await drawPack(answered) : text,
      nothingFound: isEmpty ? nothingFound(made) : null,
      notes: made.notes,
      warnings: [...unreadSeen(question.seen), ...made.task.notes, ...faultsAmong(made.notes), ...nothingFits(made)],
    };
  },
});

// Loaded on use, because a pack with a format writes no folder without --out.
const loadFolders = () => import('../bundle/write-folder.ts');

// The width of an explanation that the command line does not draw, in characters.
const COLUMNS = 120;

async function drawPack(answered: PackAnswer): Promise<string> {
  return (await import('./explain.ts')).explainedText(answered, { columns: COLUMNS });
}

async function writeFolder(call: Call, bundle: Bundle, out: string | undefined, isKept: boolean) {
  if (out !== undefined) return (await loadFolders()).writeNamedFolder(resolve(call.cwd, out), bundle, call.now());
  if (!isKept) return null;
  const packs = await makeStateFolder(call.root, 'packs');
  const [{ writePackFolder }, { prunePacks }] = await Promise.all([loadFolders(), import('../bundle/pack-folders.ts')]);
  const folder = await writePackFolder(packs, bundle, call.now());
  await prunePacks(packs, call.config.packsKept);
  return folder;
}

async function writeManifest(path: string, value: PackResult): Promise<void> {
  const content = `${JSON.stringify(visibleData(packOutput.data(value)), null, 2)}\n`;
  await writeAtOnce(path, content).catch((cause: NodeJS.ErrnoException) => {
    throw new ContextError('BAD_INPUT', `${path} cannot be written (${cause.code}).`, { cause });
  });
}

function nothingFound({ task, notes, coverage, excluded, usage }: Pack): string {
  const yet = nothingYet(notes);
  if (yet !== null) return yet;
  if (coverage.files === 0)
    return 'There are no files here that knap reads: look at knap status, or name another folder with --root.';
  if (excluded.budget > 0) return `Nothing fits ${usage.budget} tokens: the least that names a place is about 100.`;
  const advice = task.notes[0] ?? task.suggestions[0];
  return `Nothing in this workspace speaks to the task.${advice ? ` ${advice}` : ''}`;
}

function nothingFits({ blocks, references, excluded, usage }: Pack): readonly string[] {
  const missing = references.filter(({ excludedBecause }) => excludedBecause === 'budget').length + excluded.budget;
  if (blocks.length > 0 || missing === 0) return [];
  return [`No block fits ${usage.budget} tokens, so that only places are named; more fits from about 500 on.`];
}
