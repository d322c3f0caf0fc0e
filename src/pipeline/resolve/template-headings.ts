// table
import { nameKey } from '../../model/terms.ts';

// Headings of issue forms: they ask, they do not tell. What stands below them is kept.
const PROMPTS = `description; describe the bug; describe the issue; bug description; bug report; summary; expected behavior; expected behaviour;
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

// What stands below these is about the reporter's machine or manners, not about the code.
const NOISE = `environment; environment info; your environment; system info; system information; system details; system; versions;
version; version info; version information; software versions; package versions; installed versions; output of pd show versions;
operating system; os; platform; matplotlib version; python version; node version; browsers; browser; device; dependencies; used package manager;
configuration info; checklist; checks; validations; validation; before submitting; prerequisites; before you start; initial checks;
preflight checklist; code of conduct; contributing guidelines; pr checklist; contribution; are you willing to submit a pr; are you willing to work on and submit a pr to address the issue; search before asking;
please check; search terms; required versions; reminders; type of change; how has this been tested; license; tasks; todo;
the author should do the following if applicable; release notes; versions and main components; installation method; installed via; matplotlib backend; installation; what browsers are you seeing the problem on; test plan; testing; testing done`;

const KINDS: ReadonlyMap<string, HeadingKind> = new Map([
  ...keys(PROMPTS).map((key) => [key, 'prompt'] as const),
  ...keys(NOISE).map((key) => [key, 'noise'] as const),
]);

export type HeadingKind = 'prompt' | 'noise' | 'own';

/** Whether a heading comes from an issue form (and whether its section is worth reading) or is the author's own. */
export function headingKind(heading: string): HeadingKind {
  const key = nameKey(heading);
  return KINDS.get(key) ?? (key.length < 40 && /versions?$/.test(key) ? 'noise' : 'own');
}

function keys(list: string): readonly string[] {
  return list.split(';').map((heading) => nameKey(heading));
}
