import { expect, onTestFinished, test, vi } from 'vitest';
import { AWAY, listen } from '../../src/page/parts/api.ts';

test('the page reports a broken event stream as a server that cannot be reached', async () => {
  onTestFinished(() => void vi.unstubAllGlobals());
  const broken = new ReadableStream({ start: (controller) => controller.error(new TypeError('network error')) });
  vi.stubGlobal('sessionStorage', { getItem: () => null });
  vi.stubGlobal('fetch', async () => new Response(broken));
  await expect(listen(() => undefined, new AbortController().signal)).rejects.toMatchObject({ code: AWAY });
});
