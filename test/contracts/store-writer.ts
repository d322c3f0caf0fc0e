// Writes batches into a store from a process of its own: `store-writer.ts PATH NAME BATCHES`, a line after each.
import { openSqliteStore } from '../../src/stores/index.ts';
import { commit, content, edge, file } from './store-samples.ts';

const BATCH_FILES = 20;
const [path = '', name = '', batches = ''] = process.argv.slice(2);

const store = openSqliteStore({ path, segmentsMax: 4 });
for (let batch = 1; batch <= Number(batches); batch += 1) {
  const numbers = Array.from({ length: BATCH_FILES }, (_, at) => batch * BATCH_FILES + at);
  await store.apply({
    contents: numbers.map((n) => content(`h${n}`, `shared word${n}\ndef name${n}`)),
    upsert: numbers.map((n) => file(`${name}/f${n}`, `h${n}`)),
    edges: numbers.map((n) => edge(`${name}/f${n}`, `${name}/f${n}`)),
    commits: [commit(`c${batch}`, batch * 1000, ['f'])],
    meta: { [name]: String(batch) },
  });
  process.stdout.write(`${batch}\n`);
}
await store.close();
