import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { DEFAULTS } from '../../src/config/defaults.ts';
import { loadConfig } from '../../src/config/load.ts';
import { agentsText } from './agents-text.ts';
import { evaluateAgents } from './evaluate-agents.ts';

// Measures how an agent found code in its sessions (Claude Code, Codex), and how much of it a pack of the first prompt would have held:
// npx node bench/agents/run.ts DIR [--root .] [--budget 4000] [--limit N] [--format json]
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    root: { type: 'string', default: '.' },
    budget: { type: 'string', default: String(DEFAULTS.mcp.budgetTokens) },
    limit: { type: 'string', default: String(DEFAULTS.evaluation.history.limit) },
    format: { type: 'string', default: 'plain' },
  },
});
const [transcripts] = positionals;
if (transcripts === undefined)
  throw new Error('usage: run.ts DIR [--root DIR] [--budget N] [--limit N] [--format json]');

const folder = mkdtempSync(join(tmpdir(), 'knap-agents-'));
try {
  const root = resolve(values.root);
  const { notes, ...value } = await evaluateAgents({
    root,
    transcripts: resolve(transcripts),
    folder,
    config: (await loadConfig({ root, env: process.env })).config,
    pack: { budget: Number(values.budget), aim: DEFAULTS.mcp.aim },
    limit: Number(values.limit),
    limits: DEFAULTS.conversations,
  });
  process.stdout.write(`${values.format === 'json' ? JSON.stringify(value) : agentsText(value)}\n`);
  for (const note of notes) process.stderr.write(`${note}\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
