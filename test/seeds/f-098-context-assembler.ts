import { rowsOf } from '../worlds/graph-rows.ts';
import type { Seed } from './seed.ts';

/** "F-098 Context Assembler": a topic or a node of a Tana graph, and what belongs to it. */
export const f098: Seed = {
  files: {},
  graph: rowsOf({
    abc123: {
      name: 'SOC Defender',
      description: 'Security operations dashboard',
      tags: ['project', 'security'],
      fields: { status: 'active', owner: 'Jens-Christian', lead: '[[jens]]' },
      children: ['Shows every alarm once', '@task1', '[[abc123def456]]'],
      age: 0,
    },
    jens: { name: 'Jens-Christian', tags: ['person'], fields: { attendees: 'none' }, age: 10 },
    task1: {
      name: 'Sort alarms by age',
      tags: ['task'],
      fields: { due: '2026-04-01', 'blocked-by': '[[abc123def456]]' },
      age: 30,
    },
    abc123def456: { name: 'Alarm format', tags: ['spec'], fields: { status: 'draft' }, children: ['@deep1'], age: 5 },
    deep1: { name: 'Fields of an alarm', tags: ['note'], children: ['@deep2'], age: 5 },
    deep2: { name: 'How the time is written', tags: ['note'], children: ['@deep3'], age: 5 },
    deep3: { name: 'Why it is UTC', tags: ['decision'], age: 5 },
    quarter: { name: 'Quarterly planning', tags: ['goal'], children: ['@mile'], age: 3 },
    mile: { name: 'First customers', tags: ['milestone'], fields: { due: '2026-06-01', status: 'planned' }, age: 4 },
    notes: { name: 'Meeting notes', tags: ['meeting'], fields: { attendees: '[[jens]]', date: '2026-02-20' }, age: 8 },
    xyz789: {
      name: 'Related security tool',
      tags: ['tool'],
      fields: { project: '[[abc123]]' },
      age: 300,
      children: [
        'It looks at what runs on a machine and tells what it has not seen before, by name and by hash.',
        'It was bought in another year, and nobody remembers whom to ask about the licence of it.',
        ...Array.from(
          { length: 8 },
          (_, at) => `Of machine ${at + 1} it says every night what was started there, and by whom.`,
        ),
      ],
    },
  }),
  examples: [
    {
      shows: 'T1–T7 T11 T12 T30 context "<topic>"',
      knap: ['context', 'SOC Defender project'],
      prints: `# Context: SOC Defender project

> general lens, 2 steps · workspace main · index as of …
> assembled …Z · … of 4,000 tokens · 7 nodes

## SOC Defender #project #security
*found by search · score 1.00* · \`tana:main/abc123\`

**status:** active
**owner:** Jens-Christian
**lead:** Jens-Christian

Security operations dashboard

- Shows every alarm once
- Sort alarms by age #task
- Alarm format #spec
…
## Sort alarms by age #task
*child of SOC Defender · score 0.…* · \`tana:main/task1\`
…`,
    },
    {
      shows: 'T1 T3 T31 context <nodeId> --depth 3',
      knap: ['context', 'abc123def456', '--depth', '3'],
      prints: `# Context: abc123def456

> general lens, 3 steps · …
…
## Alarm format #spec
*asked for · score 1.00* · \`tana:main/abc123def456\`
…
## Why it is UTC #decision
*child of How the time is written, which is a child of Fields of an alarm, which is a child of Alarm format · …
…`,
    },
    {
      shows: 'T27 T32 --max-tokens 8000 --lens planning',
      knap: ['context', 'quarterly planning', '--max-tokens', '8000', '--lens', 'planning'],
      prints: `# Context: quarterly planning

> planning lens, 2 steps · …
> assembled …Z · … of 8,000 tokens · 2 nodes

## Quarterly planning #goal
…
## First customers #milestone
…
**due:** 2026-06-01
**status:** planned`,
    },
    {
      shows: 'T14–T16 T18 T21 T33 T36 --format json: the fields of the printed answer',
      knap: ['context', 'abc123', '--format', 'json'],
      prints: `{"meta":{"query":"abc123","workspace":"main","lens":"general","tokens":{"budget":4000,"used":…,"utilization":0.…,"nodesIncluded":7,"nodesSummarized":0},"assembledAt":"…Z","backend":"index",…},
"nodes":[
{"id":"abc123","name":"SOC Defender","content":"Security operations dashboard\\n\\n…","tags":["project","security"],"fields":{"status":"active","owner":"Jens-Christian",…},"score":1,"components":{"graphDistance":…,"semanticSim":…,"recency":…},"distance":0,"path":[],…},
…
"overflow":[]}`,
      unlike: 'T50: no Tana runs here, so the stored graph answers, and the answer says why',
    },
    {
      shows: 'T34 --no-include-fields',
      knap: ['context', 'meeting notes', '--no-include-fields'],
      prints: `# Context: meeting notes
…
## Meeting notes #meeting
*found by search · score 1.00* · \`tana:main/notes\`

## Jens-Christian #person
…`,
    },
    {
      shows: 'T10 T11 T20 T48 what does not fit is shortened, then a line of name and tags',
      knap: ['context', 'abc123', '--max-tokens', '500'],
      prints: `…
> assembled …Z · … of 500 tokens · 6 nodes, 1 only named
…
- … 6 more lines
…
## Only named

- Meeting notes #meeting (0.…)`,
    },
    {
      shows: 'T17 T21 an overflow entry as data',
      knap: ['context', 'abc123', '--max-tokens', '500', '--format', 'json'],
      prints: `{"meta":{…"tokens":{"budget":500,"used":…,"utilization":0.…,"nodesIncluded":1,"nodesSummarized":6},…},
…
"overflow":[
{"id":"xyz789","name":"Related security tool","tags":["tool"],"score":0.…},
…`,
    },
    {
      shows:
        'T19 T42 T44 T47 T50 what scoring knew: the source, whether there were embeddings, the backend, why it and how old it is',
      context: { seeds: ['SOC Defender project'] },
      fields: ['meta.seeds', 'meta.embeddingsAvailable', 'meta.backend', 'meta.backendReason', 'meta.dataFrom'],
      prints: `meta.seeds: [{"text":"SOC Defender project","as":"topic","node":"abc123"}]
meta.embeddingsAvailable: true
meta.backend: "index"
meta.backendReason: "no token is set for the Local API (KNAP_TANA_TOKEN)"
meta.dataFrom: "…"`,
    },
    {
      shows: 'T29 T51 a depth above 5 is an error',
      knap: ['context', 'abc123', '--depth', '6'],
      refuses: '--depth (6): must be at most 5.',
      prints: '',
    },
    {
      shows: 'T29 an unknown lens is an error that names the nearest',
      knap: ['context', 'abc123', '--lens', 'planing'],
      refuses: 'planning',
      prints: '',
    },
    {
      shows: 'T52 K16 under 500 tokens: a summary and a warning',
      knap: ['context', 'abc123', '--max-tokens', '230'],
      prints: `# Context: abc123
…
> Note: 230 tokens are room for a summary only; texts need 500 or more

## Only named

- SOC Defender #project #security (1.00)
- Related security tool #tool (0.…)
…`,
      unlike: 'K16: the options refuse less than 500, the table of risks answers it',
    },
    {
      shows: 'T6 T22–T28 the lenses',
      knap: ['lenses'],
      prints: `general (built in): …
  follows …, references, …, child, parent, field; 3 steps at most

coding (built in): …
  follows …, references, …, field; 3 steps at most
  lifts #spec, #architecture, #code, #decision
  shows first status, priority, assignee
…
writing (built in): …
  follows child, references; 2 steps at most
  lifts #note, #draft, #writing, #article
…
planning (built in): …
  follows child, field, blocks; 4 steps at most
  lifts #goal, #milestone, #task, #project
  shows first due, status, blocked-by
…
meeting-prep (built in): …
  follows references, child; 2 steps at most
  lifts #person, #meeting, #action, #agenda
  shows first attendees, date, status
…`,
    },
    {
      shows: 'T35 the tool, with the defaults of the document',
      describes: 'tana_context',
      fields: [
        'required',
        'properties.query.type',
        'properties.depth.default',
        'properties.maxTokens.default',
        'properties.lens.default',
        'properties.includeFields.default',
        'properties.format.default',
        'properties.workspace.default',
      ],
      prints: `required: ["query"]
properties.query.type: "string"
properties.depth.default: 2
properties.maxTokens.default: 4000
properties.lens.default: "general"
properties.includeFields.default: true
properties.format.default: "markdown"
properties.workspace.default: "main"`,
    },
    {
      shows: 'T35 the tool answers as the command does',
      tool: 'tana_context',
      given: { query: 'SOC Defender project', lens: 'coding' },
      prints: `# Context: SOC Defender project

> coding lens, 2 steps · …
…
## SOC Defender #project #security
…`,
    },
  ],
};
