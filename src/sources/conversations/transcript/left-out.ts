// A reader of conversations leaves out or changes much: tool calls, broken records, long messages. This file counts it
// by kind and writes a note about each kind, so that users see what is missing.

/** The kinds, each with its sentence for one and for several, where `%` stands for their number. */
const KINDS = {
  notJson: ['1 record is not valid JSON', '% records are not valid JSON'],
  cutOff: ['the file ends in the middle of a record', 'the file ends in the middle of a record'],
  tooLong: ['1 record is too long and was left out', '% records are too long and were left out'],
  odd: ['1 record is not of this format', '% records are not of this format'],
  empty: ['1 conversation without messages', '% conversations without messages'],
  badTime: ['1 time cannot be believed', '% times cannot be believed'],
  sameId: ['1 id is used twice', '% ids are used twice'],
  repeated: ['1 repeated message left out', '% repeated messages left out'],
  shortened: ['1 message was cut', '% messages were cut'],
  unknown: ['1 block of an unknown kind left out', '% blocks of unknown kinds left out'],
  toolCalls: ['1 tool call left out', '% tool calls left out'],
  toolResults: ['1 tool result left out', '% tool results left out'],
  thinking: ['1 piece of thinking left out', '% pieces of thinking left out'],
  attachments: ['1 attachment left out', '% attachments left out'],
  client: ['1 remark of the client left out', '% remarks of the client left out'],
  otherBranches: ['1 message of another branch left out', '% messages of other branches left out'],
  side: ['1 message of a side conversation left out', '% messages of side conversations left out'],
} as const satisfies Record<string, readonly [one: string, several: string]>;
export type LeftOutKind = keyof typeof KINDS;
// These kinds mean that a part of a file could not be read.
const FAULTS = ['notJson', 'cutOff', 'tooLong', 'odd'] as const satisfies readonly LeftOutKind[];

export type LeftOutCount = ReturnType<typeof createLeftOut>;

const WHERE_CHARACTERS_MAX = 40;

export function createLeftOut() {
  const counts = new Map<LeftOutKind, { count: number; where: string | undefined }>();
  return {
    /** Adds `times` to the count of a kind; the note shows `where` of the first: its place (`line 7`), kind or id. */
    count(kind: LeftOutKind, where?: string, times = 1): void {
      const entry = counts.get(kind);
      if (entry) entry.count += times;
      else if (times > 0) counts.set(kind, { count: times, where });
    },
    /** Returns a sentence for each kind that was counted, in the order of the kinds. */
    notes(): readonly string[] {
      const kinds = Object.keys(KINDS) as LeftOutKind[];
      return kinds.flatMap((kind) => {
        const entry = counts.get(kind);
        if (!entry) return [];
        const [one, several] = KINDS[kind];
        const sentence = entry.count === 1 ? one : several.replace('%', String(entry.count));
        const first = entry.count > 1 ? 'first: ' : '';
        return entry.where === undefined ? sentence : `${sentence} (${first}${cleanPlace(entry.where)})`;
      });
    },
  };
}

/** Returns whether a note says that a part of the file could not be read. */
export function isFault(note: string): boolean {
  const uncounted = (text: string) => text.replace(/^(?:\d+|%) /, '');
  return FAULTS.some((kind) => KINDS[kind].some((sentence) => uncounted(note).startsWith(uncounted(sentence))));
}

// A place may quote the file, so it is cut and cleaned to stay on one line.
const cleanPlace = (where: string): string => where.slice(0, WHERE_CHARACTERS_MAX).replace(/[^\p{L}\p{N} ._/-]/gu, '?');
