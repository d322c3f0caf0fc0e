import type { Finding, FindingCode } from './finding.ts';
import { nameSplice } from './fix-name.ts';
import { applySplices, type Splice } from './splice.ts';
import { styleFaults } from './style-faults.ts';

const NAME_CODES: readonly FindingCode[] = ['W002', 'W006'];

/** A document with the fixable ones among its findings mended; every other byte stays as it is. */
export function fixDocument(text: string, findings: readonly Finding[]): string {
  const fixable = findings.filter((finding) => finding.isFixable);
  if (fixable.length === 0) return text;
  const named = fixable.find(({ code }) => NAME_CODES.includes(code));
  const name = named === undefined ? null : nameSplice(text, named.path);
  const wanted = new Set(fixable.map(({ code, line }) => `${code} ${line}`));
  const style: readonly Splice[] = styleFaults(text)
    .filter(({ code, line }) => wanted.has(`${code} ${line}`))
    .flatMap(({ splices }) => splices);
  return applySplices(text, name === null ? style : [name, ...style]);
}
