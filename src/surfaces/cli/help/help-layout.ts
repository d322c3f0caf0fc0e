import { type Command, Help } from 'commander';

// Beside a long option, descriptions are wrapped even where little room is left for them.
const WRAP_FROM = 20;
const OPTIONS = /^(Global )?Options:/;

/** How help is laid out: what can be done comes before how it is said, and what all commands take comes last. */
export const helpLayout: Partial<Help> = {
  showGlobalOptions: true,
  minWidthToWrap: WRAP_FROM,
  formatHelp(command: Command, help: Help): string {
    const parts = Help.prototype.formatHelp.call(help, command, help).trimEnd().split('\n\n');
    const isOption = (part: string) => OPTIONS.test(part);
    const ordered =
      command.commands.length === 0
        ? parts
        : [...parts.filter((part) => !isOption(part)), ...parts.filter((part) => isOption(part))];
    return `${ordered.join('\n\n')}\n`;
  },
};
