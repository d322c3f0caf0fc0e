// Shows a pack as a document: a section for each file with its blocks, line numbers and reasons, then the places that
// are only named.
import { useState } from 'preact/hooks';
import { WHY_OUT } from '../../model/pack.ts';
import type { ColoredLine } from '../../ports/source.ts';
import type { PackData } from '../answers.ts';
import { chooseCandidate, openCode } from '../question-actions.ts';
import { ask, useAsked } from './api.ts';
import { LevelTag, Likelihood } from './bars.tsx';
import { CopyButton, QuietButton } from './buttons.tsx';
import { CodeLines } from './code-box.tsx';
import { countText, rangesOf, rangesText } from './short-texts.ts';
import './pack-document.css';
import type { ComponentChildren } from 'preact';

type PackedBlock = PackData['blocks'][number];

// The first files are open; the others open and load with a click.
const OPEN_FILES = 5;

export function PackDocument({ data }: { readonly data: PackData }) {
  const files = [...Map.groupBy(data.blocks, ({ path }) => path)];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
    <section class="document" aria-label="The pack as a document" tabIndex={0}>
      {files.map(([path, blocks], index) => (
        <FileSection key={path} path={path} blocks={blocks} data={data} isFirst={index < OPEN_FILES} />
      ))}
      <NamedOnly references={data.references} isAll={files.length === 0} />
    </section>
  );
}

interface FileSectionProps {
  readonly path: string;
  readonly blocks: readonly PackedBlock[];
  readonly data: PackData;
  readonly isFirst: boolean;
}

function FileSection({ path, blocks, data, isFirst }: FileSectionProps) {
  const [isOpen, setOpen] = useState(isFirst);
  const file = data.files.find((file) => file.path === path);
  const hash = blocks[0]!.hash;
  const { answer, fault } = useAsked(isOpen ? `${path} ${hash}` : null, (signal) =>
    ask<ShownFile>('/ui/lines', { path }, signal),
  );
  const because = file?.reasons.find((reason) => reason.because !== '')?.because ?? '';
  return (
    <details class="file" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <strong class="path">{path}</strong>
        <Likelihood value={file?.likelihood} />
        <span class="because">{because}</span>
      </summary>
      {fault !== '' && <p class="hint">{fault}</p>}
      {answer && !answer.data.hash.startsWith(hash.slice(0, HASH_COMPARED)) && (
        <p class="hint">This file has changed since it was packed; the lines shown are its present ones.</p>
      )}
      {blocks.map((block) => (
        <BlockSection key={block.id} block={block} file={answer && { ...answer.data, text: answer.text }} />
      ))}
    </details>
  );
}

const HASH_COMPARED = 12;
// The view Ranked shows all reasons.
const REASONS_SHOWN = 2;

/** The data of `/ui/lines` beside the text. */
export interface ShownFile {
  readonly hash: string;
  readonly isDocument: boolean;
  readonly colors: readonly ColoredLine[] | null;
}

interface BlockSectionProps {
  readonly block: PackedBlock;
  readonly file: (ShownFile & { text: string }) | null;
}

function BlockSection({ block, file }: BlockSectionProps) {
  const ranges = rangesOf(block);
  const lines = file?.text.split('\n') ?? [];
  const text = ranges.map(([first, last]) => lines.slice(first - 1, last).join('\n')).join('\n');
  const isPart = block.level === 'full' && block.note?.startsWith('part of ');
  const clauses = block.reasons.map(({ because }) => because).filter(Boolean);
  const why = clauses.slice(0, REASONS_SHOWN).join('; ');
  return (
    <section class="block" aria-label={`${block.name}, lines ${block.startLine} to ${block.endLine}`}>
      <header>
        <strong>{block.name}</strong>
        <span class="hint">
          {block.kind} {rangesText(ranges)}
        </span>
        {isPart ? <span class="tag full">part</span> : <LevelTag level={block.level} />}
        <span class="together">
          <CopyButton text={text} of={block.name} />
          <QuietButton
            text="File"
            label={`File of ${block.name}`}
            onClick={() => openCode(block.path, block.startLine)}
          />
          <QuietButton text="Drop" label={`Drop ${block.id}`} onClick={() => chooseCandidate(block.id, 'drop')} />
        </span>
      </header>
      {why !== '' && <p class="why-in">{why}</p>}
      {block.note !== undefined && <p class="why-in">{block.note}</p>}
      {file &&
        (file.isDocument ? (
          <MarkdownText text={text} />
        ) : (
          <CodeLines lines={lines} ranges={ranges} colors={file.colors} />
        ))}
    </section>
  );
}

/** Lists places by name and lines; a map holds nothing else. */
function NamedOnly({ references, isAll }: Pick<PackData, 'references'> & { readonly isAll: boolean }) {
  if (references.length === 0) return isAll ? <p class="hint">Nothing is quoted.</p> : null;
  return (
    <details class="file" open={isAll}>
      <summary>
        <strong>{countText(references.length, 'place')} named, not quoted</strong>
      </summary>
      {[...Map.groupBy(references, ({ path }) => path)].map(([path, places]) => (
        <ul key={path} class="named" aria-label={path}>
          <li class="path">{path}</li>
          {places.map(({ id, name, startLine, endLine, excludedBecause }) => (
            <li key={id}>
              <button type="button" class="quiet" onClick={() => openCode(path, startLine)}>
                {startLine}–{endLine}
              </button>
              <span>{name}</span>
              {!isAll && <span class="hint">{WHY_OUT[excludedBecause].why}</span>}
              <QuietButton text="Pin" label={`Pin ${id}`} onClick={() => chooseCandidate(id, 'pin')} />
            </li>
          ))}
        </ul>
      ))}
    </details>
  );
}

/**
 * Shows Markdown as headings, lists, code and paragraphs. Builds nodes and never HTML, so that no document can load an
 * image, follow a link or hide text: comments and targets of links stay visible.
 */
function MarkdownText({ text }: { readonly text: string }) {
  return <div class="markdown">{partsOf(text.split('\n')).map(drawPart)}</div>;
}

interface MarkdownPart {
  readonly kind: 'heading' | 'code' | 'list' | 'text';
  readonly lines: readonly string[];
}

const FENCE = /^\s*(`{3,}|~{3,})/;
const HEADING = /^#{1,6}\s/;
const ITEM = /^\s*(?:[-*+]|\d+[.)])\s/;

function partsOf(lines: readonly string[]): readonly MarkdownPart[] {
  const parts: { kind: MarkdownPart['kind']; lines: string[] }[] = [];
  let fence: string | null = null;
  for (const line of lines) {
    const last = parts.at(-1);
    const [, sign] = FENCE.exec(line) ?? [];
    if (fence !== null) {
      last!.lines.push(line);
      if (sign?.startsWith(fence)) fence = null;
    } else if (sign !== undefined) {
      fence = sign;
      parts.push({ kind: 'code', lines: [line] });
    } else if (HEADING.test(line)) parts.push({ kind: 'heading', lines: [line] });
    else if (line.trim() === '') parts.push({ kind: 'text', lines: [] });
    else {
      const kind = ITEM.test(line) || (last?.kind === 'list' && /^\s/.test(line)) ? 'list' : 'text';
      if (last?.kind === kind) last.lines.push(line);
      else parts.push({ kind, lines: [line] });
    }
  }
  return parts.filter((part) => part.lines.length > 0);
}

function drawPart({ kind, lines }: MarkdownPart, position: number): ComponentChildren {
  if (kind === 'code') return <pre key={position}>{lines.join('\n')}</pre>;
  if (kind === 'heading') return <h4 key={position}>{inline(lines[0]!.replace(/^#+\s*/, ''))}</h4>;
  if (kind === 'text') return <p key={position}>{inline(lines.join('\n'))}</p>;
  return (
    <ul key={position}>
      {lines.map((line, index) => (
        <li key={index}>{inline(line.replace(ITEM, ''))}</li>
      ))}
    </ul>
  );
}

// Formats only code and bold text.
function inline(text: string): ComponentChildren {
  return text.split(/(`[^`\n]+`|\*\*[^*\n]+\*\*)/).map((run, index) => {
    if (index % 2 === 0) return run;
    return run.startsWith('`') ? (
      <code key={index}>{run.slice(1, -1)}</code>
    ) : (
      <strong key={index}>{run.slice(2, -2)}</strong>
    );
  });
}
