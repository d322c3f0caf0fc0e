import { useEffect, useMemo, useReducer, useRef, useState } from 'preact/hooks';
import { EDGE_KINDS } from '../../model/edge.ts';
import { useCamera } from '../graph/camera.ts';
import {
  boundsOf,
  type DrawnLink,
  type DrawnNode,
  type Graph,
  graphOf,
  layOut,
  NODES_MAX,
  namedNodes,
  nameOf,
} from '../graph/layout.ts';
import { counted, grouped, likely } from '../parts/number-words.ts';
import { page, usePage } from '../state.ts';
import './graph.css';

const FRAME_MS = 10;
const FEW = 5;
/** So many can be stepped through by keys; the list below holds all. */
const STEPS_MAX = 40;

/** The chosen files and what ties them together. */
export function GraphView() {
  const data = usePage((state) => state.answered?.reply.data ?? null);
  const [asked, setAsked] = useState<boolean | null>(null);
  const own = useMemo(() => (data ? graphOf(data, false) : null), [data]);
  // A few files are hardly a picture: what stands around them is one.
  const isWhole = asked ?? (own?.nodes.length ?? 0) < FEW;
  const graph = useMemo(() => (data && isWhole ? graphOf(data, true) : own), [data, own, isWhole]);
  if (!graph) return null;
  return (
    <>
      <div class="bar">
        <fieldset class="segments">
          <legend class="unseen">Which files</legend>
          {[false, true].map((whole) => (
            <label key={String(whole)} class={whole === isWhole ? 'chosen' : ''}>
              <input type="radio" name="graph" checked={whole === isWhole} onChange={() => setAsked(whole)} />
              {whole ? 'All candidates' : 'In the pack'}
            </label>
          ))}
        </fieldset>
        <span class="hint">
          {counted(graph.nodes.length, 'file')}
          {graph.nodes.length === NODES_MAX ? ', the best' : ''}, {counted(graph.links.length, 'edge')}; the larger, the
          more tokens
        </span>
      </div>
      <Drawing graph={graph} />
      <EdgeTable links={graph.links} />
    </>
  );
}

/** Places are looked for between frames, so that nothing stands still meanwhile. */
function usePlaces(graph: Graph): boolean {
  const [, draw] = useReducer((count: number) => count + 1, 0);
  const settled = useRef<Graph | null>(null);
  useEffect(() => {
    const layout = layOut(graph);
    let frame = 0;
    const work = () => {
      const isMore = layout.step(FRAME_MS);
      if (!isMore) settled.current = graph;
      draw(0);
      if (isMore) frame = requestAnimationFrame(work);
    };
    frame = requestAnimationFrame(work);
    return () => cancelAnimationFrame(frame);
  }, [graph]);
  return settled.current === graph;
}

function Drawing({ graph }: { readonly graph: Graph }) {
  const isSettled = usePlaces(graph);
  const [size, setSize] = useState<readonly [number, number]>([800, 480]);
  const [left, top, width, height] = boundsOf(graph.nodes);
  const scale = Math.min(1.6, size[0] / width, size[1] / height);
  const { box, camera, zoom, fit, handlers } = useCamera({ x: left + width / 2, y: top + height / 2, scale });
  useEffect(() => {
    const watcher = new ResizeObserver(([entry]) => {
      if (entry) setSize([Math.max(1, entry.contentRect.width), Math.max(1, entry.contentRect.height)]);
    });
    if (box.current) watcher.observe(box.current);
    return () => watcher.disconnect();
  }, []);
  const [over, setOver] = useState<DrawnNode | null>(null);
  const seen = [size[0] / camera.scale, size[1] / camera.scale] as const;
  const viewBox = `${camera.x - seen[0] / 2} ${camera.y - seen[1] / 2} ${seen[0]} ${seen[1]}`;
  return (
    <section
      class="graph"
      ref={box}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a drawing that is moved by keys must be reachable by them
      tabIndex={0}
      aria-label="Graph of the files; arrows move it, + and − zoom, 0 shows all"
      data-settled={isSettled}
      {...handlers}
    >
      <svg viewBox={viewBox} role="presentation">
        <Links links={graph.links} over={over} />
        <Nodes graph={graph} over={over} scale={camera.scale} onOver={setOver} />
      </svg>
      <div class="zooming">
        <button type="button" aria-label="Zoom in" onClick={() => zoom(1.3)}>
          +
        </button>
        <button type="button" aria-label="Zoom out" onClick={() => zoom(1 / 1.3)}>
          −
        </button>
        <button type="button" onClick={fit}>
          All
        </button>
      </div>
      <p class="about" aria-live="polite">
        {over ? aboutOf(over, graph.links) : ' '}
      </p>
    </section>
  );
}

const isAt = ({ source, target }: DrawnLink, node: DrawnNode): boolean => source === node || target === node;

function Links({ links, over }: { readonly links: readonly DrawnLink[]; readonly over: DrawnNode | null }) {
  return (
    <g class="links">
      {links.map((link, at) => (
        <line
          key={at}
          class={over && isAt(link, over) ? `kind-${link.kind} near` : `kind-${link.kind}`}
          x1={link.source.x}
          y1={link.source.y}
          x2={link.target.x}
          y2={link.target.y}
        />
      ))}
    </g>
  );
}

interface NodesProps {
  readonly graph: Graph;
  readonly over: DrawnNode | null;
  readonly scale: number;
  readonly onOver: (node: DrawnNode | null) => void;
}

function Nodes({ graph, over, scale, onOver }: NodesProps) {
  const near = over
    ? new Set(graph.links.filter((link) => isAt(link, over)).flatMap(({ source, target }) => [source, target]))
    : null;
  const named = namedNodes(graph.nodes, scale);
  return (
    <g class="nodes">
      {graph.nodes.map((node, at) => (
        // biome-ignore lint/a11y/useSemanticElements: a drawing has no buttons of its own
        <g
          key={node.path}
          transform={`translate(${node.x ?? 0} ${node.y ?? 0})`}
          class={`${node.isQuoted ? 'quoted' : ''}${near && node !== over && !near.has(node) ? ' far' : ''}`}
          role="button"
          tabIndex={at < STEPS_MAX ? 0 : -1}
          aria-label={`${node.path}: show the code`}
          onPointerEnter={() => onOver(node)}
          onPointerLeave={() => onOver(null)}
          onFocus={() => onOver(node)}
          onBlur={() => onOver(null)}
          onClick={() => page.set({ code: { path: node.path, marks: node.marks } })}
          onKeyDown={(event) => {
            if (event.key === 'Enter') page.set({ code: { path: node.path, marks: node.marks } });
          }}
        >
          <circle r={node.radius} />
          {(near === null ? named.has(node) : near.has(node) || node === over) && (
            <text y={node.radius + 12 / scale} style={{ fontSize: `${12 / scale}px` }}>
              {nameOf(node)}
            </text>
          )}
        </g>
      ))}
    </g>
  );
}

function aboutOf(node: DrawnNode, links: readonly DrawnLink[]): string {
  const own = links.filter((link) => isAt(link, node));
  const likelihood = node.likelihood === null ? '' : `, ${likely(node.likelihood)} likely`;
  const tokens = node.tokens === 0 ? ', not quoted' : `, ${grouped(node.tokens)} tokens`;
  return `${node.path}${likelihood}${tokens}, ${counted(own.length, 'edge')}`;
}

/** The same in words, for those who do not see it, and for reasons. */
function EdgeTable({ links }: { readonly links: readonly DrawnLink[] }) {
  if (links.length === 0) return <p class="hint">No edge ties these files together.</p>;
  return (
    <details class="fold">
      <summary>The edges as a list</summary>
      <ul class="edges">
        {links.map(({ source, target, kind, because }, at) => (
          <li key={at}>
            <span class="path">{source.path}</span> {EDGE_KINDS[kind].label} <span class="path">{target.path}</span>{' '}
            <span class="hint">{because}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
