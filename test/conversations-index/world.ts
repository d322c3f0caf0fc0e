import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type ConversationsFolder, configSchema } from '../../src/config/schema.ts';
import { createEngine } from '../../src/engine.ts';
import type { Engine, EngineOptions } from '../../src/ports/engine.ts';
import { type Files, folder, write } from '../indexing/folder.ts';

// The code and what is said of it share no word: only the edge can bring one to the other.
export const CODE = {
  'src/ledger/settle.ts':
    'export function settleAccounts() {\n  return drainTill(1);\n}\n\nexport function drainTill(x: number) {\n  return x;\n}\n',
  'src/mail/send.ts': 'export function sendLetter() {}\n',
  'src/ui/button.ts': 'export function drawButton() {}\n',
};

const OLD = new Date('2026-01-01');

/** A file of our own form: each message a line. */
export function transcript(messages: readonly object[]): string {
  return messages.map((one) => `${JSON.stringify({ session: 's', role: 'user', ...one })}\n`).join('');
}

/** A workspace and a folder with transcripts beside it; `open` makes an engine that knows of both. */
export function world(said: (root: string) => Files, code: Files = CODE) {
  const root = folder(code);
  const past = folder();
  const say = (files: Files, when = OLD) => {
    write(past, files);
    for (const path of Object.keys(files)) utimesSync(join(past, path), when, when);
  };
  say(said(root));
  const open = async (
    conversations: readonly ConversationsFolder[] = [{ folder: past }],
    options: Partial<EngineOptions> = {},
  ): Promise<Engine> => {
    const engine = await createEngine({ root, ...options }, configSchema.parse({ conversations, history: false }));
    onTestFinished(() => engine.close());
    return engine;
  };
  return { root, past, say, open };
}
