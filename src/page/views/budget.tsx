// The view that shows how the tokens of a pack are spent: a bar of the whole budget, and a treemap of the pack.
import { hierarchy, treemap, treemapSquarify } from 'd3-hierarchy';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { PackData, PackExplanation } from '../answers.ts';
import { groupDigits, shortPaths } from '../parts/short-texts.ts';
import { openCode } from '../question-actions.ts';
import { usePage } from '../state.ts';
import './budget.css';

export function BudgetView() {
  const data = usePage((state) => state.answered?.reply.data ?? null);
  if (!data?.explained) return null;
  const explained = data as ExplainedPack;
  return (
    <>
      <BudgetBar data={explained} />
      <TokenMap data={explained} />
    </>
  );
}

type ExplainedPack = PackData & { readonly explained: PackExplanation };

const HUES = 6;
const hueOf = (index: number): string => `var(--hue-${index % HUES})`;

function spentByFile({ blocks, explained: { spent } }: ExplainedPack) {
  const pathOf = new Map(blocks.map(({ id, path }) => [String(id), path]));
  const files = Map.groupBy(spent.blocks, ({ id }) => pathOf.get(String(id)) ?? String(id));
  return [...files]
    .map(([path, parts]) => ({ path, parts, tokens: parts.reduce((sum, { tokens }) => sum + tokens, 0) }))
    .toSorted((a, b) => b.tokens - a.tokens);
}

function BudgetBar({ data }: { readonly data: ExplainedPack }) {
  const { usage, explained } = data;
  const files = spentByFile(data);
  const segments = [
    ...files.map(({ path, tokens }, index) => ({ name: path, tokens, background: hueOf(index) })),
    { name: 'Named only', tokens: explained.spent.references, background: 'var(--muted)' },
    { name: 'Headings and frame', tokens: explained.spent.frame, background: 'var(--faint)' },
  ].filter(({ tokens }) => tokens > 0);
  const free = Math.max(0, usage.budget - usage.used);
  const all = Math.max(1, usage.budget);
  return (
    <figure class="spent">
      <figcaption>
        <strong>{groupDigits(usage.used)}</strong> of {groupDigits(usage.budget)} tokens spent, {groupDigits(free)} free
      </figcaption>
      <div class="segments-bar" aria-hidden="true">
        {segments.map(({ name, tokens, background }) => (
          <span
            key={name}
            style={{ width: `${(100 * tokens) / all}%`, background }}
            title={`${name}: ${groupDigits(tokens)}`}
          />
        ))}
      </div>
      <ul class="legend">
        {segments.map(({ name, tokens, background }) => (
          <li key={name}>
            <span class="swatch" style={{ background }} aria-hidden="true" />
            <span class="path">
              <bdi>{name}</bdi>
            </span>
            <span class="figure">{groupDigits(tokens)}</span>
          </li>
        ))}
      </ul>
    </figure>
  );
}

interface MapNode {
  readonly name: string;
  readonly path: string;
  readonly background?: string;
  readonly tokens: number;
  /** The first line of a block; null for a file. */
  readonly line: number | null;
  readonly children?: readonly MapNode[];
}

function mapOf(data: ExplainedPack): MapNode {
  const blocks = new Map(data.blocks.map((block) => [String(block.id), block]));
  const files = spentByFile(data).map(({ path, parts, tokens }, index): MapNode => {
    const children = parts.map(({ id, tokens: own }): MapNode => {
      const block = blocks.get(String(id));
      return { name: block?.name ?? String(id), path, tokens: own, line: block?.startLine ?? null };
    });
    return { name: path, path, background: hueOf(index), tokens, line: null, children };
  });
  return { name: '', path: '', tokens: 0, line: null, children: files };
}

const HEADING_PX = 20;
// A smaller box has no room for text, so only its title and screen readers give the text.
const textClass = (width: number, height: number): string => (width < 48 || height < 36 ? 'unseen' : '');

function TokenMap({ data }: { readonly data: ExplainedPack }) {
  const place = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState<readonly [number, number]>([0, 0]);
  useEffect(() => {
    const watcher = new ResizeObserver(([entry]) => {
      if (entry) setSize([Math.floor(entry.contentRect.width), Math.floor(entry.contentRect.height)]);
    });
    if (place.current) watcher.observe(place.current);
    return () => watcher.disconnect();
  }, []);
  const nodes = useMemo(() => {
    const root = hierarchy(mapOf(data), ({ children }) => children && [...children]).sum(({ children, tokens }) =>
      children ? 0 : tokens,
    );
    const layout = treemap<MapNode>()
      .tile(treemapSquarify)
      .size([...size])
      .paddingInner(2)
      .paddingTop(({ depth }) => (depth === 0 ? 0 : HEADING_PX))
      .round(true);
    return size[0] === 0 ? [] : layout(root).descendants().slice(1);
  }, [data, size]);
  const names = shortPaths(data.blocks.map(({ path }) => path));
  return (
    <div class="map" ref={place}>
      {nodes.map(({ data: node, depth, x0, y0, x1, y1 }) => {
        const box = { left: `${x0}px`, top: `${y0}px`, width: `${x1 - x0}px`, height: `${y1 - y0}px` };
        return depth === 1 ? (
          <div
            key={node.path}
            class="file"
            style={{ ...box, background: node.background }}
            title={`${node.path}: ${groupDigits(node.tokens)} tokens`}
          >
            {names.get(node.path)}
          </div>
        ) : (
          <button
            key={`${node.path}${node.name}${node.line}`}
            type="button"
            class="block"
            style={box}
            title={`${node.name}: ${groupDigits(node.tokens)} tokens`}
            onClick={() => openCode(node.path, node.line)}
          >
            <span class={textClass(x1 - x0, y1 - y0)}>{node.name}</span>
            <small class={textClass(x1 - x0, y1 - y0)}>{groupDigits(node.tokens)}</small>
            <span class="unseen">{` tokens in ${node.path}: show the code`}</span>
          </button>
        );
      })}
    </div>
  );
}
