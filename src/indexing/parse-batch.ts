import { invariant } from '../model/errors.ts';
import type { ContentFacts } from '../model/facts.ts';
import type { ParseResult, Parser, Source } from '../ports/source.ts';
import type { ContentRecord, Store, StoreChange } from '../ports/store.ts';
import type { FreshFile } from './read-batch.ts';

type Row = NonNullable<StoreChange['upsert']>[number];

/** Rows and contents for files whose content is new to the view; only what no file ever held is parsed. */
export async function parseBatch(
  files: readonly FreshFile[],
  { source, store, parser }: { source: Source; store: Store; parser: Parser },
): Promise<{ readonly contents: readonly ContentRecord[]; readonly upsert: readonly Row[] }> {
  if (files.length === 0) return { contents: [], upsert: [] };
  const known = await store.contents(files.map(({ file }) => file.hash));
  const unknown = new Map(files.filter(({ file }) => !known.has(file.hash)).map((fresh) => [fresh.file.hash, fresh]));
  const requests = [...unknown].map(([hash, { path, file }]) => ({
    hash,
    text: file.text,
    language: source.languageOf(path),
  }));
  const parsed = new Map((await parser.parse(requests)).map((result) => [result.hash, result]));
  const contents = requests.flatMap(({ hash, text, language }) => contentOf(parsed.get(hash), { text, language }));
  const upsert = files.flatMap((fresh) => {
    const facts = (known.get(fresh.file.hash) ?? parsed.get(fresh.file.hash))?.facts;
    invariant(facts, 'a parser answers every request');
    return rowOf(fresh, source, facts);
  });
  return { contents, upsert };
}

function contentOf(result: ParseResult | undefined, from: { text: string; language: string | null }): ContentRecord[] {
  return result ? [{ ...result, ...from }] : [];
}

function rowOf({ path, size, mtimeMs, file }: FreshFile, source: Source, facts: ContentFacts): Row {
  const language = source.languageOf(path);
  return { path, hash: file.hash, source: source.name, language, role: source.roleOf(path, facts), size, mtimeMs };
}
