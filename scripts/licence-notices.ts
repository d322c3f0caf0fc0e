import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The licence of every package whose code or grammar is in the build, so that copying knap copies them too. */
export function licenceNotices(root: string, packages: readonly string[]): string {
  const notices = [...new Set(packages)].sort().map((name) => {
    const folder = join(root, 'node_modules', name);
    const { version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
      version: string;
      license?: string;
    };
    return `${name} ${version} (${license ?? 'see below'})\n\n${licenceText(folder)}`;
  });
  return `knap contains parts of these packages.\n\n${notices.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}

/** The packages a bundle was made from, out of the paths of its inputs. */
export function packagesOf(inputs: readonly string[]): readonly string[] {
  const names = inputs.flatMap((path) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? []);
  return [...new Set(names)].sort();
}

function licenceText(folder: string): string {
  const files = existsSync(folder)
    ? readdirSync(folder).filter((name) => /^(licen[cs]e|copying|notice)/i.test(name))
    : [];
  const texts = files.sort().map((name) => readFileSync(join(folder, name), 'utf8').trim());
  return texts.join('\n\n') || 'The package ships no licence text; its package.json names the licence above.';
}
