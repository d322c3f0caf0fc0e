import { afterAll, beforeAll, expect, test } from 'vitest';
import { configSchema } from '../../src/config/schema.ts';
import { createWorkerEngines } from '../../src/engine/worker-engine/worker-engine.ts';
import { post, read, send } from '../surfaces/http/server.ts';
import { startServingIn } from '../surfaces/http/start-serving.ts';
import { knap } from '../surfaces/knap.ts';
import { makeWorld, type World } from '../worlds/world.ts';
import { newDatabase } from './databases.ts';

const VIEWS = Array.from({ length: 6 }, (_, at) => `view${at}`);

let nowhere: World;
let env: Readonly<Record<string, string>>;
beforeAll(async () => {
  nowhere = makeWorld({});
  const store = await newDatabase();
  for (const name of VIEWS) {
    using tree = makeWorld({ 'src/shop.ts': `export function ${name}Price(): number {\n  return 1;\n}\n` });
    await knap(tree.root, ['index'], { env: { KNAP_STORE: store, KNAP_WORKSPACE: `org/${name}@main` } });
  }
  env = { KNAP_STORE: store, KNAP_WORKSPACE: 'org/view0@main' };
});
afterAll(() => nowhere[Symbol.dispose]());

test('a server of six views answers about each of them over no more connections than a server of two', async () => {
  const ask = async (views: readonly string[]) => {
    const more = views.flatMap((name) => ['--workspace', `${name}=org/${name}@main`]);
    const { url } = await startServingIn(env, nowhere.root, ...more);
    const answers = await Promise.all(views.map((name) => post(`${url}/w/${name}/v1/query`, { query: 'Price' })));
    for (const [at, name] of views.entries()) expect(read(answers[at]!).text).toContain(`function ${name}Price`);
    const { text } = await send(`${url}/metrics`);
    return Number(/^knap_store_connections (\d+)$/m.exec(text)?.[1]);
  };
  const few = await ask(VIEWS.slice(0, 2));
  const many = await ask(VIEWS);
  // Connections of the first server are among those of the second.
  expect(many).toBeLessThanOrEqual(2 * few);
});

test('with a limit of one open view, six views asked in turn all answer, until they are closed', async () => {
  const limits = { enginesMax: 1, bytesMax: Number.MAX_SAFE_INTEGER };
  const open = createWorkerEngines({ limits });
  const views = VIEWS.map((name) => {
    const config = configSchema.parse({ store: env.KNAP_STORE, workspace: `org/${name}@main` });
    return { name, engine: open({ options: { root: nowhere.root }, config }) };
  });
  for (let round = 0; round < 2; round += 1)
    for (const { name, engine } of views)
      expect((await engine.query({ query: 'Price' })).results[0]?.entity.id).toContain(`${name}Price`);
  const gone = views.map(({ engine }) => engine.close());
  await Promise.all(gone);
  await expect(views[0]!.engine.query({ query: 'Price' })).rejects.toThrow('The engine is closed.');
});
