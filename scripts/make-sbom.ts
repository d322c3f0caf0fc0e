import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { grammarSources, RUNTIME } from './copy-grammars.ts';
import type { Bundled } from './licence-notices.ts';

interface Locked {
  readonly integrity?: string;
}

interface Part {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly integrity: string | undefined;
  readonly grammars: readonly string[];
}

/** Lists the parts of the build in the format CycloneDX. Holds no time and no random number, so that the same build has the same bytes. */
export function makeSbom(root: string, bundled: readonly Bundled[]): string {
  const manifest: { name: string; version: string; license: string } = read(root, 'package.json');
  const components = partsOf(root, bundled).map(({ name, version, license, integrity, grammars }) => {
    const held = grammars.map((grammar) => ({ type: 'data', name: `${grammar}.wasm` }));
    return {
      type: 'library',
      'bom-ref': purlOf(name, version),
      name,
      version,
      purl: purlOf(name, version),
      licenses: [{ license: { id: license } }],
      hashes: hashesOf(integrity),
      ...(held.length === 0 ? {} : { components: held }),
    };
  });
  const self = purlOf(manifest.name, manifest.version);
  const sbom = {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': self,
        name: manifest.name,
        version: manifest.version,
        purl: self,
        licenses: [{ license: { id: manifest.license } }],
      },
    },
    components,
    dependencies: [{ ref: self, dependsOn: components.map(({ purl }) => purl) }],
  };
  return `${JSON.stringify(sbom, null, 2)}\n`;
}

// Packages whose code or grammar is in the build.
function partsOf(root: string, bundled: readonly Bundled[]): readonly Part[] {
  const { packages } = read<{ packages: Record<string, Locked> }>(root, 'package-lock.json');
  const ofCode = bundled.map(({ name, version, license }): Part => {
    const { integrity } = packages[`node_modules/${name}`] ?? {};
    return { name, version, license, integrity, grammars: name === RUNTIME ? [RUNTIME] : [] };
  });
  const ofGrammars = grammarSources().map(({ package: name, version, license, integrity, grammars }): Part => {
    return { name, version, license: license!, integrity, grammars: Object.keys(grammars) };
  });
  return [...ofCode, ...ofGrammars].sort((a, b) => (a.name < b.name ? -1 : 1));
}

function purlOf(name: string, version: string): string {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`;
}

function hashesOf(integrity: string | undefined) {
  const [, content] = /^sha512-(.+)$/.exec(integrity ?? '') ?? [];
  return content === undefined ? [] : [{ alg: 'SHA-512', content: Buffer.from(content, 'base64').toString('hex') }];
}

function read<Value>(root: string, name: string): Value {
  return JSON.parse(readFileSync(join(root, name), 'utf8')) as Value;
}
