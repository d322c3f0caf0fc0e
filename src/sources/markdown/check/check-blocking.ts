import type { DocumentFacts } from '../document-facts.ts';
import type { Directory } from '../links/directory.ts';
import { resolveReference } from '../links/resolve-link.ts';
import type { Finding } from './finding.ts';

const SHOWN_MAX = 10;

/** Issues that wait for each other (E006): one finding for each ring that names an issue no other finding names. */
export function checkBlocking(documents: readonly DocumentFacts[], directory: Directory): readonly Finding[] {
  const byPath = new Map(documents.map((document) => [document.path, document]));
  return ringsOf(waitsOf(documents, directory)).map((ring): Finding => {
    const path = ring[0] ?? '';
    const document = byPath.get(path);
    const names = ring.slice(0, SHOWN_MAX).map((one) => byPath.get(one)?.id ?? one);
    const rest = ring.length > SHOWN_MAX ? ['…'] : [];
    const line = document?.references.find(({ field }) => isBlocking(field))?.line ?? 1;
    const message = `circular blocking: ${[...names, ...rest, names[0]].join(' waits for ')}`;
    return { code: 'E006', path, line, message, isFixable: false };
  });
}

function isBlocking(field: string): boolean {
  return field === 'blocking' || field === 'blocked-by';
}

/** From each document to those it waits for, whichever of the two says so. */
function waitsOf(documents: readonly DocumentFacts[], directory: Directory): ReadonlyMap<string, readonly string[]> {
  const waits = new Map<string, Set<string>>();
  const add = (from: string, to: string) => waits.set(from, (waits.get(from) ?? new Set()).add(to));
  for (const { path, references } of documents) {
    for (const { field, target } of references) {
      if (!isBlocking(field)) continue;
      const resolution = resolveReference(target, path, directory);
      if (resolution.outcome !== 'document') continue;
      if (field === 'blocked-by') add(path, resolution.path);
      else add(resolution.path, path);
    }
  }
  return new Map([...waits].map(([from, to]) => [from, [...to].sort()]));
}

/** Walks depth first, with a stack of its own because chains can be long. In a knot of rings each issue is named, not each ring. */
function ringsOf(graph: ReadonlyMap<string, readonly string[]>): readonly (readonly string[])[] {
  const rings: string[][] = [];
  const done = new Set<string>();
  const named = new Set<string>();
  for (const start of [...graph.keys()].sort()) {
    if (done.has(start)) continue;
    const trail = [{ node: start, next: 0 }];
    const onTrail = new Map([[start, 0]]);
    for (let top = trail.at(-1); top !== undefined; top = trail.at(-1)) {
      const target = graph.get(top.node)?.[top.next++];
      if (target === undefined) {
        done.add(top.node);
        onTrail.delete(top.node);
        trail.pop();
      } else if (onTrail.has(target)) {
        if (named.has(target) && named.has(top.node)) continue;
        const ring = trail.slice(onTrail.get(target)).map(({ node }) => node);
        for (const node of ring) named.add(node);
        rings.push(fromLeast(ring));
      } else if (!done.has(target)) {
        onTrail.set(target, trail.length);
        trail.push({ node: target, next: 0 });
      }
    }
  }
  return rings;
}

// The same ring reads the same wherever the walk met it.
function fromLeast(ring: readonly string[]): string[] {
  const least = ring.reduce((best, node, index) => (node < (ring[best] ?? '') ? index : best), 0);
  return [...ring.slice(least), ...ring.slice(0, least)];
}
