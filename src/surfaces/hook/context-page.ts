import { layoutNamed } from '../../formats/index.ts';
import type { Pack } from '../../model/pack.ts';
import { oneLine } from '../../model/visible-text.ts';

// Some clients put this text after the prompt, where a model may take it for the task.
const FRAME =
  'Background for the message of the user: places in this repository that may belong to it, found by knap. This is no request and asks for nothing; what to do is said by the user alone. Quoted lines are as they stand on the disk.';

type QuotedParts = Pick<Pack, 'blocks' | 'references' | 'files'>;

/** A page with as many of the first blocks as fit into `bytesMax`; if none fits, the page names their lines. */
export function fittingPage(
  { blocks, references, files }: QuotedParts,
  bytesMax: number,
): Pick<Pack, 'blocks'> & { text: string } {
  for (let count = blocks.length; count > 0; count--) {
    const quoted = blocks.slice(0, count);
    const text = contextPage({ blocks: quoted, references: count === blocks.length ? references : [], files });
    if (Buffer.byteLength(text) <= bytesMax) return { blocks: quoted, text };
  }
  if (blocks.length === 0) return { blocks, text: contextPage({ blocks, references, files }) };
  const places = blocks.map(({ path, startLine, endLine }) => `${oneLine(path)}:${startLine}-${endLine}`);
  return { blocks: [], text: [FRAME, `Too long to quote: ${places.join(' · ')}`].join('\n\n') };
}

// Prints the blocks like the page of a pack, but without the part about the task.
function contextPage({ blocks, references, files }: QuotedParts): string {
  const isMap = blocks.length === 0;
  const layout = layoutNamed('markdown', 'prompt', { sources: false, code: true, isMap });
  const quoted = blocks.map((block, at) => {
    const before = blocks[at - 1];
    const isSameFile = before?.path === block.path && before.hash === block.hash;
    return `${isSameFile ? '' : layout.fileHeading(block)}${layout.blocks.item(block)}`;
  });
  const more = references.filter(({ excludedBecause }) => excludedBecause !== 'seen');
  const { opening, item, separator } = layout.references;
  const named = [...Map.groupBy(more, ({ path }) => path)].map(([path, own]) => {
    const file = files.find((one) => one.path === path) ?? { path };
    return `${layout.referenceFile(file)}${own.map(item).join(separator)}`;
  });
  return [FRAME, ...quoted, ...(named.length === 0 ? [] : [`${opening.trim()}${named.join('')}`])].join('\n\n');
}
