// This file reads a document as a whole: frontmatter, headings, links and mentions, as facts for search, packs and
// checks.
import type {
  Anchor,
  DocumentContent,
  DocumentFacts,
  Frontmatter,
  FrontmatterReference,
  Issue,
} from '../../model/document.ts';
import { clip, codePoints } from '../../model/visible-text.ts';
import { createLineIndex } from '../code/parse/symbols/line-index.ts';
import { mentionsOf } from './body/mentions-of.ts';
import { readBody } from './body/read-body.ts';
import { findSectionAt, sectionsOf } from './body/sections-of.ts';
import { findBodyOffsets } from './document-text.ts';
import { integerOf, labelsOf, listOf, referencesOf, textOf } from './frontmatter/read-fields.ts';
import { fieldOf, readFrontmatter } from './frontmatter/read-frontmatter.ts';
import { DEFAULT_STATUS, ISSUE_KEYS } from './issues.ts';
import { parseLatticeId } from './lattice-id.ts';
import { type DocumentPlaceOptions, placeDocument } from './place-document.ts';

const LEAD_CHARACTERS_MAX = 200;

/** Reads a markdown document; `notes` say what of its frontmatter could not be read. */
export function readDocument(text: string, path: string, options: DocumentPlaceOptions): DocumentFacts {
  return placeDocument(readContent(text), path, options);
}

/** Reads the content of a text, which does not depend on its path; `readBodyOf` reads the text after the frontmatter. */
export function readContent(text: string, readBodyOf: typeof readBody = readBody): DocumentContent {
  const { frontmatter, notes } = readFrontmatter(text);
  const lines = createLineIndex(text);
  const [start, end] = findBodyOffsets(text);
  const bodyText = text.slice(start, end);
  const firstLine = start < end ? lines.lineAt(start) : lines.count + 1;
  const body = readBodyOf(bodyText, firstLine);
  const { sections, anchors } = sectionsOf(body.headings, lines);
  const sectionIndexOf = (line: number) => findSectionAt(sections, line);
  const others: readonly Anchor[] = body.anchors.map((anchor) => ({ ...anchor, section: sectionIndexOf(anchor.line) }));
  return {
    frontmatter,
    ...fieldsOf(frontmatter),
    firstHeading: sections.find((section) => section.level === 1 && section.title !== '')?.title ?? null,
    lead: body.lead === null ? null : clip(body.lead, LEAD_CHARACTERS_MAX),
    sections,
    anchors: [...anchors, ...others],
    links: body.links.map((link) => ({ ...link, section: sectionIndexOf(link.line) })),
    externalLinks: body.external,
    images: body.images,
    mentions: mentionsOf(body.codeSpans),
    lineCount: lines.count,
    bodyLines: [firstLine, start < end ? lines.lineAt(end - 1) : lines.count],
    bodyLength: codePoints(bodyText),
    notes,
  };
}

function fieldsOf(frontmatter: Frontmatter) {
  const references = referencesOf(frontmatter);
  const id = textOf(frontmatter, 'lattice-id');
  return {
    id: id === null ? null : parseLatticeId(id),
    givenName: textOf(frontmatter, 'name'),
    givenTitle: textOf(frontmatter, 'title'),
    aliases: [...new Set([...listOf(frontmatter, 'aliases'), ...listOf(frontmatter, 'alias')])],
    description: textOf(frontmatter, 'description'),
    labels: labelsOf(frontmatter),
    docPriority: integerOf(frontmatter, 'doc-priority') ?? 0,
    docPosition: integerOf(frontmatter, 'doc-position') ?? 0,
    docContextFor: listOf(frontmatter, 'doc-context-for'),
    docContextBudget: integerOf(frontmatter, 'doc-context-budget'),
    issue: issueOf(frontmatter, references),
    references,
  };
}

function issueOf(frontmatter: Frontmatter, references: readonly FrontmatterReference[]): Issue | null {
  const key = ISSUE_KEYS.find((one) => fieldOf(frontmatter, one) !== null);
  if (key === undefined) return null;
  const targets = (field: string) =>
    references.filter((reference) => reference.field === field).map(({ id, target }) => id ?? target);
  return {
    type: textOf(frontmatter, key)?.toLowerCase() ?? '',
    status: textOf(frontmatter, 'status')?.toLowerCase() ?? DEFAULT_STATUS[key],
    priority: priorityOf(frontmatter),
    blocking: targets('blocking'),
    blockedBy: targets('blocked-by'),
    discoveredFrom: targets('discovered-from'),
    createdAt: textOf(frontmatter, 'created-at'),
    updatedAt: textOf(frontmatter, 'updated-at'),
    closedAt: textOf(frontmatter, 'closed-at'),
  };
}

// People also write priorities as P0 to P4, because knap prints them so.
function priorityOf(frontmatter: Frontmatter): number | null {
  const written = /^p([0-4])$/i.exec(textOf(frontmatter, 'priority') ?? '')?.[1];
  return written === undefined ? integerOf(frontmatter, 'priority') : Number(written);
}
