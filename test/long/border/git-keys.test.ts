import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { askEverything } from '../../border/ask-everything.ts';
import { keysOfGit, verdictOn } from '../../border/git-keys.ts';
import { settingsFor, type TrappedRepository, trapRepository } from '../../border/git-traps.ts';

let folder = '';
let repository: TrappedRepository;
const canaries = () => join(folder, 'canaries');

beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'knap-border-')));
  mkdirSync(join(folder, 'root'));
  repository = trapRepository(join(folder, 'root'), canaries());
});
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));

test('every configuration key of the installed git is known as tried or as harmless', () => {
  expect(keysOfGit().filter((key) => verdictOn(key) === null)).toEqual([]);
});

describe('a key runs no program, in the configuration and in an included file', () => {
  for (const key of keysOfGit().filter((one) => verdictOn(one)?.isTried)) {
    test(`the git setting ${key} runs no program, in the configuration or in an included file`, async () => {
      for (const through of [undefined, 'include'] as const) {
        repository.configure(settingsFor(key, canaries()), through);
        await askEverything(repository.root, { isEssential: true });
        expect(repository.sprung()).toEqual([]);
      }
    });
  }
});

test('all git settings together, each with a program as its value, run no program', async () => {
  const name = 'core.editor';
  const [[, program] = ['', '']] = settingsFor(name, canaries());
  repository.configure(keysOfGit().map((key) => [key.replace(/<[^>]+>|\*$/g, 'evil'), program]));
  await askEverything(repository.root);
  expect(repository.sprung()).toEqual([]);
});
