// This table lists the features by which the learned ranker scores a file; training gives each a weight.
import type { Signal } from '../model/candidate.ts';
import type { Role } from '../model/entity.ts';
import type { LexicalFile, LexicalScores } from '../ports/signal-finder.ts';
import type { FileRecord } from '../ports/store.ts';
import type { NameMatch } from '../search/task-names.ts';
import { askedFile } from '../signals/asked-file-kind.ts';
import { changedWith, gitHotspot, historyMatch } from '../signals/commit-history.ts';
import { exactSymbolMention } from '../signals/exact-symbol-mention.ts';
import { fileHintExact } from '../signals/file-hint-exact.ts';
import { graphRelated, relatedFile } from '../signals/graph-edges.ts';
import { namedInDocument } from '../signals/named-in-document.ts';
import { nearFile } from '../signals/near-file.ts';
import { quotedText } from '../signals/quoted-text.ts';
import { routeMatch } from '../signals/route-match.ts';
import { diffHit, stacktraceHit } from '../signals/trace-and-diff.ts';
import type { ExpectedFile } from './expected-facts.ts';

/** The facts about one candidate, before it is opened, from which its features are measured. */
export interface FileFacts {
  readonly file: FileRecord;
  readonly signals: ReadonlyMap<string, Signal>;
  readonly lexical: LexicalFile | null;
  readonly names: NameMatch | null;
  readonly scope: number;
  /** How well its path holds neighbouring words of the title. */
  readonly phrase: number;
  /** How well the best test of the file matches the task. */
  readonly bridge: number;
  readonly meaning: number;
  readonly expected: ExpectedFile | null;
  /** Whether it lies in a folder of old code that the task does not name. */
  readonly isOlder: boolean;
}

/** What the values of all files are scaled by. */
export interface FileScale {
  readonly lexical: LexicalScores;
  readonly names: Omit<NameMatch, 'symbols'>;
  /** The numbers of source files in each language, and in the commonest one (`most`). */
  readonly languages: ReadonlyMap<string | null, number>;
  readonly most: number;
  /** Whether the workspace has hardly any code, so that tasks are about its documents. */
  readonly isOfDocuments: boolean;
}

export type FeatureRow = readonly number[];

/** The place of a reason among others: 0 is printed first. */
export type TellingOrder = 0 | 1 | 2;

export interface FileFeature {
  readonly name: string;
  /** 0..1 */
  readonly of: (facts: FileFacts, scale: FileScale) => number;
  /** The reason for readers, if no signal gives a better one. */
  readonly says: string;
  /** 0 for what the task names, 1 for its words, 2 for relations; features without it come last. */
  readonly tells?: TellingOrder;
  /** A drawback, whose weight is never above 0. */
  readonly isAgainst?: true;
  /** It measures guesses, so it counts in the greatest possible sum by the best value of any candidate instead of 1. */
  readonly isGuessed?: true;
  /** The least size of its weight, for features that training saw too seldom. */
  readonly least?: number;
}

const field = (name: keyof LexicalScores, says: string): FileFeature => ({
  name,
  says,
  tells: 1,
  of: ({ lexical }, scale) => share(lexical?.[name] ?? 0, scale.lexical[name]),
});
const naming = (name: keyof Omit<NameMatch, 'symbols'>, says: string): FileFeature => ({
  name,
  says,
  tells: 0,
  of: ({ names }, scale) => share(names?.[name] ?? 0, scale.names[name]),
});
const signal = (name: string, says: string, tells: TellingOrder | undefined, least = 0): FileFeature => ({
  name,
  says,
  least,
  ...(tells === undefined ? {} : { tells }),
  of: ({ signals }) => signals.get(name)?.value ?? 0,
});
const guessed = (name: keyof ExpectedFile, says: string): FileFeature => ({
  name: `expected${name[0]!.toUpperCase()}${name.slice(1)}`,
  says: `you expected ${says}`,
  tells: 1,
  isGuessed: true,
  of: ({ expected }) => expected?.[name] ?? 0,
});
const against = (name: string, says: string, of: FileFeature['of'], least = 0): FileFeature => {
  return { name, says, of, least, isAgainst: true };
};
// The role and language of a file are held less against it the more the task asks for it or an address leads to it.
const asked = ({ signals }: FileFacts): number =>
  Math.max(signals.get(askedFile.kind)?.value ?? 0, signals.get(routeMatch.kind)?.value ?? 0);
// The role of an example also counts less for a caller who works in its folder or package.
const heldAgainst = (facts: FileFacts, name: Role): number =>
  Math.min(1 - asked(facts), name === 'example' ? 1 - (facts.signals.get(nearFile.kind)?.value ?? 0) : 1);
const role = (name: Role, least: number): FileFeature => {
  const of: FileFeature['of'] = (facts, { isOfDocuments }) =>
    name === 'docs' && isOfDocuments ? 0 : Number(facts.file.role === name) * heldAgainst(facts, name);
  return against(`role:${name}`, `its role is ${name}`, of, least);
};
const isNamed = ({ signals }: FileFacts): number => Number(signals.get(fileHintExact.kind)?.value === 1);
// Square root, because little evidence of commits already tells much.
const history = ({ signals }: FileFacts): number => Math.sqrt(signals.get(historyMatch.kind)?.value ?? 0);
const otherLanguage: FileFeature['of'] = (facts, { languages, most }) => {
  // Documents count by their role.
  if (facts.file.role === 'docs') return 0;
  const commonness = (languages.get(facts.file.language) ?? 0) / Math.max(1, most);
  // Squared, because a language with many files, such as templates, is hardly foreign.
  return (1 - asked(facts)) * (1 - commonness) ** 2;
};
const ENTRY = /(?:^|\/)(?:index|mod|__init__|main)\.[^/]+$/;
const DECLARATION = /\.d\.[cm]?ts$/;

export const FILE_FEATURES: readonly FileFeature[] = [
  field('body', 'words of the task in its text'),
  field('units', 'words of the task close together'),
  field('unit', 'many words of the task in one place'),
  field('title', 'words of the title in its text'),
  field('damped', 'telling words of the task in its text'),
  field('joined', 'neighbouring words of the task as one identifier'),
  field('covered', 'most words of the task in its text'),
  field('names', 'symbols named after words of the task'),
  field('pathWords', 'words of the task in its path'),
  naming('definesTitle', 'defines what the title names'),
  naming('definesPlain', 'defines what words of the task together name'),
  { name: 'scope', says: 'in the part of the code the task names', of: ({ scope }) => scope },
  { name: 'pathPhrase', says: 'its path reads as the title does', tells: 1, of: ({ phrase }) => phrase, least: 0.5 },
  { name: 'bridge', says: 'its test matches the task', tells: 2, of: ({ bridge }) => bridge },
  { name: 'meaning', says: 'similar in meaning', of: ({ meaning }) => meaning },
  guessed('words', 'words it holds'),
  guessed('unit', 'words it holds in one place'),
  guessed('file', 'a file called so'),
  guessed('name', 'what it defines'),
  guessed('meaning', 'something similar in meaning'),
  signal(fileHintExact.kind, 'named in the task', 0, 4),
  { name: 'named', says: 'named by its path, in the title or by a flag', tells: 0, of: isNamed, least: 6 },
  signal(exactSymbolMention.kind, 'defines what the task names', 0, 1),
  signal(stacktraceHit.kind, 'in the stack trace', 0, 2),
  signal(diffHit.kind, 'in the diff', 0, 4),
  signal(quotedText.kind, 'holds a text of the task', 0, 2),
  signal(routeMatch.kind, 'an address of the task leads to it', 0, 2),
  signal(askedFile.kind, 'of the kind the task asks for', 0, 4),
  { name: historyMatch.kind, says: 'similar commits touched it', tells: 2, of: history },
  signal(graphRelated.kind, 'related to a candidate', 2),
  signal(namedInDocument.kind, 'a document names what it defines', 2, 2),
  signal(relatedFile.kind, 'belongs with a candidate', 2, 0.2),
  signal(changedWith.kind, 'changed with a candidate', 2, 0.1),
  signal(nearFile.kind, 'where you stand', undefined, 2),
  signal(gitHotspot.kind, 'changes often', undefined, 0.05),
  against('otherLanguage', 'little of the code is written in its language', otherLanguage),
  against('brief', 'there is little of it', ({ file }) => 1 - Math.min(1, Math.log2(1 + file.termCount) / 14)),
  against('isEntry', 'by its name an entry file', ({ file }) => Number(ENTRY.test(file.path))),
  against(
    'isDeclaration',
    'it only declares what is written elsewhere',
    ({ file }) => Number(DECLARATION.test(file.path)),
    1,
  ),
  against('isOlder', 'kept for old callers', ({ isOlder }) => Number(isOlder), 2),
  role('config', 0.5),
  role('docs', 1),
  role('example', 1),
  role('generated', 1),
  role('vendored', 1.5),
  role('test', 2),
];

/** Returns a value as a share of the greatest, 0..1; 0 if the greatest is 0. */
export function share(value: number, most: number): number {
  return most > 0 ? Math.min(1, value / most) : 0;
}
