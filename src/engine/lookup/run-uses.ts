import { DEFAULTS } from '../../config/defaults.ts';
import { CONVERSATIONS } from '../../model/entity.ts';
import { ContextError } from '../../model/errors.ts';
import { nameKey, termsOfWord } from '../../model/terms.ts';
import { isBelow } from '../../pipeline/show/list-documents.ts';
import type { GrepHit, NameUse, UsesAnswer, UsesInput } from '../../ports/lookup.ts';
import { USE_KINDS } from '../../ports/lookup.ts';
import type { Definition, FileRecord, StoredContent } from '../../ports/store.ts';
import { linePattern } from '../../search/pattern/line-pattern.ts';
import type { QuestionRun } from '../question-run.ts';
import { linesThat, namedHits } from './run-grep.ts';

/** Where a name is defined, called, tested and otherwise used, by the name alone: two things of one name are not told apart. */
export async function runUses({ name, path, limit }: UsesInput, { parts, notes }: QuestionRun): Promise<UsesAnswer> {
  const asked = name.trim().replace(/\(\)$/, '');
  const last = asked.split(/[.#:]+/).at(-1) ?? '';
  if (last === '') throw new ContextError('NO_SUCH_SYMBOL', 'There is no name to look for.');
  const { store } = parts;
  const [{ files }, words] = await Promise.all([
    store.opening(),
    store.words({ definitions: [nameKey(last)], postings: termsOfWord(last).slice(-1) }),
  ]);
  const contents = new Set(words.postings.flatMap((list) => [...list.contents]));
  const among = files.filter(
    (file) =>
      file.source !== CONVERSATIONS &&
      (words.postings.length === 0 || contents.has(file.content)) &&
      (path === undefined || isBelow(file.path, path)),
  );
  const pattern = linePattern(last, { ignoresCase: false, isLiteral: true, isWord: true });
  const found = await linesThat(pattern, among, { store, ignoresCase: false });
  const { hits, total } = await namedHits(found, DEFAULTS.grep.usesMax, store);
  const stored = await store.contents([...new Set(hits.map(({ hash }) => hash))]);
  const defined = definitionsOf(words.definitions, { last, asked, files, stored });
  const uses = hits.map((hit): NameUse => ({ ...hit, kind: kindOf(hit, { last, defined, stored }) }));
  const sorted = uses.toSorted((a, b) => USE_KINDS.indexOf(a.kind) - USE_KINDS.indexOf(b.kind));
  return { uses: sorted.slice(0, limit ?? DEFAULTS.grep.limit), total, notes };
}

interface NamedIn {
  readonly last: string;
  readonly asked: string;
  readonly files: readonly FileRecord[];
  readonly stored: ReadonlyMap<string, StoredContent>;
}

// The line that defines something is the first of its signature that holds the name.
function definitionsOf(
  definitions: readonly Definition[],
  { last, asked, files, stored }: NamedIn,
): ReadonlySet<string> {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const isQualified = asked !== last;
  return new Set(
    definitions
      .filter(({ name, qualifiedName }) => name === last && (!isQualified || qualifiedName.endsWith(asked)))
      .flatMap(({ path, symbol }) => {
        const facts = stored.get(byPath.get(path)?.hash ?? '')?.facts.symbols[symbol];
        if (!facts) return [];
        const [first, end] = facts.signatureLines;
        return Array.from({ length: end - first + 1 }, (_, at) => `${path}:${first + at}`);
      }),
  );
}

function kindOf(
  { path, line, text, hash, role }: GrepHit,
  { last, defined, stored }: { last: string; defined: ReadonlySet<string>; stored: NamedIn['stored'] },
): NameUse['kind'] {
  if (defined.has(`${path}:${line}`)) return 'definition';
  if (role === 'test') return 'test';
  const at = text.indexOf(last);
  const isCalled =
    /^\s*(?:<[^>()]*>)?\s*[(!]/.test(text.slice(at + last.length)) || /\bnew\s+$/.test(text.slice(0, at));
  const symbols = stored.get(hash)?.facts.symbols ?? [];
  const isInCaller = symbols.some(
    ({ startLine, endLine, calls }) => startLine <= line && line <= endLine && calls.includes(last),
  );
  return isCalled && (isInCaller || symbols.every(({ startLine, endLine }) => line < startLine || endLine < line))
    ? 'call'
    : 'reference';
}
