import { appendFileSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openEngine } from '../../src/index.ts';
import { generateKnowledge } from './generate.ts';

// Times the index of documents in this process: node bench/knowledge/run.ts [--documents 10000] [--bytes 5500] [--seed 1].
const { values } = parseArgs({
  options: {
    documents: { type: 'string', default: '10000' },
    bytes: { type: 'string', default: '5500' },
    seed: { type: 'string', default: '1' },
  },
});
const root = mkdtempSync(join(tmpdir(), 'knap-knowledge-'));
try {
  await measure();
} finally {
  rmSync(root, { recursive: true, force: true });
}

async function measure(): Promise<void> {
  const [documents, bytesEach, seed] = [Number(values.documents), Number(values.bytes), Number(values.seed)];
  const paths = generateKnowledge(root, { documents, bytesEach, seed });
  const bytes = paths.reduce((sum, path) => sum + statSync(join(root, path)).size, 0);
  console.log(`${documents} documents, ${Math.round(bytes / 1e6)} MB`);
  const engine = await openEngine({ root });
  const timed = async (what: string, change: () => void) => {
    change();
    const started = performance.now();
    const { added, changed, removed, notes } = await engine.index();
    const ms = Math.round(performance.now() - started);
    console.log(`${what}: ${ms} ms (+${added} ~${changed} -${removed}${notes.map((note) => `; ${note}`).join('')})`);
  };
  const nothing = () => {};
  await timed('first index', nothing);
  await timed('nothing new', nothing);
  for (let round = 1; round <= 3; round++) {
    await timed('one document edited', () => appendFileSync(join(root, paths[round]!), `\nMore of round ${round}.\n`));
    await timed('one document added', () => writeFileSync(join(root, `new-${round}.md`), '# New\n\n[[note-3]]\n'));
    await timed('one document removed', () => rmSync(join(root, paths[100 + round]!)));
  }
  const { store, edges } = await engine.status();
  console.log(`store: ${Math.round(store.bytes / 1e6)} MB, ${edges} edges`);
  await engine.close();
}
