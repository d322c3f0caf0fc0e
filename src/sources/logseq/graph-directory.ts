// References in Logseq name a page or the id of a block. This file gives pages and blocks their ids, and finds the
// targets of references.
import { hash } from 'node:crypto';
import { stemOf } from '../../model/paths.ts';
import { redactName } from '../../reading/redaction/redact.ts';
import { JOURNALS, type PageFile } from './list-pages.ts';
import type { Property, ReadBlock, ReadPage } from './read-page.ts';
import { type BlockText, joinParts, readBlock, type Target } from './read-text.ts';

export interface KnownBlock {
  readonly id: string;
  readonly text: BlockText;
  readonly properties: readonly Property[];
  readonly blocks: readonly KnownBlock[];
}

export interface KnownPage extends PageName {
  /** Null for a page without a file: one that is only mentioned, or only stands above others in a namespace. */
  readonly file: PageFile | null;
  readonly properties: readonly Property[];
  readonly blocks: readonly KnownBlock[];
}

export type GraphDirectory = ReturnType<typeof makeDirectory>;

/** How many blocks deep a reference is resolved, if the text of a block refers to another one. */
const REFERENCES_DEEP_MAX = 3;

/** Makes the directory of a graph. Names that no page has, in targets or namespaces, get a page without a file. */
export function makeDirectory(
  read: readonly { readonly file: PageFile; readonly page: ReadPage }[],
  targetsOf: (page: KnownPage) => Iterable<Target>,
) {
  const pages = new Map<string, KnownPage>();
  const idsByName = new Map<string, string>();
  const naming: BlockNaming = { blocksById: new Map(), seen: new Map(), idsTwice: 0 };
  const { blocksById } = naming;
  for (const { file, page } of read) {
    const { id, name, dayMs } = nameOfPage(file, page);
    const before = pages.get(id);
    // Two files with the same name are one page, as in Logseq.
    const properties = [...(before?.properties ?? []), ...page.properties];
    const blocks = [...(before?.blocks ?? []), ...addBlocks(page.blocks, id, naming)];
    pages.set(id, { id, name, dayMs, file: before?.file ?? file, properties, blocks });
    idsByName.set(keyOfName(name), id);
  }
  for (const page of pages.values())
    for (const alias of otherNames(page)) if (!idsByName.has(alias)) idsByName.set(alias, page.id);

  const idOf = (target: Target): string | null => {
    if ('block' in target) return blocksById.get(target.block)?.id ?? null;
    const known = idsByName.get(keyOfName(target.page));
    if (known !== undefined) return known;
    const id = pageId(target.page);
    if (!pages.has(id)) pages.set(id, { id, name: target.page, dayMs: null, file: null, properties: [], blocks: [] });
    return id;
  };
  const nameAt = (target: Target, depth: number): string => {
    if ('page' in target) return pages.get(idOf(target)!)?.name ?? target.page;
    const text = blocksById.get(target.block)?.text;
    if (!text || depth >= REFERENCES_DEEP_MAX) return `((${target.block}))`;
    return text.code?.split('\n')[0] ?? joinParts(text.parts, (inner) => nameAt(inner, depth + 1));
  };
  // The map grows during these loops, because references add pages, and pages add those above them.
  for (const page of pages.values()) for (const target of targetsOf(page)) idOf(target);
  return {
    pages,
    /** Returns the id of a page or block, and adds a page that the graph lacks; null for a missing block. */
    idOf,
    /** The ids of the pages directly below a page in a namespace, sorted, by the id of the page above. */
    pagesIn: namespaces(pages, idOf),
    /** Returns the id of the page with a name; null if there is none with a file. */
    idWithFile: (name: string): string | null => {
      const page = pages.get(idsByName.get(keyOfName(name)) ?? '');
      return page?.file ? page.id : null;
    },
    /** Returns the name of a page, or the text of a block as one line; `((id))` for a missing or too deep block. */
    nameOf: (target: Target) => nameAt(target, 0),
    /** The number of blocks that got a new id, because another block has theirs. */
    idsTwice: naming.idsTwice,
  };
}

export const propertyOf = (properties: readonly Property[], name: string): string | null =>
  properties.find((property) => property.name === name)?.value || null;

function otherNames({ properties, dayMs }: KnownPage): readonly string[] {
  const title = propertyOf(properties, 'title');
  const given = [...(title === null ? [] : [title]), ...listOf(propertyOf(properties, 'alias') ?? '')];
  return [...given, ...(dayMs === null ? [] : daySpellings(dayMs))].map(keyOfName);
}

/** Returns the name of the page above a page in a namespace: `a/b` for `a/b/c`. */
export function nameAbove(name: string): string | null {
  const end = name.lastIndexOf('/');
  return end <= 0 || end === name.length - 1 ? null : name.slice(0, end);
}

function namespaces(pages: ReadonlyMap<string, KnownPage>, idOf: (target: Target) => string | null) {
  const within = new Map<string, string[]>();
  for (const { id, name, dayMs } of pages.values()) {
    const above = dayMs === null ? nameAbove(name) : null;
    const parent = above === null ? null : idOf({ page: above });
    if (parent !== null && parent !== id) within.set(parent, [...(within.get(parent) ?? []), id]);
  }
  for (const ids of within.values()) ids.sort();
  return within;
}

/** Reads a list of names, separated by commas, each plain, in brackets, or with a number sign. */
export function listOf(value: string): readonly string[] {
  const names = value.match(/\[\[[^[\]]+\]\]|[^,[\]]+/g) ?? [];
  const bare = names.map((name) => name.replace(/^\s*#?\[\[|\]\]\s*$/g, ''));
  return bare.map((name) => name.replace(/^\s*#/, '').trim()).filter(Boolean);
}

interface BlockNaming {
  readonly blocksById: Map<string, KnownBlock>;
  /** The number of blocks that got their id from each page and text. */
  readonly seen: Map<string, number>;
  idsTwice: number;
}

function addBlocks(read: readonly ReadBlock[], pageId: string, naming: BlockNaming): readonly KnownBlock[] {
  return read.flatMap((block) => {
    const inner = addBlocks(block.blocks, pageId, naming);
    if (inner.length === 0 && isBlank(block)) return [];
    const text = readBlock(block);
    const id = blockId(block, pageId, naming);
    const known = { id, text, properties: [...block.properties, ...text.properties], blocks: inner };
    naming.blocksById.set(id, known);
    return known;
  });
}

// Logseq leaves empty bullets. One with an id may be the target of a reference, so it stays.
function isBlank({ lines, properties }: ReadBlock): boolean {
  const hasText = lines.some((line) => line.trim() !== '');
  return !hasText && properties.every(({ name }) => name !== 'id' && isNoField(name));
}

/** Returns whether a property is no field: one for Logseq itself, or one that becomes an id, name, tags or time. */
export const isNoField = (name: string): boolean =>
  /^(id|title|collapsed|heading|tags|created-at|updated-at|public|icon|filters|template|template-including-parent|exclude-from-graph-view|background-(color|image)|(card|query|logseq|ls|hl|file)[-.].*)$/.test(
    name,
  );

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const ID_CHARACTERS = 16;

/** Returns the id that Logseq wrote, or makes one that does not change when blocks with other texts do. */
function blockId({ lines, properties }: ReadBlock, pageId: string, naming: BlockNaming): string {
  const given = propertyOf(properties, 'id')?.toLowerCase();
  if (given && UUID.test(given)) {
    if (!naming.blocksById.has(given)) return given;
    naming.idsTwice++;
  }
  const text = lines.join('\n').trim();
  const key = JSON.stringify([pageId, text]);
  const count = naming.seen.get(key) ?? 0;
  naming.seen.set(key, count + 1);
  return hash('sha256', JSON.stringify([pageId, text, count])).slice(0, ID_CHARACTERS);
}

interface PageName {
  readonly id: string;
  readonly name: string;
  /** The beginning of the day of a journal; null for other pages. */
  readonly dayMs: number | null;
}

const keyOfName = (name: string): string => name.trim().replace(/\s+/g, ' ').toLowerCase().normalize('NFC');

// A secret in the name must not become part of the id.
const pageId = (name: string): string => `page:${keyOfName(redactName(name))}`;

/** Names a journal by its day, and a page by its title or else its file: `a___b%3F.md` is the page `a/b?`. */
function nameOfPage({ path }: PageFile, { properties }: ReadPage): PageName {
  const stem = stemOf(path);
  const dayMs = path.startsWith(`${JOURNALS}/`) ? dayOf(stem) : null;
  if (dayMs !== null) return { id: `journal:${isoDay(dayMs)}`, name: isoDay(dayMs), dayMs };
  const name = propertyOf(properties, 'title') ?? decodePercents(stem).replaceAll('___', '/');
  return { id: pageId(name), name, dayMs };
}

function dayOf(stem: string): number | null {
  const [, year, month, day] = /^(\d{4})[_.-](\d\d)[_.-](\d\d)$/.exec(stem) ?? [];
  if (day === undefined) return null;
  const dayMs = Date.UTC(Number(year), Number(month) - 1, Number(day));
  // A day that its month lacks becomes one of the next month.
  return isoDay(dayMs) === `${year}-${month}-${day}` ? dayMs : null;
}

const isoDay = (dayMs: number): string => new Date(dayMs).toISOString().slice(0, 10);

/** Lists forms other than `2024-05-01` in which a reference may write the day of a journal. */
function daySpellings(dayMs: number): readonly string[] {
  const date = new Date(dayMs);
  const day = date.getUTCDate();
  const year = date.getUTCFullYear();
  const month = MONTHS[date.getUTCMonth()]!;
  const days = [`${day}${ordinal(day)}`, String(day)];
  const names = [month.slice(0, 3), month];
  return [
    ...names.flatMap((name) => days.map((written) => `${name} ${written}, ${year}`)),
    ...names.flatMap((name) => days.map((written) => `${written} ${name} ${year}`)),
    ...['_', '/', '.', ''].map((separator) => isoDay(dayMs).replaceAll('-', separator)),
  ];
}

const MONTHS = 'January February March April May June July August September October November December'.split(' ');
const ENDINGS: Readonly<Record<number, string>> = { 1: 'st', 2: 'nd', 3: 'rd' };
const ordinal = (day: number): string => (day > 10 && day < 14 ? 'th' : (ENDINGS[day % 10] ?? 'th'));
function decodePercents(stem: string): string {
  // Decodes one sequence at a time, because a name may contain a percent sign.
  return stem.replace(/(?:%[0-9a-f]{2})+/gi, (code) => {
    try {
      return decodeURIComponent(code);
    } catch {
      return code;
    }
  });
}
