// `knap check` reports faults of documents. This file runs all checks, and holds those that look at several documents:
// ids, links and documents that block each other.
import { type DocumentFacts, type Finding, type FindingCode, finding } from '../../../model/document.ts';
import { byText } from '../../../model/terms.ts';
import { fieldOf } from '../frontmatter/read-frontmatter.ts';
import { explainIdFault } from '../lattice-id.ts';
import { createDirectory, type Directory } from '../links/directory.ts';
import { type Resolution, resolveField, resolveLink, resolveReference } from '../links/resolve-link.ts';
import { type CheckLimits, checkFields } from './check-fields.ts';
import { checkStyle } from './style-faults.ts';

export interface CheckedDocument {
  readonly facts: DocumentFacts;
  readonly text: string;
}

/**
 * Returns the findings sorted by path, line and code. Only documents with an id are checked for their fields and style.
 * `otherAt` tells which other files and folders links may lead to; by default none.
 */
export function checkDocuments(
  documents: readonly CheckedDocument[],
  { limits, otherAt }: { readonly limits: CheckLimits; readonly otherAt?: Directory['otherAt'] },
): readonly Finding[] {
  const facts = documents.map((document) => document.facts);
  const directory = createDirectory(facts, otherAt);
  const withId = documents.filter((document) => fieldOf(document.facts.frontmatter, 'lattice-id') !== null);
  const findings = [
    ...checkIds(facts),
    ...checkBlocking(facts, directory),
    ...facts.flatMap((document) => checkLinks(document, directory)),
    ...withId.flatMap((document) => checkFields(document.facts, document.text, { limits, directory })),
    ...withId.flatMap((document) => checkStyle(document.facts.path, document.text)),
  ];
  return findings.sort(compareFindings);
}

const compareFindings = (a: Finding, b: Finding): number =>
  byText(a.path, b.path) || a.line - b.line || byText(a.code, b.code) || byText(a.message, b.message);

interface GivenId {
  readonly id: string;
  readonly path: string;
  readonly line: number;
}

/** Finds ids that are given twice (E001) and malformed ids (E007). Documents and sections share one space of ids. */
function checkIds(documents: readonly DocumentFacts[]): readonly Finding[] {
  const given = documents.flatMap(idsOf);
  const places = Map.groupBy(given, ({ id }) => id.toUpperCase());
  const duplicates = [...places.values()].filter((same) => same.length > 1).flatMap(describeDuplicates);
  const malformed = given.flatMap(({ id, path, line }) => {
    const fault = explainIdFault(id);
    return fault === null ? [] : finding('E007', path, line, `malformed ID "${id}": ${fault}`);
  });
  return [...duplicates, ...malformed];
}

function idsOf({ path, frontmatter, sections }: DocumentFacts): readonly GivenId[] {
  const field = fieldOf(frontmatter, 'lattice-id');
  const ofDocument =
    field === null ? [] : [{ id: field.value === null ? '' : String(field.value), path, line: field.line }];
  const inHeadings = sections.flatMap(({ id, startLine }) => (id === null ? [] : [{ id, path, line: startLine }]));
  return [...ofDocument, ...inHeadings];
}

// Each finding names one other place, so that a list of any length stays readable.
function describeDuplicates(same: readonly GivenId[]): readonly Finding[] {
  return same.map(({ id, path, line }, index): Finding => {
    const other = same[index === 0 ? 1 : 0];
    const also = `${other?.path}:${other?.line}`;
    return finding('E001', path, line, `ID ${id.toUpperCase()} is given twice: also at ${also}`);
  });
}

const CANDIDATES_SHOWN = 3;

/** Finds links that lead nowhere (E002) or to their own document (W010), and links with backslashes (W011). */
function checkLinks(document: DocumentFacts, directory: Directory): readonly Finding[] {
  const { path, links, references } = document;
  const findings: Finding[] = [];
  for (const { target, isWiki, line } of links) {
    const add = (code: FindingCode, message: string) => findings.push(finding(code, path, line, message));
    const shown = isWiki ? `[[${target}]]` : target;
    const resolution = resolveLink({ target, isWiki }, path, directory);
    const fault = explainFault(resolution);
    const isSelf = resolution.outcome === 'document' && resolution.path === path && resolution.section === null;
    if (fault !== null) add('E002', `link to ${shown}: ${fault}`);
    // A link that begins with `#` leads to its own document on purpose.
    if (isSelf && !target.startsWith('#')) add('W010', `link to ${shown} leads to its own document`);
    if (target.includes('\\') && !isWiki) add('W011', `path ${shown} has a backslash; use /`);
  }
  for (const reference of references) {
    const { field, target, line } = reference;
    const resolution = resolveField(reference, path, directory);
    const fault = resolution && explainFault(resolution);
    const isSelf = resolution?.outcome === 'document' && resolution.path === path;
    if (fault !== null) findings.push(finding('E002', path, line, `${field}: ${target}: ${fault}`));
    if (isSelf) findings.push(finding('W010', path, line, `${field}: ${target} is its own document`));
  }
  return findings;
}

function explainFault(resolution: Resolution): string | null {
  if (resolution.outcome !== 'unresolved') return null;
  const { why, candidates } = resolution;
  if (why === 'missing-section') return `${candidates[0]} has no such section`;
  if (why === 'outside') return 'it leaves the root';
  if (why === 'missing') return 'there is no such document';
  const more = candidates.length > CANDIDATES_SHOWN ? ` and ${candidates.length - CANDIDATES_SHOWN} more` : '';
  return `it may be any of ${candidates.slice(0, CANDIDATES_SHOWN).join(', ')}${more}`;
}

const SHOWN_MAX = 10;

/** Finds documents that wait for each other (E006). Each is in a ring that is reported, but not every ring is. */
function checkBlocking(documents: readonly DocumentFacts[], directory: Directory): readonly Finding[] {
  const byPath = new Map(documents.map((document) => [document.path, document]));
  return findRings(findWaits(documents, directory)).map((ring): Finding => {
    const path = ring[0] ?? '';
    const document = byPath.get(path);
    const names = ring.slice(0, SHOWN_MAX).map((node) => byPath.get(node)?.id ?? node);
    const rest = ring.length > SHOWN_MAX ? ['…'] : [];
    const line = document?.references.find(({ field }) => isBlocking(field))?.line ?? 1;
    const message = `circular blocking: ${[...names, ...rest, names[0]].join(' waits for ')}`;
    return finding('E006', path, line, message);
  });
}

const isBlocking = (field: string): boolean => field === 'blocking' || field === 'blocked-by';

/** Maps each document to those it waits for, whichever of the two has the field. */
function findWaits(documents: readonly DocumentFacts[], directory: Directory): Waits {
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

type Waits = ReadonlyMap<string, readonly string[]>;

/** Finds rings until each node that is in any is in one of them. */
function findRings(graph: Waits): readonly (readonly string[])[] {
  const rings: string[][] = [];
  const seen = new Set<string>();
  const inRing = new Set<string>();
  const inNone = new Set<string>();
  const stepFrom = (node: string) => ({ node, targets: graph.get(node) ?? [], next: 0 });
  // Walks without recursion, because chains can be long. A node is decided after those it leads to, so that the search
  // for its ring skips most of them.
  for (const start of [...graph.keys()].sort()) {
    const trail = seen.has(start) ? [] : [stepFrom(start)];
    for (let step = trail.at(-1); step !== undefined; step = trail.at(-1)) {
      const { node, targets } = step;
      seen.add(node);
      if (step.next < targets.length) {
        const target = targets[step.next++]!;
        if (!seen.has(target)) trail.push(stepFrom(target));
        continue;
      }
      trail.pop();
      const ring = inRing.has(node) ? [] : shortestRing(node, graph, inNone);
      if (ring === null) inNone.add(node);
      else if (ring.length > 0) rings.push(startAtLeast(ring));
      for (const one of ring ?? []) inRing.add(one);
    }
  }
  return rings;
}

/** Returns the shortest way from a node back to itself, without its end; null if there is none. */
function shortestRing(start: string, graph: Waits, skipped: ReadonlySet<string>): readonly string[] | null {
  const before = new Map([[start, start]]);
  // The map grows during the loop.
  for (const node of before.keys()) {
    const targets = graph.get(node) ?? [];
    if (targets.includes(start)) {
      const ring = [node];
      while (ring.at(-1) !== start) ring.push(before.get(ring.at(-1)!)!);
      return ring.reverse();
    }
    for (const target of targets) if (!before.has(target) && !skipped.has(target)) before.set(target, node);
  }
  return null;
}

// Rotates a ring to begin with its first name, so that the message does not depend on where the walk found it.
function startAtLeast(ring: readonly string[]): string[] {
  const least = ring.reduce((best, node, index) => (node < (ring[best] ?? '') ? index : best), 0);
  return [...ring.slice(least), ...ring.slice(0, least)];
}
