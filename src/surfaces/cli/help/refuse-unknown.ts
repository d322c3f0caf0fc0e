import { nearest } from '../../../config/did-you-mean.ts';
import { ContextError } from '../../../model/errors.ts';
import { COMMANDS, type Listed } from '../commands.ts';

/** Refuses what is no command, with the line that was probably meant: the same words, ready to be copied. */
export function refuseUnknown(argv: readonly string[], words: readonly string[], listed: Listed | undefined): void {
  const [first, second] = words;
  if (first === undefined || first === 'help') return;
  if (!listed) throw new ContextError('BAD_INPUT', `unknown command "${first}"${firstMeant(argv, first)}`);
  const isDefault = 'isDefault' in listed && listed.isDefault === true;
  if (!isDefault || second === undefined || listed.name[1] === second) return;
  const inGroup = COMMANDS.flatMap(({ name }) => (name[0] === first && name[1] !== undefined ? [name[1]] : []));
  const near = nearest(second, inGroup);
  const meant = near === null ? `; there are ${inGroup.join(', ')}` : `; did you mean: ${replaced(argv, second, near)}`;
  throw new ContextError('BAD_INPUT', `unknown command "${first} ${second}"${meant}`);
}

// Words that look like no command are a task.
function firstMeant(argv: readonly string[], first: string): string {
  const near = nearest(first, [...new Set(COMMANDS.map(({ name }) => name[0]))]);
  if (near !== null) return `; did you mean: ${replaced(argv, first, near)}`;
  const start = argv.indexOf(first);
  const end = argv.findIndex((word, index) => index > start && word.startsWith('-'));
  const task = argv.slice(start, end === -1 ? undefined : end).join(' ');
  const options = [...argv.slice(0, start), ...(end === -1 ? [] : argv.slice(end))].map(shellWord);
  return `; a task goes to pack: ${['knap pack', quoted(task), ...options].join(' ')}`;
}

function replaced(argv: readonly string[], word: string, by: string): string {
  const at = argv.indexOf(word);
  return ['knap', ...argv.map((each, index) => (index === at ? by : shellWord(each)))].join(' ');
}

const shellWord = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : quoted(word));

// In double quotes, as the manual writes them, where a shell would read nothing of it.
const quoted = (text: string): string => (/["$`\\!]/.test(text) ? `'${text.replaceAll("'", "'\\''")}'` : `"${text}"`);
