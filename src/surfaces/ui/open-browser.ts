import { spawn } from 'node:child_process';

/** What opens an address, by the system; elsewhere it is the one of the desktops of Linux and the BSDs. */
const OPENERS: Readonly<Record<string, readonly [program: string, ...args: string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};
const OTHERWISE: readonly [string] = ['xdg-open'];

/** Opens an address of ours. Where nothing can, whoever started it has read the address. */
export function openBrowser(
  address: string,
  { env, platform }: { readonly env: Readonly<Record<string, string | undefined>>; readonly platform: string },
): void {
  const [program, ...args] = OPENERS[platform] ?? OTHERWISE;
  spawn(program, [...args, address], { env: { ...env }, stdio: 'ignore', detached: true })
    .on('error', () => undefined)
    .unref();
}
