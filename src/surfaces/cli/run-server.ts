import { resolve } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { DEFAULTS } from '../../config/defaults.ts';
import { ContextError } from '../../model/errors.ts';
import { readInput } from '../../operations/input/read-input.ts';
import { configFlags } from './asked/config-flags.ts';
import { valuesOf } from './options.ts';
import type { Globals, ParsedServer } from './program.ts';
import { textReader } from './read-text.ts';
import type { RunCommand, Terminal } from './terminal.ts';

/** Serves until the callers are gone; the folder may be given as the argument or with --root, and further ones are asked too. */
export async function runServer(
  { server, given, globals }: ParsedServer,
  terminal: Terminal,
  run: RunCommand,
): Promise<number> {
  const typed = await valuesOf(server, given, textReader(terminal));
  const values: Readonly<Record<string, unknown>> = readInput(server, typed);
  const { env, cwd } = terminal;
  const config = globals.config ?? env.KNAP_CONFIG;
  if (globals.repo !== undefined)
    throw new ContextError(
      'BAD_INPUT',
      'A server answers for folders and stores: clone the repository, and name its folder.',
    );
  const [root, ...beside] = [...(typeof values.root === 'string' ? [values.root] : []), ...(globals.root ?? [])];
  for (const flag of DEFAULTS.serving.mainFlags) setFlagsFromString(flag);
  return server.serve(
    values,
    {
      root,
      beside,
      group: globals.group,
      userFile: config === undefined ? undefined : resolve(cwd, config),
      flags: configFlags(globals, onlyOne(globals)),
      env,
      cwd,
      isMeant: globals.yes === true,
      run,
      isVerbose: globals.verbose === true,
      isQuiet: globals.quiet === true,
      ...(terminal.warm && {
        openAmong: ({ options: { root: asked }, config, neighbours = [] }) =>
          neighbours.length > 0 ? terminal.warm!.decline() : terminal.warm!.engineFor(asked, config),
      }),
    },
    terminal,
  );
}

function onlyOne({ workspace = [] }: Globals): string | undefined {
  if (workspace.length > 1)
    throw new ContextError('BAD_INPUT', 'A server is told its workspaces by its own options: give one --workspace.');
  return workspace[0];
}
