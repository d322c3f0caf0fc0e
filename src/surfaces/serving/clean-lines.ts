import { oneLine, visible, visibleData } from '../../model/visible-text.ts';
import type { Redact } from '../../ports/reader.ts';

let loading: Promise<Redact> | null = null;

/** Replaces secrets. Loaded with the first answer: whoever connects is greeted before anything heavy starts. */
export const redact: Redact = async (text, path) => {
  loading ??= import('../../reading/redaction/redact.ts').then(({ createRedact }) => createRedact());
  return (await loading)(text, path);
};

/** Names and messages as they may leave: one line each, nothing in them that acts unseen, secrets replaced. */
export function cleanLines(texts: readonly string[]): Promise<readonly string[]> {
  return withoutSecrets(texts.map((text) => oneLine(text)));
}

export async function cleanLine(text: string): Promise<string> {
  return (await cleanLines([text])).join(' ');
}

/** Data as it may leave: the same for every text in it, whose lines stay. It holds names and no quotations. */
export async function cleanData<Data>(data: Data): Promise<Data> {
  // Each text once: what explains a hundred candidates says the same of most of them.
  const found = new Set<string>();
  const seen = visibleData(data, (text) => {
    const shown = visible(text);
    found.add(shown);
    return shown;
  });
  const texts = [...found];
  const cleaned = await withoutSecrets(texts);
  const clean = new Map(texts.map((text, at) => [text, cleaned[at]!]));
  return visibleData(seen, (text) => clean.get(text) ?? '');
}

/** Which paths can be named as they are, without a secret and without what acts unseen. */
export async function nameable(paths: readonly string[]): Promise<readonly boolean[]> {
  const clean = await cleanLines(paths);
  return paths.map((path, at) => clean[at]!.replaceAll(BLANKS, ' ') === path.trim().replaceAll(BLANKS, ' '));
}

const BLANKS = / +/g;

// All at once: redaction keeps the number of lines.
async function withoutSecrets(texts: readonly string[]): Promise<readonly string[]> {
  if (texts.length === 0) return [];
  const lines = (await redact(texts.join('\n'), 'message')).text.split('\n');
  let at = 0;
  return texts.map((text) => {
    const count = text.split('\n').length;
    at += count;
    return lines.slice(at - count, at).join('\n');
  });
}
