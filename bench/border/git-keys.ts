import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { askEverything } from '../../test/border/ask-everything.ts';
import { keysOfGit, verdictOn } from '../../test/border/git-keys.ts';
import { settingsFor, springByHand, trapRepository } from '../../test/border/git-traps.ts';

// Counts the git settings of a repository that make knap run something: node bench/border/git-keys.ts. Sets each key that can
// name a program, a server, a folder or a file alone, in the configuration and in an included file, and asks knap everything
// that makes it call git. Then runs plain git in the same repository, to see which of these traps work at all.
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'knap-border-')));
try {
  const [root, canaries] = [join(folder, 'root'), join(folder, 'canaries')];
  mkdirSync(root);
  const repository = trapRepository(root, canaries);
  const keys = keysOfGit();
  const tried = keys.filter((key) => verdictOn(key)?.isTried);
  const run: string[] = [];
  const live: string[] = [];
  for (const key of tried) {
    for (const through of ['include', undefined] as const) {
      repository.configure(settingsFor(key, canaries), through);
      await askEverything(root, { isEssential: true });
      if (repository.sprung().length > 0) run.push(`${key}${through ? ' (included)' : ''}`);
    }
    if (springByHand(repository).some((name) => !name.startsWith('hook-'))) live.push(key);
  }
  console.log(`${execFileSync('git', ['--version'], { encoding: 'utf8' }).trim()}: ${keys.length} keys`);
  console.log(
    `tried: ${tried.length}, each twice; run by knap: ${run.length}${run.length > 0 ? ` (${run.join(', ')})` : ''}`,
  );
  console.log(`passed over with a reason: ${keys.filter((key) => verdictOn(key)?.isTried === false).length}`);
  console.log(`not looked at: ${keys.filter((key) => verdictOn(key) === null).length}`);
  console.log(`run by plain git (status, diff, log -p, ls-files, show): ${live.length} (${live.join(', ')})`);
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}
