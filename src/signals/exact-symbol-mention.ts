// A task may name a symbol. This signal finds the files that define it, or the few units that hold a name without a
// definition.
import { SECONDARY_ROLES } from '../model/entity.ts';
import type { Unit } from '../model/facts.ts';
import { isSymbolKind, type Mention } from '../model/task.ts';
import { lastName, nameKey } from '../model/terms.ts';
import type { Hit, Question, SignalFinder } from '../ports/signal-finder.ts';
import type { Definition, FileRecord, StoredContent } from '../ports/store.ts';
import { pickDefinitions } from '../search/task-names.ts';

/** A name is ignored if it may mean more definitions than this besides those of tests, examples and copies. */
const DEFINITIONS_MAX = 40;
/** Value of a name that is not marked as code, and so may be an ordinary word, and of one without a definition. */
const DOUBTFUL = 0.3;

export const exactSymbolMention: SignalFinder = {
  kind: 'exactSymbolMention',
  tier: 'explicit',
  weight: 1.05,
  applies: ({ task }) => task.mentions.some(({ kind }) => isSymbolKind(kind)),
  async find(question) {
    const mentions = question.task.mentions.filter(({ kind }) => isSymbolKind(kind));
    const keys = mentions.flatMap((mention) => [mention.key, keyOfLastName(mention)]);
    const definitions = Map.groupBy(pickDefinitions(keys, question), (definition) => nameKey(definition.name));
    const isOwn = ({ path }: Definition) => !SECONDARY_ROLES.has(question.view.files.get(path)?.role ?? 'source');
    const defined = mentions.flatMap((mention) => matchDefinitions(mention, definitions, isOwn));
    const written = mentions.filter((mention) => !mention.isKnown).flatMap((mention) => findWritten(mention, question));
    return makeHits(defined, written, question);
  },
};

/** A definition that a mention may mean. */
interface MeantDefinition extends Definition {
  readonly mention: Mention;
  readonly value: number;
  /** Whether the task surely means it. */
  readonly isNamed: boolean;
}

function matchDefinitions(
  mention: Mention,
  definitions: ReadonlyMap<string, readonly Definition[]>,
  isOwn: (definition: Definition) => boolean,
): readonly MeantDefinition[] {
  const last = keyOfLastName(mention);
  const named = definitions.get(last) ?? definitions.get(mention.key) ?? [];
  // `Shop.pay` means the member `pay` of `Shop`, if there is one.
  const isMember = (one: Definition) => mention.key !== last && nameKey(one.qualifiedName).endsWith(mention.key);
  const qualified = named.filter(isMember);
  // `QuerySet` means the class of that name before a method called `queryset`.
  const spelled = named.filter((one) => one.name === lastName(mention.text));
  const all = qualified.length > 0 ? qualified : spelled.length > 0 ? spelled : named;
  // A hundred tests may define a `Model` of their own.
  const meant = all.length > DEFINITIONS_MAX ? all.filter(isOwn) : all;
  if (meant.length > DEFINITIONS_MAX) return [];
  const files = new Set(meant.map((one) => one.path)).size;
  const certainty = (mention.isExplicit ? 1 : DOUBTFUL) * (mention.weight ?? 1);
  const isNamed = createNamedCheck(mention, qualified.length > 0 ? qualified : spelled, isOwn);
  return meant.map((one) => ({ ...one, mention, value: certainty / Math.sqrt(files), isNamed: isNamed(one) }));
}

/** A name defined in more files than this is ambiguous. */
const NAMED_FILES_MAX = 3;
/** A name without a definition that more units than this hold counts as a common word of the project. */
const WRITTEN_UNITS_MAX = 2;
/** Names in quoted code and log lines weigh less than this: they are not what a task is about. */
const NAMED_WEIGHT_MIN = 0.8;
// Matches names written like code, as few words are: `promptForJob`, `get_item`, `Shop.pay`, `Notify::wait`.
const LIKE_CODE = /\p{Ll}\p{Lu}|\p{L}\p{N}*_\p{L}|[\p{L}\p{N}](?:::|#|\.)\p{L}/u;

// Creates a check for the definitions that a task surely means: the project's own, not those of tests, examples,
// generated or vendored files; all if there are no own ones, and none if the mention is vague or ambiguous.
function createNamedCheck(
  mention: Mention,
  exact: readonly Definition[],
  isOwn: (definition: Definition) => boolean,
): (definition: Definition) => boolean {
  const own = exact.filter(isOwn);
  const meant = own.length > 0 ? own : exact;
  return isSure(mention) && new Set(meant.map(({ path }) => path)).size <= NAMED_FILES_MAX
    ? (one) => meant.includes(one)
    : () => false;
}

const isSure = ({ isExplicit, text, weight = 1 }: Mention): boolean =>
  (isExplicit || LIKE_CODE.test(text)) && weight >= NAMED_WEIGHT_MIN;

interface WrittenMention {
  readonly text: string;
  readonly file: FileRecord;
  readonly units: readonly number[];
}

// Finds the units that hold a name without a definition: a comment may mention it, or a macro may define it.
function findWritten(mention: Mention, { words, view }: Question): readonly WrittenMention[] {
  const list = isSure(mention) ? words.postings.find(({ term }) => term === mention.key) : undefined;
  const units = Map.groupBy(list?.contents.keys() ?? [], (at) => list!.contents[at]!);
  const files = [...units].flatMap(([content, at]) =>
    (view.byContent.get(content) ?? []).map((file) => ({ file, units: at.map((one) => list!.units[one]!) })),
  );
  const own = files.filter(({ file }) => !SECONDARY_ROLES.has(file.role));
  const code = own.filter(({ file }) => file.role !== 'docs');
  const meant = code.length > 0 ? code : own;
  const count = meant.reduce((sum, one) => sum + one.units.length, 0);
  return count <= WRITTEN_UNITS_MAX ? meant.map((one) => ({ ...one, text: mention.text })) : [];
}

async function makeHits(
  found: readonly MeantDefinition[],
  written: readonly WrittenMention[],
  { store, view }: Question,
): Promise<readonly Hit[]> {
  const defining = found.flatMap(({ path }) => view.files.get(path)?.hash ?? []);
  const contents = await store.contents([...new Set([...defining, ...written.map(({ file }) => file.hash)])]);
  const defined = found.flatMap(({ path, symbol: index, mention, value, isNamed }): readonly Hit[] => {
    const content = contents.get(view.files.get(path)?.hash ?? '');
    const symbol = content?.facts.symbols[index];
    if (!content || !symbol) return [];
    const lines = definitionEvidence(content, index, value);
    const evidence = isNamed ? lines.map((one) => ({ ...one, isNamed: true as const })) : lines;
    const named = mention.text.includes(' ') ? `, as "${mention.text}" may be written` : ', which the task names';
    return [{ path, value, because: `defines \`${symbol.qualifiedName}\`${named}`, evidence }];
  });
  return [...defined, ...written.map((one) => makeWrittenHit(one, contents.get(one.file.hash)?.units ?? []))];
}

function makeWrittenHit({ text, file, units }: WrittenMention, all: readonly Unit[]): Hit {
  const evidence = units
    .flatMap((at) => all[at] ?? [])
    .map(({ startLine, endLine }) => ({
      lines: [startLine, endLine] as const,
      value: DOUBTFUL,
      isNamed: true as const,
    }));
  return { path: file.path, value: DOUBTFUL, because: `holds \`${text}\`, which the task names`, evidence };
}

/** Returns the lines of the units of a symbol, of one with members only the first: of a long class that is the head. */
export function definitionEvidence({ units, facts }: StoredContent, symbol: number, value: number) {
  const parts = units.filter((unit) => unit.symbol === symbol);
  const hasMembers = facts.symbols.some((other) => other.parent === symbol);
  return parts
    .slice(0, hasMembers ? 1 : parts.length)
    .map(({ startLine, endLine }) => ({ lines: [startLine, endLine] as const, value }));
}

function keyOfLastName(mention: Mention): string {
  return nameKey(lastName(mention.text));
}
