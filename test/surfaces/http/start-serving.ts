import type { ChildProcess } from 'node:child_process';
import { onTestFinished } from 'vitest';
import { startKnap } from '../knap.ts';

/** The command as a process of its own, and the address it prints. */
export function startServing(root: string, ...args: readonly string[]): Promise<{ child: ChildProcess; url: string }> {
  return startServingIn({}, root, ...args);
}

/** The same with these variables in its environment. */
export async function startServingIn(
  env: Readonly<Record<string, string>>,
  root: string,
  ...args: readonly string[]
): Promise<{ child: ChildProcess; url: string }> {
  const child = startKnap(root, ['serve', '--port', '0', ...args], { env });
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  for await (const chunk of child.stderr!.iterator({ destroyOnReturn: false })) {
    said += chunk;
    const [, url] = /serving .* on (http:\/\/\S+)\n/.exec(said) ?? [];
    if (url !== undefined) return { child, url };
  }
  throw new Error(said);
}
