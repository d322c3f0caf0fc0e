import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { getPrompt } from '../../src/surfaces/mcp/prompts.ts';
import { serveWorkspace } from '../../src/surfaces/serving/serve-workspace.ts';
import { knap } from '../surfaces/knap.ts';

const PATCH = '--- a/src/pay.ts\n+++ b/src/pay.ts\n@@ -1 +1 @@\n-export const pay = 3;\n+export const pay = 4;\n';

/**
 * Puts every question to knap that makes it call git; what is answered is not looked at. The essential ones list files,
 * read history and compare; the others do the same again in other words.
 */
export async function askEverything(root: string, { isEssential = false } = {}): Promise<void> {
  // A new index, so that history is read again.
  rmSync(join(root, '.knap'), { recursive: true, force: true });
  await knap(root, ['index']);
  for (const ref of ['HEAD', 'HEAD~1']) await knap(root, ['pack', '--diff', ref, '--format', 'markdown']);
  if (!isEssential) {
    await knap(root, ['pack', '--patch', '-', '--format', 'markdown'], { input: PATCH });
    await knap(root, ['query', 'payment confirmation']);
    await knap(root, ['status']);
    await knap(root, ['eval', '--limit', '1']);
  }
  const env = { HOME: join(root, '.home') };
  // In a thread as a server has it; the essential ones without, which takes less to start.
  const workers = isEssential ? 0 : 1;
  const workspace = serveWorkspace({ root, userFile: undefined, cwd: root, env, workers });
  try {
    await getPrompt({ name: 'review-diff', arguments: { ref: 'HEAD~1' } }, () => workspace.call());
  } catch {
    // An object is missing, so that git cannot compare.
  } finally {
    await workspace.close();
  }
}
