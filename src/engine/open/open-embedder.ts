// Opens the embedder that the configuration names, and tests it for `knap doctor`. Without a usable one, search works
// by words alone.
import { DEFAULTS } from '../../config/defaults.ts';
import { pickByName } from '../../config/did-you-mean.ts';
import type { Config } from '../../config/schema.ts';
import { packageFile } from '../../config/this-package.ts';
import { type BuiltinEmbedder, EMBEDDERS, isBuiltin } from '../../embedders/index.ts';
import { ContextError, messageOf } from '../../model/errors.ts';
import type { Embedder } from '../../ports/embedder.ts';

export interface OpenedEmbedder {
  readonly embedder: Embedder | null;
  readonly notes: readonly string[];
}

/** Opens the configured embedder. If the file of the builtin model is unusable, there is none, and a note says why. */
export function openEmbedder(
  { embedder: settings }: Pick<Config, 'embedder'>,
  { modelFile = builtinModel(), now }: { modelFile?: string; now: () => number },
): OpenedEmbedder {
  const row = pickByName(EMBEDDERS, settings.use ?? DEFAULTS.embedder.use, 'embedder');
  const missing = row.needs.filter((name) => settings[name] === undefined);
  if (missing.length > 0) {
    const keys = missing.map((name) => `embedder.${name}`).join(' and ');
    throw new ContextError('BAD_CONFIG', `The embedder "${row.name}" needs ${keys} in your own configuration.`);
  }
  const embedder = row.open({
    ...DEFAULTS.embedder,
    modelFile,
    now,
    url: settings.url,
    model: settings.model,
    key: settings.key ?? null,
    dimensions: settings.dimensions ?? null,
    timeoutMs: settings.timeoutMs ?? DEFAULTS.embedder.timeoutMs,
  });
  const problem = isBuiltin(embedder) ? modelProblem(embedder) : null;
  return problem === null ? { embedder, notes: [] } : { embedder: null, notes: [`no meaning: ${problem}`] };
}

export const builtinModel = (): string => packageFile('models/builtin-384.bin', 'dist/models/builtin-384.bin');

/** Tests the configured embedder with one vector. The name is null if none is configured. */
export async function tryEmbedder(
  config: Pick<Config, 'embedder'>,
  now: () => number,
): Promise<{ readonly name: string | null; readonly problem: string | null }> {
  const name = config.embedder.use ?? DEFAULTS.embedder.use;
  const { embedder, notes } = openEmbedder(config, { now });
  if (embedder === null) return { name: notes.length === 0 ? null : name, problem: notes[0] ?? null };
  try {
    await embedder.embed(['knap'], { as: 'query' });
    return { name: embedder.model, problem: null };
  } catch (error) {
    return { name: embedder.model, problem: messageOf(error) };
  }
}

// Checks the model file, so that an incomplete installation still works without meaning.
function modelProblem(embedder: BuiltinEmbedder): string | null {
  try {
    embedder.check();
    return null;
  } catch (error) {
    return messageOf(error);
  }
}
