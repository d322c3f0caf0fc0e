// Options that every command has, or replaces by a field of its own. They are read before the command is loaded.

export const GLOBAL_OPTIONS = [
  [
    '--root <DIR>',
    'Workspace folder (default: the repository around the current folder); several are asked together (repeatable)',
  ],
  [
    '--repo <ADDRESS>',
    'Another repository instead of this folder: an https, ssh, git or file address, or a path; @REF at its end names a branch, tag or commit',
  ],
  ['--config <FILE>', 'User configuration, instead of ~/.config/knap/config.yaml'],
  ['--store <URL>', 'PostgreSQL database with a shared index: postgres://user@host/name'],
  [
    '--workspace <NAME>',
    'Name of the workspace in the shared store, org/name, or of a view to ask, org/name@main; several are asked together (repeatable)',
  ],
  ['--group <NAME>', 'Ask all workspaces that your configuration lists under this name'],
  ['--include-ignored <GLOB>', 'Also read these files, although git ignores them (repeatable)'],
  [
    '--git-folders <DIR>',
    'Allow the git folder of a repository, or parts of it, to be in this outside folder (repeatable)',
  ],
  ['--complete', 'Wait for the whole index; by default the first answer uses the most likely files'],
  ['--yes', 'Index a home folder or a whole disk without asking'],
  ['--no-color', 'No colours (as NO_COLOR does)'],
  ['-q, --quiet', 'No progress and no notes'],
  ['-v, --verbose', 'Notes and timings on standard error'],
] as const satisfies readonly (readonly [flags: string, description: string])[];

export const HELP_OPTION = ['-h, --help', 'Print help'] as const;
export const VERSION_OPTION = ['--version', 'Print the version'] as const;

export const REPEATABLE: readonly string[] = GLOBAL_OPTIONS.flatMap(([flags, description]) =>
  description.endsWith('(repeatable)') ? [flags] : [],
);

/** The flags with a value; that value must not be read as a command. */
export const WITH_VALUE: readonly string[] = GLOBAL_OPTIONS.flatMap(([flags]) =>
  flags.includes('<') ? [flags.split(' ')[0]!] : [],
);
