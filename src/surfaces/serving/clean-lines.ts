// Cleans texts for callers: replaces secrets and makes invisible characters visible.
import { oneLine, visible, visibleData } from '../../model/visible-text.ts';
import type { Redact } from '../../ports/reader.ts';

let loading: Promise<Redact> | null = null;

/** Loads the rules on secrets at the first call, so that a server starts fast. */
export const redact: Redact = async (text, path) => {
  loading ??= import('../../reading/redaction/redact.ts').then(({ createRedact }) => createRedact());
  return (await loading)(text, path);
};

/** Cleans names and messages: one line each, invisible characters escaped, secrets replaced. */
export function cleanLines(texts: readonly string[]): Promise<readonly string[]> {
  return withoutSecrets(texts.map((text) => oneLine(text)));
}

export async function cleanLine(text: string): Promise<string> {
  return (await cleanLines([text]))[0]!;
}

/** Cleans the texts in data, but keeps their line breaks. */
export async function cleanData<Data>(data: Data): Promise<Data> {
  // Cleans each distinct text once, because the reasons of many candidates are equal.
  const distinct = new Set<string>();
  const escaped = visibleData(data, (text) => {
    const shown = visible(text);
    distinct.add(shown);
    return shown;
  });
  const texts = [...distinct];
  const cleaned = await withoutSecrets(texts);
  const clean = new Map(texts.map((text, index) => [text, cleaned[index]!]));
  return visibleData(escaped, (text) => clean.get(text) ?? '');
}

/** Says for each path whether cleaning leaves it unchanged, save for blanks. */
export async function nameable(paths: readonly string[]): Promise<readonly boolean[]> {
  const clean = await cleanLines(paths);
  return paths.map((path, index) => clean[index]!.replaceAll(BLANKS, ' ') === path.trim().replaceAll(BLANKS, ' '));
}

const BLANKS = / +/g;

// Redacts all texts in one call; redaction preserves the number of lines.
async function withoutSecrets(texts: readonly string[]): Promise<readonly string[]> {
  if (texts.length === 0) return [];
  const lines = (await redact(texts.join('\n'), 'message')).text.split('\n');
  let index = 0;
  return texts.map((text) => {
    const count = text.split('\n').length;
    index += count;
    return lines.slice(index - count, index).join('\n');
  });
}
