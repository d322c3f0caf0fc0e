import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Bundled } from './licence-notices.ts';

/** A grammar, the package it lies in compiled, and whose licence it is under. */
export interface BundledGrammar {
  readonly name: string;
  readonly from: string;
}

interface Locked {
  readonly version: string;
  readonly integrity?: string;
}

/** What is in the build, as CycloneDX says it. It holds no time and no number of its own: the same build has the same bytes. */
export function makeSbom(root: string, bundled: readonly Bundled[], grammars: readonly BundledGrammar[]): string {
  const manifest: { name: string; version: string; license: string } = read(root, 'package.json');
  const { packages } = read<{ packages: Record<string, Locked> }>(root, 'package-lock.json');
  const components = bundled.map(({ name, version, license }) => {
    const held = grammars.filter(({ from }) => from === name).map((grammar) => ({ type: 'data', name: grammar.name }));
    return {
      type: 'library',
      'bom-ref': purlOf(name, version),
      name,
      version,
      purl: purlOf(name, version),
      licenses: [{ license: { id: license } }],
      hashes: hashesOf(packages[`node_modules/${name}`]?.integrity),
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
