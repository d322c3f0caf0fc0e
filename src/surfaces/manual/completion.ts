import * as z from 'zod';
import { ContextError } from '../../model/errors.ts';
import { either } from '../../operations/input/fields.ts';
import { answer, field } from '../../operations/operation.ts';
import { defineCommand } from '../cli/local-call.ts';
import { bashCompletion } from './bash-completion.ts';
import { type CommandPage, pageOf } from './command-page.ts';
import { fishCompletion } from './fish-completion.ts';
import { powershellCompletion } from './powershell-completion.ts';
import { zshCompletion } from './zsh-completion.ts';

const SHELLS = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
  powershell: powershellCompletion,
} as const satisfies Record<string, (pages: readonly CommandPage[]) => string>;
const names = Object.keys(SHELLS) as (keyof typeof SHELLS)[];

const input = z.strictObject({
  shell: field(
    z
      .enum(names)
      .optional()
      .describe(`The shell: ${either(names)}`),
    { placeholder: 'SHELL' },
  ),
});

/** A script that completes commands, options and their values, made from the same definitions as the commands. */
export const completion = defineCommand<typeof input, { readonly shell: string; readonly script: string }>({
  input,
  positional: 'shell',
  details: 'Printed to be read by the shell, from its start file.',
  examples: [
    'eval "$(knap completion bash)"',
    'knap completion zsh > ~/.zfunc/_knap',
    'knap completion fish > ~/.config/fish/completions/knap.fish',
    'knap completion powershell | Out-String | Invoke-Expression',
  ],
  async run({ commands }, { shell }) {
    if (shell === undefined) throw new ContextError('BAD_INPUT', `Name the shell: ${either(names)}.`);
    const script = SHELLS[shell](await Promise.all(commands.map(pageOf)));
    return answer({ shell, script }, { text: script });
  },
});
