// Splits the text of a task into passages, such as title, body and code, because words count differently in each.
import { nameKey } from '../../model/terms.ts';
import { blankComments, spellPlurals } from '../../search/question-text.ts';

/** The places of a task, with the weight of their words and of names mentioned there. */
export const PLACES = {
  title: { weight: 2, mention: 1 },
  body: { weight: 1, mention: 0.9 },
  message: { weight: 1, mention: 0.8 },
  quote: { weight: 0.3, mention: 0.5 },
  code: { weight: 0.25, mention: 0.4 },
  link: { weight: 0.2, mention: 0.4 },
} as const satisfies Record<string, { weight: number; mention: number }>;
type PassagePlace = keyof typeof PLACES;

export interface Passage {
  readonly place: PassagePlace;
  readonly text: string;
}

const TITLE_CHARACTERS_MAX = 300;
// Marks before a title: `# `, `[fix #12] `.
const TITLE_MARKS = /^\s*(?:#{1,6}\s+|\[\s*(?:fix(?:es)?\s*)?(?:#?\d+\s*|#\s*)?\]\s*)/i;
const FENCE = /^\s{0,6}(`{3,}|~{3,}|\{\{\{)/;
const HEADING = /^\s{0,3}#{1,6}\s+(.*)$/;
const BOLD_LINE = /^\s*(?:\*\*|__)([^*_]{1,80})(?:\*\*|__):?\s*$/;
const LABEL_LINE = /^\s*([A-Za-z][A-Za-z' ]{2,60})[:?]\s*$/;
const CHECKBOX = /^\s*(?:[-*+]|\d+\.)\s*\[[ xX]\]/;
// Lines that commits, issue trackers and tools add, which are not words of the author.
const TRAILER =
  /^(?:co-authored-by|signed-off-by|reviewed-by|acked-by|tested-by|reported-by|change-id|cc|piperorigin-revid|approved-by|git-svn-id):|^\(cherry picked from|^_no response_\s*$|^\s*\(last modified by |^original author:|^traceback \(|^\W{0,4}Generated (?:with|by) /i;
const REPLY = /^\s{0,3}>(?!>>)/;
// A line with the prompt of a shell or interpreter is code. An indented line (twice, or once with nothing but code
// since a blank line or fence) is code if `CODE_MARKS` says so.
const DEEP = /^(?:\t\t| {8})/;
const SHELL_PROMPT = /^\s*(?:>>> |\.\.\. |In \[\d+\]|Out\[\d+\]|\$ )/;
const CODE_MARKS =
  /[;{}=]|\)\s*:?$|^\s*(?:from|import|def|class|return|for|if|with|var|let|const|func|fn|use|at|File) /;
const TAG =
  /<\/?(?:img|details|summary|br|hr|p|div|b|i|a|code|pre|table|tbody|thead|tr|td|th|ul|ol|li|sub|sup|kbd|span|h[1-6])\b[^<>]*>/gi;
const URL = /\b(?:https?|ftp|git|ssh):\/\/[^\s<>()[\]"'`]+|\bwww\.[^\s<>()[\]"'`]+/g;
const LINK = /\[([^[\]\n]{0,300})\]\(([^()\s]{0,2000})\)/g;
const IMAGE = /!\[[^[\]\n]{0,200}\]\([^()\s]{0,2000}\)/g;
// Punctuation after an address belongs to the sentence.
const URL_TAIL = /[.,;:!?*_]{1,5}$/;

/** Splits a task into title, passages and web addresses, in linear time; `traceLine` tells the lines of traces. */
export function readText(text: string, traceLine: (line: number) => 'trace' | 'source' | undefined) {
  const links: string[] = [];
  const passages: Passage[] = [];
  let title = '';
  let fence: string | null = null;
  let section: HeadingKind = 'own';
  let mayBeginCode = true;
  for (const [index, line] of blankComments(text).split('\n').entries()) {
    const isBlank = line === '' || line.trim() === '';
    if (fence !== null) {
      if (closes(line, fence)) fence = null;
      else if (!isBlank && section !== 'noise' && traceLine(index) !== 'trace')
        passages.push({ place: 'code', text: line });
      continue;
    }
    fence = isBlank ? null : fenceOf(line);
    if (isBlank || fence !== null) {
      mayBeginCode = true;
      continue;
    }
    const heading = title === '' ? null : headingOf(line);
    if (heading !== null) section = headingKind(heading);
    const place: PassagePlace | null =
      heading !== null && section !== 'own' ? null : placeOf(line, traceLine(index), section, mayBeginCode);
    mayBeginCode &&= place === 'code';
    if (place === null) continue;
    const plain = withoutMarkup(line, links);
    if (title === '' && place !== 'code') {
      title = plain.replace(TITLE_MARKS, '').trim().slice(0, TITLE_CHARACTERS_MAX);
      passages.push({ place: 'title', text: spellPlurals(title) });
      if (plain.length > TITLE_CHARACTERS_MAX)
        passages.push({ place: 'body', text: plain.slice(TITLE_CHARACTERS_MAX) });
    } else passages.push({ place, text: place === 'code' ? plain : spellPlurals(plain) });
  }
  return { title, passages, links };
}

// Returns the mark of an opening fence. A fence that closes on its own line is a code span, and gives null.
function fenceOf(line: string): string | null {
  const mark = FENCE.exec(line)?.[1];
  return mark === undefined || line.slice(line.indexOf(mark) + mark.length).includes(mark) ? null : mark;
}

function headingOf(line: string): string | null {
  const marked = HEADING.exec(line) ?? BOLD_LINE.exec(line) ?? LABEL_LINE.exec(line);
  if (marked) return marked[1]?.trim() ?? null;
  // A form's heading may have lost its marks: `Description` alone on its line.
  return line.length < 60 && headingKind(line) !== 'own' ? line.trim() : null;
}

function placeOf(
  line: string,
  inTrace: 'trace' | 'source' | undefined,
  section: HeadingKind,
  mayBeginCode: boolean,
): PassagePlace | null {
  if (inTrace === 'trace' || section === 'noise' || CHECKBOX.test(line) || TRAILER.test(line)) return null;
  if (inTrace === 'source' || SHELL_PROMPT.test(line) || (DEEP.test(line) && CODE_MARKS.test(line))) return 'code';
  if (REPLY.test(line)) return 'quote';
  if (mayBeginCode && /^(?: {4}|\t)/.test(line) && CODE_MARKS.test(line)) return 'code';
  return 'body';
}

function closes(line: string, fence: string): boolean {
  const trimmed = line.trim();
  return fence === '{{{' ? trimmed.startsWith('}}}') : trimmed.startsWith(fence) && /^[`~]+$/.test(trimmed);
}

function withoutMarkup(line: string, links: string[]): string {
  return line
    .replace(IMAGE, ' ')
    .replace(LINK, (_, label: string, target: string) => `${label} ${/^https?:/.test(target) ? target : ''}`)
    .replace(TAG, ' ')
    .replace(URL, (url) => {
      links.push(url.replace(URL_TAIL, ''));
      return ' ';
    });
}

// table

// Headings of issue forms, which are dropped; the text below them is kept.
const FORM_HEADINGS = `description; describe the bug; describe the issue; bug description; bug report; summary; expected behavior; expected behaviour;
expected result; expected results; expected; expected outcome; actual behavior; actual behaviour; actual result; actual results; actual;
actual outcome; current behavior; current behaviour; what happened; what happens; what did you expect to happen; what did you expect;
what actually happened; what did you do; what did you see instead; what is expected; what is actually happening; steps to reproduce;
how to reproduce; to reproduce; reproduction; reproduce; steps; minimal reproduction; minimal reproducible example; minimal example;
code for reproduction; code sample; example; examples; reproducible example; reproduction steps; link to minimal reproduction; details;
additional context; additional information; additional details; any additional comments; other information; notes; note; problem;
problem description; problem statement; the problem; issue; issue description; bug; feature request; feature description; proposal;
proposed solution; possible solution; suggested solution; solution; suggested fix; motivation; use case; background; context; why;
is your feature request related to a problem; describe the solution you would like; describe the solution you d like;
describe alternatives you ve considered; alternatives considered; alternatives; clear and concise description of the problem;
suggested api; screenshots; screenshot; error; error message; output; log output; logs; relevant log output; relevant logs; log;
traceback; stack trace; stacktrace; observed behavior; desired behavior; what problem does this feature solve; related issues;
what does the proposed api look like; bug summary; pull request; changes; what; how; overview; tldr; questions; question; title; observed behaviour; what i expected; what happened instead; summary by coderabbit`;

// Sections with these headings describe the reporter's machine or habits, not the code.
const NOISE = `environment; environment info; your environment; system info; system information; system details; system; versions;
version; version info; version information; software versions; package versions; installed versions; output of pd show versions;
operating system; os; platform; matplotlib version; python version; node version; browsers; browser; device; dependencies; used package manager;
configuration info; checklist; checks; validations; validation; before submitting; prerequisites; before you start; initial checks;
preflight checklist; code of conduct; contributing guidelines; pr checklist; contribution; are you willing to submit a pr; are you willing to work on and submit a pr to address the issue; search before asking;
please check; search terms; required versions; reminders; type of change; how has this been tested; license; tasks; todo;
the author should do the following if applicable; release notes; versions and main components; installation method; installed via; matplotlib backend; installation; what browsers are you seeing the problem on; test plan; testing; testing done`;

const FORM_KEYS = new Set(FORM_HEADINGS.split(';').map(nameKey));
const NOISE_KEYS = new Set(NOISE.split(';').map(nameKey));

type HeadingKind = 'form' | 'noise' | 'own';

/** Tells whether a heading is that of a form, begins a section without use, or is the author's own. */
function headingKind(heading: string): HeadingKind {
  const key = nameKey(heading);
  if (NOISE_KEYS.has(key) || (key.length < 40 && /versions?$/.test(key))) return 'noise';
  return FORM_KEYS.has(key) ? 'form' : 'own';
}
