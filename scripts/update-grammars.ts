import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type ParsedTarFileItem, parseTarGzip } from 'nanotar';
import { GRAMMAR_FILES, type GrammarSource, grammarSources } from './copy-grammars.ts';

// Downloads the packages in `grammars/sources.json`, checks their hashes and writes their grammars again.
// To take another version: change `version`, delete `integrity`, run this, read the diff, run `npx vitest run test/languages`.

// Licences of grammars whose package omits them and ships only its own licence.
const OWN_LICENCES = join(import.meta.dirname, 'licences');
// A text counts as a licence if it has a copyright notice or is the Apache licence, which has none.
const HAS_NOTICE = /^\s*copyright\b|^\s*Apache License$/im;

const sources: GrammarSource[] = [];
const byLicence = new Map<string, string[]>();
for (const source of grammarSources()) {
  const { files, ...taken } = await download(source);
  const grammars: Record<string, string> = {};
  for (const name of Object.keys(source.grammars).sort()) {
    const wasm = files.find((file) => basename(file.name) === `${name}.wasm`)?.data;
    if (wasm === undefined) throw new Error(`${source.package}@${source.version} holds no ${name}.wasm`);
    grammars[name] = createHash('sha256').update(wasm).digest('hex');
    // Compresses only changed grammars, because another version of zlib writes other bytes.
    if (grammars[name] !== source.grammars[name])
      writeFileSync(join(GRAMMAR_FILES, `${name}.wasm.gz`), gzipSync(wasm, { level: 9 }));
    const licence = licenceOf(name, files);
    byLicence.set(licence, [...(byLicence.get(licence) ?? []), `${name}.wasm`]);
  }
  sources.push({ ...source, ...taken, grammars });
}
const pages = [...byLicence].map(([text, names]) => `${names.join('\n')}\n\n${text}`);
writeFileSync(join(GRAMMAR_FILES, 'LICENSES.txt'), pages.join(`\n${'-'.repeat(80)}\n`));
writeFileSync(join(GRAMMAR_FILES, 'sources.json'), `${JSON.stringify(sources, null, 2)}\n`);

async function download({ package: name, version, integrity }: GrammarSource) {
  const folder = mkdtempSync(join(tmpdir(), 'knap-grammar-'));
  try {
    execFileSync('npm', ['pack', `${name}@${version}`, '--silent', '--ignore-scripts', '--pack-destination', folder]);
    const bytes = readFileSync(join(folder, readdirSync(folder)[0]!));
    const hash = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
    if (integrity !== undefined && integrity !== hash)
      throw new Error(`${name}@${version} does not match its hash in sources.json`);
    const files = await parseTarGzip(bytes);
    const manifest = files.find((file) => file.name === 'package/package.json')!;
    const { license } = JSON.parse(manifest.text) as { license: string };
    return { files, license, integrity: hash };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

// Refuses a grammar without a licence, because every copy of knap must include the notice.
function licenceOf(name: string, files: readonly ParsedTarFileItem[]): string {
  const separate = readdirSync(OWN_LICENCES).includes(`${name}.txt`)
    ? readFileSync(join(OWN_LICENCES, `${name}.txt`), 'utf8')
    : '';
  const inPackage = files.find((file) => /^package\/LICENSE(?:\.md|\.txt)?$/.test(file.name))?.text ?? '';
  const text = [separate, inPackage].find((one) => HAS_NOTICE.test(one));
  if (text === undefined)
    throw new Error(
      `No licence with a copyright notice for ${name}.wasm; put its text into scripts/licences/${name}.txt`,
    );
  return text;
}
