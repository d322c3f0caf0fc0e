import { ProgramEnd } from './program.ts';

// What a shell shows for a command ended by Ctrl-C.
const CANCELLED = 130;

/** Asks a person one question; an empty answer throws what would have been said to a pipe, Ctrl-C ends quietly. */
export async function ask(question: string, unanswered: Error): Promise<string> {
  const { isCancel, text } = await import('@clack/prompts');
  const said = await text({ message: question, placeholder: 'fix the login redirect' });
  if (isCancel(said)) throw new ProgramEnd(CANCELLED);
  if (!said?.trim()) throw unanswered;
  return said;
}

/** Asks a person for a yes; Ctrl-C ends quietly. */
export async function confirm(question: string): Promise<boolean> {
  const { isCancel, confirm: askFor } = await import('@clack/prompts');
  const said = await askFor({ message: question, initialValue: false });
  if (isCancel(said)) throw new ProgramEnd(CANCELLED);
  return said;
}
