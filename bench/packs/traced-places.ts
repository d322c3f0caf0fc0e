import { DEFAULTS } from '../../src/config/defaults.ts';
import { loadConfig } from '../../src/config/load.ts';
import { openParts } from '../../src/engine/open/open-parts.ts';
import { indexWorkspace } from '../../src/indexing/index-workspace.ts';
import type { TracedPlace } from '../../test/worlds/trace-texts.ts';

/** Places inside functions of a tree with the language of each, evenly chosen. */
export async function tracedPlaces(
  root: string,
  count: number,
): Promise<readonly (TracedPlace & { language: string })[]> {
  const { config } = await loadConfig({ root, env: {} });
  const parts = await openParts(root, config, Date.now);
  await indexWorkspace(parts, DEFAULTS.indexing);
  const { files } = await parts.store.opening();
  const sources = files.filter((file) => file.role === 'source' && file.language !== null && file.isParsed);
  const contents = await parts.store.contents([...new Set(sources.map((file) => file.hash))]);
  const all = sources.flatMap((file) =>
    (contents.get(file.hash)?.facts.symbols ?? [])
      .filter(({ kind, startLine, endLine }) => /^(?:function|method)$/.test(kind) && endLine - startLine >= 3)
      .map((symbol) => ({ file, symbol })),
  );
  const step = Math.max(1, all.length / count);
  const chosen = Array.from({ length: Math.min(count, all.length) }, (_, index) => all[Math.floor(index * step)]!);
  const texts = await parts.store.texts(chosen.map(({ file }) => file.hash));
  const places = chosen.map(({ file, symbol }) => {
    const lines = (texts.get(file.hash) ?? '').split('\n');
    const line = failingLine(lines, symbol.signatureLines[1] + 1, symbol.endLine);
    const { path, language } = file;
    return line === null ? [] : [{ path, language: language!, line, symbol: symbol.name, source: lines[line - 1]! }];
  });
  await parts.parser.close();
  await parts.store.close();
  return places.flat();
}

// A line in the second half of the body with a call or an assignment.
function failingLine(lines: readonly string[], first: number, last: number): number | null {
  for (let line = Math.floor((first + last) / 2); line < last; line++)
    if (/[=(]/.test(lines[line - 1] ?? '') && !/^\s*(?:\/\/|#|\*|\/\*|@|"""|''')/.test(lines[line - 1] ?? ''))
      return line;
  return null;
}
