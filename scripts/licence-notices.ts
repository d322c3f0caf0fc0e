import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A package whose code or grammar is in the build. */
export interface Bundled {
  readonly name: string;
  readonly version: string;
  /** The licence in its manifest. */
  readonly license: string;
  /** The text of its licence, with the copyright notice. */
  readonly text: string;
}

/** Reads version and licence of bundled packages; throws for a package without a licence. */
export function readBundled(root: string, names: readonly string[]): readonly Bundled[] {
  return [...new Set(names)].sort().map((name) => {
    const folder = join(root, 'node_modules', name);
    const manifest: { version: string; license?: string } = JSON.parse(
      readFileSync(join(folder, 'package.json'), 'utf8'),
    );
    const text = licenceText(folder);
    if (text === '' || manifest.license === undefined) throw new Error(`${name} comes without a licence`);
    return { name, version: manifest.version, license: manifest.license, text };
  });
}

/** The licences of all bundled packages, so that every copy of knap includes them. */
export function licenceNotices(bundled: readonly Bundled[]): string {
  const notices = bundled.map(({ name, version, license, text }) => `${name} ${version} (${license})\n\n${text}`);
  return `knap contains parts of these packages. The licences of its grammars stand in grammars/LICENSES.txt.\n\n${notices.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}

/** The names of the packages in a bundle, from the paths of its inputs. */
export function packagesOf(inputs: readonly string[]): readonly string[] {
  const names = inputs.flatMap((path) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? []);
  return [...new Set(names)].sort();
}

// Reads the files with licences and notices, or the licence in the README.
function licenceText(folder: string): string {
  const names = readdirSync(folder).sort();
  const read = (name: string) => readFileSync(join(folder, name), 'utf8').trim();
  const files = names.filter((name) => /^(licen[cs]e|copying|notice)/i.test(name));
  if (files.length > 0) return files.map(read).join('\n\n');
  const page = names.find((name) => /^readme/i.test(name));
  const [, section = ''] = page === undefined ? [] : (/^#+ *licen[cs]e *$(.*)/ims.exec(read(page)) ?? []);
  return /^copyright\b/im.test(section) ? section.trim() : '';
}
