import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const FENCE = /^````markdown\n\$ knap (.+)\n([\s\S]*?)^````$/m;

test('the example of the README is what the command prints, shortened where it says so', () => {
  const [, command = '', expected = ''] = FENCE.exec(readFileSync(`${ROOT}/README.md`, 'utf8')) ?? [];
  const args = [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? '');
  const printed = execFileSync(process.execPath, ['src/surfaces/cli/main.ts', ...args], { cwd: ROOT }).toString();
  // Counts follow the rest of the repository.
  const parts = expected.trim().split(/^ *…\n|…/m);
  let at = 0;
  for (const part of parts) {
    const found = printed.indexOf(part.trimEnd(), at);
    expect(found, part).toBeGreaterThanOrEqual(at);
    at = found + part.trimEnd().length;
  }
});
