import { expect, test } from 'vitest';
import type { Engine } from '../../src/ports/engine.ts';
import { DECIDED, type DecidedSession } from './decided-sessions.ts';
import { decidedWorld } from './decided-world.ts';
import { world } from './world.ts';

const QUOTED_MIN = 18;

const asked: readonly [title: string, taskOf: (session: DecidedSession) => string][] = [
  ['names the file', ({ file }) => `change ${file}`],
  ['has the words of the session', ({ task }) => task],
];
for (const [title, taskOf] of asked) {
  for (const aim of ['focused', 'full'] as const) {
    test(`A26 a pack for a task that ${title} quotes what was decided, with the aim ${aim}`, async () => {
      const { code, said } = decidedWorld();
      const past = world(said, code);
      const engine = await past.open([{ folder: past.past, workspace: past.root }]);
      const lost: string[] = [];
      for (const session of DECIDED)
        if (!(await packed(engine, taskOf(session), aim)).includes(session.decision)) lost.push(session.title);
      expect(DECIDED.length - lost.length, lost.join(', ')).toBeGreaterThanOrEqual(QUOTED_MIN);
    });
  }
}

async function packed(engine: Engine, task: string, aim: 'focused' | 'full'): Promise<string> {
  const { pack } = await engine.pack({ task, aim, budget: 8000 });
  return pack.blocks
    .filter(({ path }) => path.startsWith('conversation:'))
    .map(({ text }) => text)
    .join('\n');
}
