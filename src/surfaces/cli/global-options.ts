/** Options every command takes: how they are written, and what they do. */
export const GLOBAL_OPTIONS = [
  [
    '--root <DIR>',
    'The workspace, without it the repository this folder is in; further ones are asked too (repeatable)',
  ],
  [
    '--repo <ADDRESS>',
    'A repository elsewhere instead of this folder: an address of https, ssh, git or file, or a path; @REF at its end names a branch, tag or commit',
  ],
  ['--config <FILE>', 'Your own configuration, instead of ~/.config/knap/config.yaml'],
  ['--store <URL>', 'A PostgreSQL database that keeps the index, for many: postgres://user@host/name'],
  [
    '--workspace <NAME>',
    'What the shared store calls this workspace, org/name, or a view of it that is asked, org/name@main; several are asked together (repeatable)',
  ],
  ['--group <NAME>', 'Ask the workspaces together that your configuration lists under this name'],
  ['--include-ignored <GLOB>', 'Read these files although git ignores them (repeatable)'],
  ['--git-folders <DIR>', 'Let the git folder of a repository, or parts of it, lie here outside of it (repeatable)'],
  [
    '--complete',
    'Wait for the whole index before answering; without it a first answer is made from the likeliest files',
  ],
  ['--yes', 'Index a home folder or a whole disk without being asked'],
  ['--no-color', 'No colours (as NO_COLOR does)'],
  ['-q, --quiet', 'No progress and no notes'],
  ['-v, --verbose', 'Notes and timings on standard error'],
] as const satisfies readonly (readonly [flags: string, description: string])[];

export const HELP_OPTION = ['-h, --help', 'Print help'] as const;
export const VERSION_OPTION = ['--version', 'Print the version'] as const;

/** Those whose values add up. */
export const REPEATABLE: readonly string[] = GLOBAL_OPTIONS.flatMap(([flags, description]) =>
  description.endsWith('(repeatable)') ? [flags] : [],
);

/** Those that take a value, so that it is not read as a command. */
export const WITH_VALUE: readonly string[] = GLOBAL_OPTIONS.flatMap(([flags]) =>
  flags.includes('<') ? [flags.split(' ')[0]!] : [],
);
