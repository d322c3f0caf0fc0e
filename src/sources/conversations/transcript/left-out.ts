/** What is counted while a file is read: the sentence for one, and for several with `%` for their number. */
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
// The other kinds occur in files without faults too.
const FAULTS = ['notJson', 'cutOff', 'tooLong', 'odd'] as const satisfies readonly LeftOutKind[];

/** Counts what does not become part of a conversation, and why. */
export interface LeftOutCount {
  /** `where` is the first place, for those who want to look: `line 7`, or the name of an unknown kind. */
  count(kind: LeftOutKind, where?: string, times?: number): void;
  /** In the order of the kinds. */
  notes(): readonly string[];
}

const WHERE_CHARACTERS_MAX = 40;

/** An empty count. */
export function createLeftOut(): LeftOutCount {
  const counts = new Map<LeftOutKind, { count: number; where: string | undefined }>();
  return {
    count(kind, where, times = 1) {
      const seen = counts.get(kind);
      if (seen) seen.count += times;
      else if (times > 0) counts.set(kind, { count: times, where });
    },
    notes() {
      const kinds = Object.keys(KINDS) as LeftOutKind[];
      return kinds.flatMap((kind) => {
        const seen = counts.get(kind);
        if (!seen) return [];
        const [one, several] = KINDS[kind];
        const sentence = seen.count === 1 ? one : several.replace('%', String(seen.count));
        return [
          seen.where === undefined ? sentence : `${sentence} (${seen.count > 1 ? 'first: ' : ''}${plain(seen.where)})`,
        ];
      });
    },
  };
}

/** Whether a note tells of something that is wrong with a file. */
export function isFault(note: string): boolean {
  const uncounted = (text: string) => text.replace(/^(?:\d+|%) /, '');
  return FAULTS.some((kind) => KINDS[kind].some((sentence) => uncounted(note).startsWith(uncounted(sentence))));
}

// A place may be quoted from the file: it must stay on its line.
function plain(where: string): string {
  return where.slice(0, WHERE_CHARACTERS_MAX).replace(/[^\p{L}\p{N} ._/-]/gu, '?');
}
