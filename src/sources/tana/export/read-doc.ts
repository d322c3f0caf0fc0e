import type { TanaDoc } from './tana-doc.ts';

// Times a calendar cannot show are no times.
const TIME_MAX_MS = 8.64e15;

type Props = Readonly<Record<string, unknown>>;

export interface DocReading {
  readonly nameCharactersMax: number;
  /** The document of an id, whether it has come yet or not. */
  readonly docOf: (id: string) => TanaDoc;
  readonly onCut: () => void;
}

/** Fills in a document from its JSON; everything about it that is not known here is left alone. */
export function readDoc(doc: TanaDoc, raw: Props, { nameCharactersMax, docOf, onCut }: DocReading): void {
  const props = isRecord(raw.props) ? raw.props : {};
  const linked = (id: unknown): TanaDoc | null => (isId(id) ? docOf(id) : null);
  const text = (value: unknown): string => {
    if (typeof value !== 'string') return '';
    if (value.length <= nameCharactersMax) return value;
    onCut();
    return value.slice(0, nameCharactersMax);
  };
  doc.isHere = true;
  doc.docType = typeof props._docType === 'string' ? props._docType : null;
  doc.name = text(props.name);
  doc.description = text(props.description) || null;
  doc.owner = linked(props._ownerId);
  doc.metaNode = linked(props._metaNodeId);
  doc.source = linked(props._sourceId);
  if (Array.isArray(raw.children) && raw.children.length > 0) {
    const ids: readonly unknown[] = raw.children;
    // Mapped, because a list that grows keeps room for more: with half a million of them that is what memory goes to.
    doc.children = (ids.every(isId) ? ids : ids.filter(isId)).map(docOf);
  }
  doc.createdMs = timeOf(props.created);
  doc.modifiedMs = lastOf(raw.modifiedTs) ?? doc.createdMs;
  doc.isDone = doneOf(props._done ?? props.done);
}

export function isRecord(value: unknown): value is Props {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const isId = (value: unknown): value is string => typeof value === 'string' && value !== '';

function timeOf(value: unknown): number | null {
  return typeof value === 'number' && Math.abs(value) <= TIME_MAX_MS ? Math.trunc(value) : null;
}

// One time for everybody who edited it, as a list or as the text of one.
function lastOf(value: unknown): number | null {
  const list = typeof value === 'string' ? parsedList(value) : value;
  if (!Array.isArray(list)) return null;
  const times = list.flatMap((time) => timeOf(time) ?? []).filter((time) => time > 0);
  return times.length === 0 ? null : Math.max(...times);
}

function parsedList(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A time nobody can read is a time nobody knows.
    return null;
  }
}

function doneOf(value: unknown): boolean | null {
  if (typeof value === 'boolean') return value;
  return typeof value === 'number' ? value > 0 : null;
}
