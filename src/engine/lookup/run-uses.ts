import { DEFAULTS } from '../../config/defaults.ts';
import { ContextError } from '../../model/errors.ts';
import { nameKey, termsOfWord } from '../../model/terms.ts';
import type { GrepHit, NameUse, UsesAnswer, UsesInput } from '../../ports/lookup.ts';
import { USE_KINDS } from '../../ports/lookup.ts';
import type { Definition, FileRecord, StoredContent } from '../../ports/store.ts';
import { literalPattern } from '../../search/line-pattern.ts';
import type { QuestionRun } from '../question-run.ts';
import { definitionsNamed, symbolNamed } from '../show/find-code.ts';
import { filesIn, linesThat, namedHits } from './run-grep.ts';

/** Where a name is defined, called, tested and otherwise used, by the name alone: two things of one name are not told apart. */
export async function runUses({ symbol, under, limit }: UsesInput, { parts, notes }: QuestionRun): Promise<UsesAnswer> {
  // A number tells things of one name in one file apart, and is no part of it.
  const asked = symbolNamed(symbol).replace(/~\d+$/, '');
  const last = asked.slice(asked.lastIndexOf('.') + 1);
  if (last === '') throw new ContextError('NO_SUCH_SYMBOL', 'There is no name to look for.');
  const { store } = parts;
  const [{ files }, words] = await Promise.all([
    store.opening(),
    store.words({ definitions: [nameKey(last)], postings: termsOfWord(last).slice(-1) }),
  ]);
  const contents = new Set(words.postings.flatMap((list) => [...list.contents]));
  const among = filesIn(under, files).filter((file) => words.postings.length === 0 || contents.has(file.content));
  const pattern = literalPattern(last, { ignoresCase: false, isWord: true });
  const found = await linesThat(pattern, among, store);
  const { hits, total } = await namedHits(found, DEFAULTS.grep.usesMax, store);
  const stored = await store.contents([...new Set(hits.map(({ hash }) => hash))]);
  const namesakes = words.definitions.filter((one) => one.name === last);
  const linesOf = (some: readonly Definition[]) => definingLines(some, { files, stored });
  const [meant, defined] = [linesOf(definitionsNamed(asked, namesakes)), linesOf(namesakes)];
  // What else is called so is not what was meant, where that is known.
  const others = meant.size > 0 && asked !== last ? 'reference' : 'definition';
  const uses = hits.map((hit): NameUse => {
    const place = `${hit.path}:${hit.line}`;
    const isDefining = defined.has(place) || DEFINES.test(hit.text.slice(0, hit.text.indexOf(last)));
    return { ...hit, kind: meant.has(place) ? 'definition' : isDefining ? others : kindOf(hit, { last, stored }) };
  });
  const sorted = uses.toSorted((a, b) => USE_KINDS.indexOf(a.kind) - USE_KINDS.indexOf(b.kind));
  return { uses: sorted.slice(0, limit ?? DEFAULTS.grep.limit), total, notes };
}

interface UsedFiles {
  readonly files: readonly FileRecord[];
  readonly stored: ReadonlyMap<string, StoredContent>;
}

// The line that defines something is the first of its signature that holds the name.
function definingLines(definitions: readonly Definition[], { files, stored }: UsedFiles): ReadonlySet<string> {
  const byPath = new Map(files.map((file) => [file.path, file]));
  return new Set(
    definitions.flatMap(({ path, symbol }) => {
      const facts = stored.get(byPath.get(path)?.hash ?? '')?.facts.symbols[symbol];
      if (!facts) return [];
      const [first, end] = facts.signatureLines;
      return Array.from({ length: end - first + 1 }, (_, at) => `${path}:${first + at}`);
    }),
  );
}

// A definition that no grammar saw: in a macro, in a language without one.
const DEFINES =
  /(?:^|[\s({;])(?:fn|func|function|def|class|struct|interface|trait|enum|union|macro_rules!)\s+(?:\([^()]{0,80}\)\s*)?$/;

function kindOf(
  { line, text, hash, role }: GrepHit,
  { last, stored }: { last: string; stored: UsedFiles['stored'] },
): NameUse['kind'] {
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
