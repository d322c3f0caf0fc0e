// Gives vectors to the units of the index that have none. Parser threads make vectors while parsing; this file makes
// the others, such as those of an embedding server.
import { ContextError, messageOf } from '../model/errors.ts';
import type { Unit } from '../model/facts.ts';
import type { ContentVectors, Embedder, UnembeddedContent, VectorModel } from '../ports/embedder.ts';
import type { Store } from '../ports/store.ts';
import { createVectors, setVector } from '../search/unit-vectors.ts';
import { type EmbeddingParts, INDEX_META } from './index-parts.ts';

interface EmbedOptions {
  /** The time after which the rest is left for later; without it all units get vectors. */
  readonly waitMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

export interface EmbedOutcome {
  /** The number of contents left for later; that of all files if the embedder failed before they were counted. */
  readonly left: number;
  /** Why the embedder failed; null if it did not. */
  readonly failure: string | null;
}

// The number of contents in one transaction; an interruption loses at most these.
const BATCH_CONTENTS = 40;

/**
 * Makes vectors for contents that have none of the embedder's model: those the parser made none for, or all after a
 * change of model. Parses nothing. Returns a failure of the embedder instead of throwing it, unless it is a
 * `ContextError`, because search works without vectors.
 */
export async function embedUnits(store: Store, parts: EmbeddingParts, options: EmbedOptions): Promise<EmbedOutcome> {
  const { embedder } = parts;
  const { vectorModel: stored, meta, files } = await store.opening();
  const isSame = stored?.name === embedder.model && (embedder.dimensions ?? stored.dimensions) === stored.dimensions;
  const isDone = isSame && meta.get(INDEX_META.embedded) === embedder.model;
  if (isDone) return { left: 0, failure: null };
  const timeout = options.waitMs === undefined ? null : AbortSignal.timeout(options.waitMs);
  const signal = AbortSignal.any([options.signal, timeout].filter((signal) => signal != null));
  let left = files.length;
  try {
    const model = await settleModel(store, embedder, signal);
    const todo = await store.unembedded();
    left = todo.length;
    for (let start = 0; start < todo.length; start += BATCH_CONTENTS) {
      signal.throwIfAborted();
      const batch = todo.slice(start, start + BATCH_CONTENTS);
      await store.apply({ vectors: { model, contents: await vectorsOf(store, batch, { ...parts, model, signal }) } });
      left -= batch.length;
      options.onProgress?.(todo.length - left, todo.length);
    }
    await store.apply({ meta: { [INDEX_META.embedded]: embedder.model } });
    return { left: 0, failure: null };
  } catch (error) {
    options.signal?.throwIfAborted();
    if (error instanceof ContextError) throw error;
    if (timeout?.aborted) return { left, failure: null };
    return { left, failure: messageOf(error) };
  }
}

// Storing a model deletes vectors of another one or of another length, because they cannot be compared.
async function settleModel(store: Store, embedder: Embedder, signal: AbortSignal): Promise<VectorModel> {
  const measure = async () =>
    (await embedder.embed(['length of a vector'], { as: 'document', signal }))[0]?.length ?? 0;
  const dimensions = embedder.dimensions ?? (await measure());
  const model = { name: embedder.model, dimensions };
  await store.apply({ vectors: { model, contents: [] } });
  return model;
}

interface VectorBatch extends EmbeddingParts {
  readonly model: VectorModel;
  readonly signal: AbortSignal;
}

async function vectorsOf(
  store: Store,
  batch: readonly UnembeddedContent[],
  making: VectorBatch,
): Promise<readonly ContentVectors[]> {
  const { embedder, model, signal } = making;
  const contents = await store.contents(batch.map(({ hash }) => hash));
  const stored = await store.texts(batch.map(({ hash }) => hash));
  const documents = batch.map(({ hash, path }) => ({
    hash,
    path,
    // Another process may have deleted the content meanwhile.
    texts: unitTexts(path, stored.get(hash) ?? null, contents.get(hash)?.units ?? [], making),
  }));
  const texts = documents.flatMap((document) => document.texts);
  const vectors = texts.length === 0 ? [] : await embedder.embed(texts, { as: 'document', signal });
  if (vectors.length !== texts.length)
    throw new Error(`${embedder.name} gave ${vectors.length} vectors for ${texts.length} texts`);
  const other = vectors.find((vector) => vector.length !== model.dimensions);
  if (other) throw new Error(changedDimensions(embedder.name, model.dimensions, other.length));
  let next = 0;
  return documents.map((document) => {
    const rows = createVectors(document.texts.length, model.dimensions);
    for (let unit = 0; unit < document.texts.length; unit += 1) setVector(rows, unit, vectors[next++]!);
    return { hash: document.hash, path: document.path, ...rows };
  });
}

export function changedDimensions(name: string, before: number, now: number): string {
  return `${name} changed its vectors from ${before} to ${now} numbers`;
}

// The text of each unit with its path. Texts of the store are redacted before, so they may go to a server.
function unitTexts(
  path: string,
  text: string | null,
  units: readonly Unit[],
  { charactersMax }: EmbeddingParts,
): readonly string[] {
  if (text === null) return [];
  const lines = text.split('\n');
  return units.map(({ startLine, endLine }) => {
    const unitText = lines.slice(startLine - 1, endLine).join('\n');
    return `${path}\n${unitText.slice(0, charactersMax)}`;
  });
}
