// This file reads a graph of Logseq as rows: pages and blocks with tags, fields, children and references.
import { join } from 'node:path';
import { formOfText, type GraphRow, type GraphValue } from '../../model/graph.ts';
import type { GraphReading } from '../../ports/graph.ts';
import { readPlainFile } from '../../reading/plain-file.ts';
import { decode } from '../../reading/read-file.ts';
import {
  type GraphDirectory,
  isNoField,
  type KnownBlock,
  type KnownPage,
  listOf,
  makeDirectory,
  nameAbove,
  propertyOf,
} from './graph-directory.ts';
import { FILES_MAX, listPages, type PageFile } from './list-pages.ts';
import { type Property, type ReadPage, readPage } from './read-page.ts';
import { joinParts, type Part, readInline, type Target } from './read-text.ts';

const FILE_BYTES_MAX = 16 * 1024 * 1024;
const NAME_CHARACTERS_MAX = 20_000;

export async function readLogseq(root: string, call: GraphReading): Promise<Iterable<GraphRow>> {
  const { pages, orgFiles, isCut } = await listPages(root);
  if (orgFiles > 0)
    call.notes.push(`${orgFiles} org ${orgFiles === 1 ? 'file' : 'files'} left out: only markdown is read`);
  if (isCut) call.notes.push(`more than ${FILES_MAX} pages: the rest was left out`);
  const read: { file: PageFile; page: ReadPage }[] = [];
  for (const file of pages) {
    call.signal?.throwIfAborted();
    const page = await readFile(root, file, call);
    if (page) read.push({ file, page });
  }
  const directory = makeDirectory(read, targetsOf);
  if (directory.idsTwice > 0)
    call.notes.push(`${directory.idsTwice} blocks have the id of another: they go by a new one`);
  return directory.pages.values().flatMap((page) => rowsOfPage(page, directory));
}

async function readFile(root: string, file: PageFile, call: GraphReading): Promise<ReadPage | null> {
  if (file.bytes > FILE_BYTES_MAX) {
    call.notes.push(`${file.path} is larger than ${FILE_BYTES_MAX} bytes: left out`);
    return null;
  }
  const read = readPlainFile(join(root, file.path), { bytesMax: FILE_BYTES_MAX });
  const bytes = typeof read === 'string' ? null : read;
  const decoded = bytes && decode(bytes);
  if (!decoded) {
    call.notes.push(`${file.path} ${bytes ? 'is not text' : 'cannot be read'}: left out`);
    return null;
  }
  if (decoded.hadInvalidBytes) call.notes.push(`${file.path} is not UTF-8: some characters are lost`);
  return readPage(decoded.text);
}

function* rowsOfPage(page: KnownPage, directory: GraphDirectory): Generator<GraphRow> {
  const modifiedMs = page.file?.modifiedMs ?? null;
  const times = { dayMs: page.dayMs, modifiedMs };
  const { fields, references } = fieldsOf(page.properties, directory);
  const above = page.dayMs === null ? nameAbove(page.name) : null;
  // A page lists the pages of its namespace as references, because its outline contains its own text only.
  const pagesBelow = (directory.pagesIn.get(page.id) ?? []).map((id) => ({ id, isReference: true }));
  yield {
    id: page.id,
    name: page.name,
    description: null,
    tags: tagsOf([], page.properties),
    fields,
    parent: above === null ? null : directory.idOf({ page: above }),
    createdMs: timeOf(page.properties, 'created-at') ?? page.dayMs,
    modifiedMs: timeOf(page.properties, 'updated-at') ?? modifiedMs,
    isDone: null,
    form: page.dayMs === null ? 'text' : 'day',
    children: [...childrenOf(page.blocks, directory), ...pagesBelow],
    references,
  };
  for (const block of page.blocks) yield* rowsOfBlock(block, { directory, times, parent: page.id });
}

interface BlockPlace {
  readonly directory: GraphDirectory;
  /** The times of its page. */
  readonly times: { readonly dayMs: number | null; readonly modifiedMs: number | null };
  readonly parent: string;
}

function* rowsOfBlock(block: KnownBlock, place: BlockPlace): Generator<GraphRow> {
  const { directory, times, parent } = place;
  if (onlyTargetOf(block, directory) === null) {
    const { text, properties } = block;
    const { fields, references } = fieldsOf(properties, directory);
    // A block without text gets its name from the property `name`.
    const name = text.code ?? (joinParts(text.parts, directory.nameOf) || (propertyOf(properties, 'name') ?? ''));
    yield {
      id: block.id,
      name: shorten(name),
      description: null,
      tags: tagsOf(text.parts, properties),
      fields,
      parent,
      createdMs: timeOf(properties, 'created-at') ?? times.dayMs,
      modifiedMs: timeOf(properties, 'updated-at') ?? times.dayMs ?? wholeDay(times.modifiedMs),
      isDone: text.isDone,
      form: text.code === null ? formOfText(name) : 'code',
      children: childrenOf(block.blocks, directory),
      references: [...new Set([...referencesIn(text.parts, directory), ...references])],
    };
  }
  for (const inner of block.blocks) yield* rowsOfBlock(inner, { ...place, parent: block.id });
}

const DAY_MS = 86_400_000;

// A block without a time gets the day of its page: with the exact time, each save would change all blocks of the page.
const wholeDay = (ms: number | null): number | null => (ms === null ? null : ms - (((ms % DAY_MS) + DAY_MS) % DAY_MS));

const shorten = (name: string): string =>
  name.length <= NAME_CHARACTERS_MAX ? name : `${name.slice(0, NAME_CHARACTERS_MAX).toWellFormed()} …`;

/** Returns the target of a block that is only a reference. Such a block has no row; its owner lists its target. */
function onlyTargetOf({ text, blocks, properties }: KnownBlock, directory: GraphDirectory): string | null {
  const isBare = blocks.length === 0 && properties.every(({ name }) => isNoField(name));
  return isBare && text.only !== null ? directory.idOf(text.only) : null;
}

function childrenOf(blocks: readonly KnownBlock[], directory: GraphDirectory): GraphRow['children'] {
  return blocks.map((block) => {
    const target = onlyTargetOf(block, directory);
    return { id: target ?? block.id, isReference: target !== null };
  });
}

/** The property whose value is a list of names, which are no references. */
const ALIAS = 'alias';

function fieldsOf(properties: readonly Property[], directory: GraphDirectory) {
  const fields = new Map<string, GraphValue[]>();
  const references: string[] = [];
  for (const { name, value } of properties) {
    if (isNoField(name) || value === '') continue;
    const read = name === ALIAS ? listOf(value).map(textValue) : readValues(value, directory, references);
    fields.set(name, [...(fields.get(name) ?? []), ...read]);
  }
  return { fields: [...fields].map(([name, values]) => ({ name, values })), references: [...new Set(references)] };
}

const textValue = (text: string): GraphValue => ({ text, node: null });
const QUOTED = /^"(.*)"$/;

/** Returns a value for each reference; if there is other text too, one value, and adds its targets to `references`. */
function readValues(value: string, directory: GraphDirectory, references: string[]): readonly GraphValue[] {
  const quoted = QUOTED.exec(value)?.[1];
  if (quoted !== undefined) return [textValue(quoted)];
  const parts = readInline(value);
  const targets = parts.flatMap(targetOf);
  const isList = targets.length > 0 && parts.every((part) => typeof part !== 'string' || /^[\s,;]*$/.test(part));
  if (isList)
    return targets.map((target) => ({ text: directory.nameOf(target) || value, node: directory.idOf(target) }));
  references.push(...targets.flatMap((target) => directory.idOf(target) ?? []));
  const text = joinParts(parts, directory.nameOf);
  return text === '' ? [] : [textValue(text)];
}

// In a value, a tag is a reference to a page.
function targetOf(part: Part): readonly Target[] {
  if (typeof part === 'string') return [];
  return ['tag' in part ? { page: part.tag } : part.target];
}

function tagsOf(parts: readonly Part[], properties: readonly Property[]): readonly string[] {
  const inText = parts.flatMap((part) => (typeof part === 'object' && 'tag' in part ? [part.tag] : []));
  return [...new Set([...inText, ...listOf(propertyOf(properties, 'tags') ?? '')])];
}

// In the text of a block, a tag is a reference only if its page has a file.
function referencesIn(parts: readonly Part[], directory: GraphDirectory): readonly string[] {
  return parts.flatMap((part) => {
    if (typeof part === 'string') return [];
    return ('tag' in part ? directory.idWithFile(part.tag) : directory.idOf(part.target)) ?? [];
  });
}

/** Lists what a page and its blocks refer to, without the tags in the text of blocks, which need no page. */
function* targetsOf({ properties, blocks }: Pick<KnownPage, 'properties' | 'blocks'>): Generator<Target> {
  for (const { name, value } of properties)
    if (!isNoField(name) && name !== ALIAS && !QUOTED.test(value)) yield* readInline(value).flatMap(targetOf);
  for (const block of blocks) {
    for (const part of block.text.parts) if (typeof part === 'object' && 'target' in part) yield part.target;
    yield* targetsOf(block);
  }
}

function timeOf(properties: readonly Property[], name: string): number | null {
  const ms = Number(propertyOf(properties, name) ?? Number.NaN);
  return Number.isSafeInteger(ms) && ms > 0 ? ms : null;
}
