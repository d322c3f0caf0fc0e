// Finds decisions in past conversations about the files of a task. Code cannot say why it is as it is; such a decision
// can.
import type { Scored } from '../../model/candidate.ts';
import type { Edge } from '../../model/edge.ts';
import { CONVERSATIONS } from '../../model/entity.ts';
import type { SymbolFacts } from '../../model/facts.ts';
import { linesOf, mergeRanges } from '../../model/line-ranges.ts';
import { nameOf } from '../../model/paths.ts';
import type { Keyword, Task } from '../../model/task.ts';
import { byText, termsOf } from '../../model/terms.ts';
import { shareHeld } from '../query-results.ts';

// The most sessions that are read; of hundreds about a file few concern the task.
const SESSIONS_MAX = 40;
const LEAD_FILES_MAX = 3;
/** Files with at least this share of the best score are lead files. */
const LEAD_SHARE = 0.5;
/** The least score of a pinned decision, as a share of the best. */
const PINNED_SHARE = 0.5;
const DECISIONS_MAX = 3;
const PER_SESSION_MAX = 2;
/** The share of the task's words that a session must hold if no edge connects it with the task's files. */
const WORDS_SHARE = 0.5;
/** Decisions with less than this share of the best value are about something else. */
const WORTH_SHARE = 0.6;

interface DecisionParts {
  /** Edges from and to the files of the best units. */
  readonly edges: readonly Edge[];
  /** The words of the task without those that occur only in paths. */
  readonly keywords: readonly Keyword[];
  readonly open: (path: string) => Promise<readonly Scored[]>;
}

/** Finds and pins decisions in past conversations about the task's files, or with its words. */
export async function decisionsAbout(scored: readonly Scored[], parts: DecisionParts): Promise<readonly Scored[]> {
  const leadFiles = findLeadFiles(scored);
  const linked = parts.edges.filter(({ from, to }) => isConversation(from) && leadFiles.has(to));
  const bySession = Map.groupBy(linked, ({ from }) => from);
  const matching = scored.filter(({ path, signals }) => isConversation(path) && signals.length > 0);
  const sessions = [...new Set([...bySession.keys(), ...matching.map(({ path }) => path)])].slice(0, SESSIONS_MAX);
  if (sessions.length === 0) return [];
  const byPath = Map.groupBy(scored, ({ path }) => path);
  const best = scored[0]?.score ?? 0;
  const decisions = await Promise.all(
    sessions.map(async (path) => {
      const scoredUnits = new Map((byPath.get(path) ?? []).map((one) => [one.id, one]));
      const units = (await parts.open(path)).map((unit) => scoredUnits.get(unit.id) ?? unit);
      return decisionsOfSession(units, { ...parts, leadFiles, files: (bySession.get(path) ?? []).map(({ to }) => to) });
    }),
  );
  const sorted = decisions
    .flat()
    .sort((a, b) => b.worth - a.worth || byText(b.date, a.date) || byText(a.unit.id, b.unit.id));
  return sorted
    .filter(({ worth }) => worth >= (sorted[0]?.worth ?? 0) * WORTH_SHARE)
    .slice(0, DECISIONS_MAX)
    .map(({ unit, lines, because }) => ({
      ...unit,
      score: Math.max(unit.score, best * PINNED_SHARE),
      isPinned: true,
      matches: mergeRanges([...unit.matches, lines]),
      listReasons: () => [{ signal: 'related', value: 1, weight: 1, because }, ...unit.listReasons()],
      signals: [...unit.signals, { kind: 'related', value: 1, because }],
    }));
}

const isConversation = (path: string): boolean => path.startsWith('conversation:');

/** Finds the lead files of a task, each with its name and the names that it defines. */
export function findLeadFiles(scored: readonly Scored[]): ReadonlyMap<string, ReadonlySet<string>> {
  const files = scored.filter(({ entity, path }) => entity.source !== CONVERSATIONS && !isConversation(path));
  const least = (files[0]?.score ?? 0) * LEAD_SHARE;
  const leadFiles = new Map<string, ReadonlySet<string>>();
  for (const { path, score, text } of files) {
    if (score < least || leadFiles.size >= LEAD_FILES_MAX) break;
    const symbols = (text?.facts.symbols ?? []).map(({ name }) => name);
    if (!leadFiles.has(path)) leadFiles.set(path, new Set([nameOf(path), ...symbols]));
  }
  return leadFiles;
}

interface AskedSession extends Pick<DecisionParts, 'keywords'> {
  readonly leadFiles: ReturnType<typeof findLeadFiles>;
  /** The lead files the session is linked to. */
  readonly files: readonly string[];
}

function decisionsOfSession(units: readonly Scored[], { keywords, leadFiles, files }: AskedSession) {
  const text = units[0]?.text;
  if (!text) return [];
  const { symbols } = text.facts;
  const textOfSymbol = ({ startLine, endLine }: SymbolFacts) => text.lines.slice(startLine - 1, endLine).join('\n');
  const sessionShare = shareHeld(text.lines.join('\n'), keywords);
  if (files.length === 0 && sessionShare < WORDS_SHARE) return [];
  const names = files.flatMap((path) => [...(leadFiles.get(path) ?? [])]);
  const because = `decided in a conversation about ${files[0] ?? 'this'}`;
  const decisions = symbols.flatMap((decision) => {
    const { kind, parent } = decision;
    const unit = kind === 'decision' ? smallestUnitAround(units, decision) : undefined;
    if (unit === undefined) return [];
    const message = textOfSymbol(parent === null ? decision : (symbols[parent] ?? decision));
    const isNamed = names.some((name) => message.includes(name));
    const worth = shareHeld(message, keywords) + sessionShare + Number(files.length > 0) + Number(isNamed) / 2;
    // The date as the conversation has it; of equally good decisions the later come first.
    const date = /^## \w+, (\S+ \S+)/.exec(message)?.[1] ?? '';
    return [{ unit, lines: linesOf(decision), worth, date, because }];
  });
  return decisions.sort((a, b) => b.worth - a.worth).slice(0, PER_SESSION_MAX);
}

function smallestUnitAround(units: readonly Scored[], { startLine }: SymbolFacts): Scored | undefined {
  return units
    .filter(({ entity: { location } }) => location.startLine <= startLine && startLine <= location.endLine)
    .toSorted((a, b) => lengthOf(a) - lengthOf(b))[0];
}

const lengthOf = ({ entity: { location } }: Scored): number => location.endLine - location.startLine;

/** The keywords of a task that occur outside of paths. */
export function spokenWords({ text, keywords }: Pick<Task, 'text' | 'keywords'>): readonly Keyword[] {
  const spoken = new Set(termsOf(withoutPaths(text)));
  return keywords.filter(({ stem }) => spoken.has(stem));
}

// Works word by word, because a pattern over the whole text would need quadratic time for a very long word.
function withoutPaths(text: string): string {
  const textWords = text.split(/\s+/);
  return textWords.filter((word) => !/[/\\]/.test(word)).join(' ');
}
