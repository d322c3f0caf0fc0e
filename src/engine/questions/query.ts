// Answers `query`: ranks entities for a question, prints the best and returns them as data. `search` and `context` use
// its `findEntities`.
import { basename } from 'node:path/posix';
import { DEFAULTS } from '../../config/defaults.ts';
import { pickByName } from '../../config/did-you-mean.ts';
import type { Scored } from '../../model/candidate.ts';
import { ENTITY_KINDS, type EntityKind, isDocumentLanguage } from '../../model/entity.ts';
import { ContextError } from '../../model/errors.ts';
import type { Task } from '../../model/task.ts';
import { assemblePack } from '../../pipeline/assemble.ts';
import { ownLines } from '../../pipeline/budget/file-plan.ts';
import {
  definitionsFirst,
  nameAsked,
  shareHeld,
  spreadOverFiles,
  withInnerSymbols,
} from '../../pipeline/query-results.ts';
import type { QueryAnswer, QueryInput } from '../../ports/engine.ts';
import { FILE_SOURCES } from '../file-filters.ts';
import { find } from '../find.ts';
import type { QuestionRun } from '../question-run.ts';
import type { FindInput, FindResult } from '../remembered-rankings.ts';
import { coverageOf, notesIfNotHere } from '../status.ts';
import { ANYTHING, PROFILES, preparePage, type SearchedEntities } from './profiles.ts';

const PREVIEW_CHARACTERS = 200;
const REASONS_MAX = 2;
// A question about tests is answered with tests, which otherwise rank far behind code.
const ABOUT_TESTS = /\b(?:tests?|tested|testing|specs?)\b/i;

interface RankedQuery extends FindResult {
  readonly entities: readonly Scored[];
  /** 0..1: the share of the question's words in the path and text of the best entity's file. */
  readonly confidence: number;
}

export async function runQuery(input: QueryInput, context: QuestionRun): Promise<QueryAnswer> {
  const result = await findEntities(input, context);
  const { pack, text, outcomes } = await printPage(input, context, result);
  const included = [...outcomes.values()].filter((outcome) => outcome.kind === 'included').length;
  const { entities, confidence } = result;
  const reasons = distinctReasons(entities);
  return {
    query: result.task.text,
    context: text,
    results: entities.map((entity, index) => resultOf(entity, reasons[index]!)),
    quoted: input.code === false ? [] : pack.blocks.map(({ path, lines, hash }) => ({ path, lines, hash })),
    summary: {
      entitiesIncluded: included,
      entitiesExcluded: entities.length - included,
      filesRead: new Set(entities.map((entity) => entity.path)).size,
      truncated: [...outcomes.values()].some((outcome) => outcome.kind !== 'included' && outcome.because === 'budget'),
    },
    tokenCount: pack.usage.used,
    budget: pack.usage.budget,
    confidence,
    nothing: result.nothing,
    notes: pack.notes,
  };
}

export async function findEntities(
  input: QueryInput & Pick<FindInput, 'openedMax'>,
  context: QuestionRun,
  searched: SearchedEntities = ANYTHING,
): Promise<RankedQuery> {
  checkTypes(input.types);
  const { query, strategies, sources, types, limit = DEFAULTS.query.limit, minScore = DEFAULTS.query.minScore } = input;
  const isFused = strategies !== undefined;
  const name = nameAsked(query);
  const result = await find(
    {
      task: query,
      expect: input.expect,
      symbol: name === null ? undefined : [name],
      strategies,
      sources: sources?.map((name) => pickByName(FILE_SOURCES, name, 'source').name),
      include: [...(ABOUT_TESTS.test(query) ? ['tests'] : []), ...(searched.include ?? [])],
      near: input.near,
      under: input.under,
      among: searched.among,
      openedMax: input.openedMax ?? (types === undefined ? undefined : DEFAULTS.query.openedForTypesMax),
    },
    context,
  );
  const ranked = isFused
    ? result.scored.filter(({ entity }) => entity.container !== null)
    : spreadOverFiles(result.scored, DEFAULTS.query.spread);
  const units = definitionsFirst(name, ranked.map(nameAfterFile), {
    withoutWord: DEFAULTS.query.withoutWord,
    wholeFunctionLines: DEFAULTS.budget.wholeFunctionLines,
  });
  const kinds = new Set((types ?? searched.kinds) as readonly EntityKind[]);
  const inner = kinds.size > 0 ? withInnerSymbols(units, { kinds, keywords: result.task.keywords }) : units;
  const wanted = types ? inner.filter(({ entity }) => kinds.has(entity.kind)) : inner;
  const best = wanted[0]?.score || 1;
  const entities = withoutRepeats(wanted)
    .map((candidate) => ({ ...candidate, score: candidate.score / best }))
    .filter(({ score }) => score >= minScore && score > 0)
    .slice(0, limit);
  return { ...result, entities, confidence: confidenceOf(result.task, entities[0]) };
}

// One long function may match in several pieces: only the best piece stays.
function withoutRepeats(sorted: readonly Scored[]): readonly Scored[] {
  const places = new Set<string>();
  return sorted.filter((candidate) => {
    const place = `${candidate.path}:${ownLines(candidate).join('-')}`;
    if (places.has(place)) return false;
    places.add(place);
    return true;
  });
}

// Names a region of a document, which lies under no heading, after its file.
function nameAfterFile(candidate: Scored): Scored {
  const { entity, path } = candidate;
  if (entity.kind !== 'region' || !isDocumentLanguage(entity.language)) return candidate;
  return { ...candidate, entity: { ...entity, kind: 'section', name: basename(path) } };
}

async function printPage(input: QueryInput, { config, parts, notes }: QuestionRun, result: RankedQuery) {
  const coverage = coverageOf(result.opening, parts.embedder);
  const doubts = result.entities.length > 0 ? notesIfNotHere(result.nothing, coverage) : [];
  const allNotes = [...doubts, ...notes, ...result.notes];
  const { includeSources: sources = true, code = true, scores = false } = input;
  const shown = { sources, code, scores, hashes: true };
  const page = await preparePage(PROFILES.query, input, { ...config, shown });
  const nothing = result.nothing === null || coverage.left ? {} : { nothing: result.nothing };
  // A short question often has some doubt, so the page mentions it only when it is probable.
  const isProbablyNotHere = (result.nothing ?? 0) >= DEFAULTS.notHere.probablyFrom;
  const task = { ...result.task, notes: isProbablyNotHere ? doubts : [], ...nothing };
  return assemblePack(result.entities, { ...page, task, coverage, notes: allNotes });
}

// The first reasons of each result. If it has reasons that most results do not share, only those count.
function distinctReasons(entities: readonly Scored[]): readonly string[] {
  const all = entities.map(({ listReasons }) =>
    listReasons().flatMap(({ isWeak, because }) => (isWeak ? [] : [because])),
  );
  const isCommon = (because: string) =>
    all.length > 2 && all.filter((clauses) => clauses.includes(because)).length > all.length / 2;
  return all.map((clauses) => {
    const distinct = clauses.filter((because) => !isCommon(because));
    return (distinct.length > 0 ? distinct : clauses).slice(0, REASONS_MAX).join('; ');
  });
}

function resultOf(scored: Scored, because: string): QueryAnswer['results'][number] {
  const { id, entity, score, text } = scored;
  const { name, kind, qualifiedName, hash } = entity;
  const { path } = entity.location;
  const [startLine, endLine] = ownLines(scored);
  const location = { path, startLine, endLine };
  const code = (text?.lines ?? []).slice(location.startLine - 1, location.endLine).join('\n');
  const codePreview = code.length > PREVIEW_CHARACTERS ? `${code.slice(0, PREVIEW_CHARACTERS)}...` : code;
  return { entity: { id, name, type: kind, qualifiedName }, score, location, codePreview, hash, because };
}

function confidenceOf(task: Task, best: Scored | undefined): number {
  return best === undefined ? 0 : shareHeld([best.path, ...(best.text?.lines ?? [])].join('\n'), task.keywords);
}

function checkTypes(types: readonly string[] | undefined): void {
  const unknown = (types ?? []).find((type) => !ENTITY_KINDS.some((kind) => kind === type));
  if (unknown === undefined) return;
  throw new ContextError('BAD_INPUT', `There is no kind of entity "${unknown}"; known are ${ENTITY_KINDS.join(', ')}.`);
}
