// Runs `knap serve`, `knap mcp` and `knap ui` until they stop, and `knap hook` for one event.
import { resolve } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { DEFAULTS } from '../../config/defaults.ts';
import { ContextError } from '../../model/errors.ts';
import { readInput } from '../../operations/input/read-input.ts';
import { valuesOf } from './options.ts';
import type { ParsedServer } from './program.ts';
import type { RunCommand, Terminal } from './terminal.ts';
import { textReader } from './user-input.ts';
import { configFlags, type Globals } from './workspace-options.ts';

/** The first folder is the argument or --root; questions go to all folders. */
export async function runServer({ server, given, globals }: ParsedServer, terminal: Terminal, run: RunCommand) {
  const typed = await valuesOf(server, given, textReader(terminal));
  const values: Readonly<Record<string, unknown>> = readInput(server, typed);
  const { env, cwd } = terminal;
  const config = globals.config ?? env.KNAP_CONFIG;
  if (globals.repo !== undefined)
    throw new ContextError('BAD_INPUT', 'A server does not take --repo: clone the repository, and name its folder.');
  const [root, ...beside] = [...(typeof values.root === 'string' ? [values.root] : []), ...(globals.root ?? [])];
  for (const flag of DEFAULTS.serving.mainFlags) setFlagsFromString(flag);
  return server.serve(
    values,
    {
      root,
      beside,
      group: globals.group,
      userFile: config === undefined ? undefined : resolve(cwd, config),
      flags: configFlags(globals, singleWorkspace(globals)),
      env,
      cwd,
      isConfirmed: globals.yes === true,
      run,
      isVerbose: globals.verbose === true,
      isQuiet: globals.quiet === true,
      ...(terminal.server && {
        openAmong: ({ options, config, neighbours = [] }) =>
          neighbours.length > 0 ? terminal.server!.decline() : terminal.server!.engineFor(options.root, config),
      }),
    },
    terminal,
  );
}

function singleWorkspace({ workspace = [] }: Globals): string | undefined {
  if (workspace.length > 1) throw new ContextError('BAD_INPUT', 'A server takes only one --workspace.');
  return workspace[0];
}
