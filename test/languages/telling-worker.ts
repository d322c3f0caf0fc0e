// Stands before the real worker and tells that it was started.
const started = new BroadcastChannel('knap-test-threads');
started.postMessage('started');
started.close();
await import('../../src/sources/code/parse/parse-worker.ts');
