import { DEFAULTS } from '../../src/config/defaults.ts';
import { configSchema } from '../../src/config/schema.ts';
import { openParts } from '../../src/engine/open/open-parts.ts';
import { indexWorkspace } from '../../src/indexing/index-workspace.ts';
import { openSqliteStore } from '../../src/stores/index.ts';
import { LIMITS } from './limits.ts';
import { talksOf } from './tree.ts';

// A process of its own, which indexes a folder and is dead in the middle of it: nothing is closed, nothing is said.
const [root = '', path = '', after = '1', nowMs = '0'] = process.argv.slice(2);
const config = configSchema.parse({ conversations: [{ folder: talksOf(root), workspace: root }] });
const opened = await openParts(root, config, () => Number(nowMs));
await opened.store.close();
let told = 0;
const onProgress = () => {
  if (++told >= Number(after)) process.kill(process.pid, 'SIGKILL');
};
const store = openSqliteStore({ path, ...LIMITS });
await indexWorkspace({ ...opened, store }, { ...DEFAULTS.indexing, batchFiles: 3, onProgress });
process.kill(process.pid, 'SIGKILL');
