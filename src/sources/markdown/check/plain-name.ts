import { parse } from 'yaml';

/** Lower-case letters and digits, with single hyphens between them. */
export function isPlainName(name: string): boolean {
  return /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name);
}

/** A text as a plain name; null when nothing of it can be kept. */
export function plainNameOf(text: string): string | null {
  const name = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return name === '' ? null : name;
}

/** A plain name as YAML: quoted where it would be read as a number or the like. */
export function yamlName(name: string): string {
  return parse(name) === name ? name : `"${name}"`;
}
