import { DEFAULTS } from '../config/defaults.ts';
import { layoutNamed } from '../formats/index.ts';
import { refreshFile } from '../indexing/refresh-file.ts';
import { commentOf, fileKindOf } from '../languages/index.ts';
import { LENSES } from '../lenses/index.ts';
import type { Scored } from '../model/candidate.ts';
import { ENTITY_KINDS } from '../model/entity.ts';
import { ContextError } from '../model/errors.ts';
import type { Block } from '../model/pack.ts';
import type { Task } from '../model/task.ts';
import { assemblePack } from '../pipeline/assemble.ts';
import { unitEntities } from '../pipeline/enrich/enrich.ts';
import type { FusedHit } from '../pipeline/fuse/fuse.ts';
import { questionOf, viewOf } from '../pipeline/rank.ts';
import { resolve } from '../pipeline/resolve/resolve.ts';
import { confidenceOf, search } from '../pipeline/search.ts';
import { isBelow } from '../pipeline/show/list-documents.ts';
import type { QueryAnswer, QueryInput } from '../ports/engine.ts';
import type { Question } from '../ports/signal-finder.ts';
import type { FileRecord } from '../ports/store.ts';
import { STRATEGIES } from '../strategies/index.ts';
import { loadTokenizer } from '../tokenizers/index.ts';
import { truncatorNamed } from '../truncators/index.ts';
import { coverageOf } from './coverage.ts';
import { named } from './named.ts';
import { knowsMeaning, NO_EMBEDDER, openMeaning } from './open-meaning.ts';
import { pathsOf } from './per-view.ts';
import { type RunContext, sourceNameOf } from './run-pack.ts';
import { isDocument } from './show/link-directory.ts';
import { type TextSource, textSource } from './source-text.ts';
import { domainsOf } from './task-input.ts';

const ATTEMPTS = 3;
const PREVIEW_CHARACTERS = 200;
/** Each strategy is asked for more than is wanted, since fusing and filtering drop some. */
const FETCH_FACTOR = 4;

/** Answers a question over everything that is indexed. */
export async function runQuery(input: QueryInput, context: RunContext): Promise<QueryAnswer> {
  const { found, textNotes } = await findFresh(input, context);
  return answer(input, context, found, textNotes);
}

/** The blocks an answer would quote, for a page of another kind. */
export async function queryBlocks(
  input: QueryInput,
  context: RunContext,
): Promise<Pick<QueryAnswer, 'confidence' | 'notes'> & { readonly blocks: readonly Block[] }> {
  const { found, textNotes } = await findFresh(input, context);
  const { pack, notes } = await assembled(input, context, found, textNotes);
  return { blocks: pack.blocks, confidence: found.confidence, notes };
}

async function findFresh(input: QueryInput, context: RunContext) {
  checkTypes(input.types);
  for (let attempt = 1; ; attempt++) {
    const texts = textSource(context.parts, attempt === ATTEMPTS);
    const found = await find(input, context, texts);
    if (texts.changed.size === 0) return { found, textNotes: texts.notes() };
    for (const path of texts.changed) await refreshFile(context.parts, path);
  }
}

interface Found {
  readonly task: Task;
  readonly scored: readonly Scored[];
  readonly confidence: number;
  readonly notes: readonly string[];
}

async function find(input: QueryInput, { config, parts }: RunContext, texts: TextSource): Promise<Found> {
  const files = await parts.store.files();
  const knowledge = {
    paths: pathsOf(files),
    fileKind: fileKindOf,
    definitions: (keys: readonly string[]) => parts.store.definitions(keys),
  };
  const { text } = await parts.redact(input.query, 'query');
  const task = await resolve({ text }, knowledge, { ...DEFAULTS.task, domains: await domainsOf(config, files, parts) });
  const view = viewOf(files.filter((file) => isSearched(file, input)));
  const strategies = (input.strategies ?? DEFAULTS.query.strategies).map((name) => named(STRATEGIES, name, 'strategy'));
  const isCompared = strategies.some((strategy) => strategy.usesMeaning);
  const meaning = isCompared ? await openMeaning(text, parts, view) : NO_EMBEDDER;
  const question = questionOf(task, {
    store: parts.store,
    view,
    lens: LENSES[0],
    commits: 0,
    roleFactors: DEFAULTS.ranking.roleFactors,
    ...meaning,
  });
  const limit = input.limit ?? DEFAULTS.query.limit;
  // Why there is none is said by whoever misses it.
  const partial = meaning.meaning === null ? [] : meaning.notes;
  const { hits, notes } = await search(question, {
    strategies,
    isAsked: input.strategies !== undefined,
    limitEach: limit * FETCH_FACTOR + 20,
  });
  const strong = hits.filter((hit) => hit.score >= (input.minScore ?? DEFAULTS.query.minScore));
  const scored = best(await scoredOf(strong, question, texts));
  const typed = input.types ? scored.filter((one) => input.types!.includes(one.entity.kind)) : scored;
  const lexical = await question.lexical();
  const bestPath = typed[0]?.path;
  const matched = lexical.files.find((file) => file.path === bestPath)?.matched ?? [];
  return {
    task,
    scored: typed.slice(0, limit),
    confidence: confidenceOf(task, matched),
    notes: [...notes, ...partial],
  };
}

// Code that belongs to no symbol is rarely what a question is about; the best keeps its place at 1.
function best(scored: readonly Scored[]): readonly Scored[] {
  const weighed = scored.map((one) => ({
    ...one,
    reasons: one.reasons,
    score: one.score * (one.entity.kind === 'region' ? DEFAULTS.query.regionFactor : 1),
  }));
  const most = weighed.reduce((top, one) => Math.max(top, one.score), 0) || 1;
  return weighed
    .map((one) => ({ ...one, score: one.score / most }))
    .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
}

function isSearched(file: FileRecord, { isDocumentsOnly, path, from }: QueryInput): boolean {
  const isWanted = from === undefined || from.includes(sourceNameOf(file));
  return isWanted && (!isDocumentsOnly || isDocument(file)) && (path === undefined || isBelow(file.path, path));
}

async function scoredOf(
  hits: readonly FusedHit[],
  { store, view }: Question,
  texts: TextSource,
): Promise<readonly Scored[]> {
  const files = [...new Set(hits.map((hit) => hit.path))].map((path) => view.files.get(path)!);
  const contents = await store.contents([...new Set(files.map((file) => file.hash))]);
  const entities = new Map(
    files.map((file) => [
      file.path,
      unitEntities(file, contents.get(file.hash)!.facts, contents.get(file.hash)!.units),
    ]),
  );
  const read = new Map(
    await Promise.all(
      files.map(async (file) => [file.path, await texts.textOf(file, contents.get(file.hash)!)] as const),
    ),
  );
  return hits.map((hit) => {
    const entity = entities.get(hit.path)![hit.unit]!;
    const reasons = hit.found.map(({ strategy, rank, because }) => ({
      signal: strategy,
      value: 1 / rank,
      weight: 1,
      because,
    }));
    return {
      id: entity.id,
      path: hit.path,
      signals: reasons.map(({ signal, value, because }) => ({ kind: signal, value, because })),
      distance: 0,
      via: [],
      entity,
      text: read.get(hit.path) ?? null,
      score: hit.score,
      reasons,
      isPinned: false,
      matches: [],
    };
  });
}

async function assembled(
  input: QueryInput,
  { config, parts, notes }: RunContext,
  found: Found,
  textNotes: readonly string[],
) {
  const allNotes = [...notes, ...found.notes, ...textNotes];
  const made = assemblePack(found.scored, {
    task: found.task,
    coverage: coverageOf(await parts.store.files(), await parts.store.history(), await knowsMeaning(parts)),
    notes: allNotes,
    budgetTokens: input.maxTokens ?? DEFAULTS.query.budgetTokens,
    tokenizer: await loadTokenizer(input.tokenizer ?? config.tokenizer, { safetyMargin: config.safetyMargin }),
    layout: layoutNamed(input.format ?? DEFAULTS.pack.format, 'query', {
      sources: input.sources ?? true,
      code: input.code ?? true,
    }),
    truncator: truncatorNamed(DEFAULTS.budget.truncator),
    commentFor: commentOf,
    isGrouped: input.groupByType ?? false,
    contextLines: input.contextLines ?? DEFAULTS.query.contextLines,
    includeImports: input.imports ?? DEFAULTS.query.includeImports,
    floors: { units: 0, files: 0, alone: 0 },
    filesMax: Number.MAX_SAFE_INTEGER,
    linesPerFileMax: Number.MAX_SAFE_INTEGER,
    charactersPerBlockMax: null,
    refused: {},
    seen: input.seen ?? [],
    includeSkeletons: true,
    tuning: DEFAULTS.budget,
  });
  return { ...made, notes: allNotes };
}

async function answer(
  input: QueryInput,
  context: RunContext,
  found: Found,
  textNotes: readonly string[],
): Promise<QueryAnswer> {
  const { scored, confidence } = found;
  const { pack, text, outcomes, notes } = await assembled(input, context, found, textNotes);
  const included = [...outcomes.values()].filter((outcome) => outcome.kind === 'included').length;
  return {
    query: input.query,
    context: text,
    results: pack.blocks.map(resultOf),
    summary: {
      entitiesIncluded: included,
      entitiesExcluded: scored.length - included,
      filesRead: new Set(scored.map((one) => one.path)).size,
      truncated: [...outcomes.values()].some((outcome) => outcome.kind !== 'included' && outcome.because === 'budget'),
    },
    tokenCount: pack.usage.used,
    confidence,
    notes,
  };
}

function resultOf(block: Block): QueryAnswer['results'][number] {
  const { id, name, kind, qualifiedName, path, startLine, endLine, score, text, hash } = block;
  const codePreview = text.length > PREVIEW_CHARACTERS ? `${text.slice(0, PREVIEW_CHARACTERS)}...` : text;
  return {
    entity: { id, name, type: kind, qualifiedName },
    score,
    location: { path, startLine, endLine },
    codePreview,
    hash,
    because: block.reasons.map(({ because }) => because).join('; '),
  };
}

function checkTypes(types: readonly string[] | undefined): void {
  const unknown = (types ?? []).find((type) => !Object.hasOwn(ENTITY_KINDS, type));
  if (unknown !== undefined)
    throw new ContextError(
      'BAD_INPUT',
      `There is no kind of entity "${unknown}"; known are ${Object.keys(ENTITY_KINDS).join(', ')}.`,
    );
}
