import { codeSpan, fenced, plainLine } from '../formats/markdown/escape.ts';
import type { Block, Pack } from '../model/pack.ts';

// A name with its folders must fit the hundred bytes of an archive's header.
const NAME_BYTES_MAX = 64;

export interface BundlePage {
  /** Relative to the pack folder, with forward slashes. */
  readonly name: string;
  readonly content: string;
}

/** `excerpts/`: the quoted lines of each file, a page a file, in the order the pack prints them. */
export function excerptPages(pack: Pack): readonly BundlePage[] {
  const paths = [...new Set(pack.blocks.map(({ path }) => path))];
  const width = String(paths.length).length;
  return paths.map((path, index) => ({
    name: `excerpts/${String(index + 1).padStart(Math.max(2, width), '0')}-${safeName(path)}.md`,
    content: excerptPage(
      path,
      pack.blocks.filter((block) => block.path === path),
    ),
  }));
}

// The number in front keeps names apart, so what is lost here can neither collide nor leave the folder.
function safeName(path: string): string {
  const letters = [...path.replace(/[^\p{L}\p{N}._-]+/gu, '-')];
  while (Buffer.byteLength(letters.join('')) > NAME_BYTES_MAX) letters.shift();
  return letters.join('').replace(/^[.-]+/, '') || 'file';
}

function excerptPage(path: string, blocks: readonly Block[]): string {
  const imports = blocks.flatMap((block) => (block.imports === null ? [] : [fenced(block.imports, block.language)]));
  const quotes = blocks.flatMap((block) => [
    `## ${heading(block)}`,
    ...(block.note === null ? [] : [plainLine(block.note)]),
    fenced(block.text, block.language),
  ]);
  return `${[`# ${codeSpan(path)}`, ...imports, ...quotes].join('\n\n')}\n`;
}

function heading(block: Block): string {
  const stale = block.isStale ? ' · stale' : '';
  return `${block.startLine}-${block.endLine} · ${block.kind} ${codeSpan(block.qualifiedName)} · ${block.level}${stale} · sha ${block.hash.slice(0, 6)}`;
}
