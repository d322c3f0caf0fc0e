import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { declareTypes } from '../../scripts/declare-types.ts';
import { schemaPages } from '../../scripts/make-schemas.ts';
import { openApiDocument } from '../../src/surfaces/http/openapi.ts';
import { connect } from '../surfaces/mcp/connect.ts';
import { publicCommands, publicErrors, publicSettings } from './public-surfaces.ts';
import { publicTypes } from './public-types.ts';
import { ROOT } from './tracked-files.ts';

const FOLDER = 'test/golden/api';

// What others rely on, a page each. The schemas are pages themselves: they are shipped as they stand in schemas/.
const pages: readonly [file: string, what: string, make: () => string | Promise<string>][] = [
  [`${FOLDER}/library.txt`, 'the types of the library', libraryTypes],
  [`${FOLDER}/mcp.json`, 'what an agent is offered', agentOffers],
  [`${FOLDER}/http.json`, 'the routes over HTTP', async () => pretty(await openApiDocument())],
  [`${FOLDER}/commands.txt`, 'the commands and their options', publicCommands],
  [`${FOLDER}/settings.txt`, 'the keys of the configuration', publicSettings],
  [`${FOLDER}/errors.txt`, 'the error codes', publicErrors],
  ...Object.entries(schemaPages()).map(
    ([name, page]) => [`schemas/${name}`, `the schema ${name}`, () => page] as [string, string, () => string],
  ),
];

for (const [file, what, make] of pages)
  test(`the public API: ${what} as in ${file} (npm run golden accepts a change that is meant)`, async () => {
    await expect(await make()).toMatchFileSnapshot(join(ROOT, file));
  });

test('every golden page of the public API belongs to an export', () => {
  const found = ['schemas', FOLDER].flatMap((folder) =>
    readdirSync(join(ROOT, folder)).map((name) => `${folder}/${name}`),
  );
  expect(found.filter((path) => !pages.some(([file]) => file === path))).toEqual([]);
});

// Those of the build, unless a source is younger than they are: what is compared must be what the sources say.
function libraryTypes(): string {
  const built = join(ROOT, 'dist/types');
  const madeMs = statSync(join(built, 'index.d.ts'), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const sources = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' });
  if (sources.every((path) => statSync(join(ROOT, 'src', path)).mtimeMs < madeMs)) return publicTypes(built);
  const folder = emptyFolder();
  declareTypes(folder);
  return publicTypes(folder);
}

async function agentOffers(): Promise<string> {
  const client = await connect(emptyFolder());
  const [{ tools }, { prompts }, { resourceTemplates }] = await Promise.all([
    client.listTools(),
    client.listPrompts(),
    client.listResourceTemplates(),
  ]);
  return pretty({ instructions: client.getInstructions(), tools, prompts, resourceTemplates });
}

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'knap-api-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const pretty = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
