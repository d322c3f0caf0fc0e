import type { ServerContext } from '@modelcontextprotocol/server';
import type { CallOptions, Progress } from '../../ports/engine.ts';

const EVERY_MS = 100;
// What is done for a question, in this order.
const STAGES: readonly Progress['stage'][] = ['scan', 'parse', 'link', 'history'];
const STAGE_WIDTH = 100;

/** What an agent's request says about how it wants to be answered. */
export function callOptionsOf({ mcpReq }: ServerContext): CallOptions {
  const token = mcpReq._meta?.progressToken;
  const { signal } = mcpReq;
  return token === undefined ? { signal } : { signal, onProgress: progressTo(mcpReq, token) };
}

// Progress only ever grows, as the protocol demands; a stage that begins again waits until it has something new to say.
function progressTo(mcpReq: ServerContext['mcpReq'], progressToken: string | number): (progress: Progress) => void {
  let lastMs = Number.NEGATIVE_INFINITY;
  let last = 0;
  return ({ stage, done, total }) => {
    const share = total > 0 ? Math.min(1, done / total) : 0;
    const progress = (STAGES.indexOf(stage) + share) * STAGE_WIDTH;
    const nowMs = performance.now();
    if (progress <= last || nowMs - lastMs < EVERY_MS) return;
    lastMs = nowMs;
    last = progress;
    const message = `${stage} ${done}${total > 0 ? `/${total}` : ''}`;
    const params = { progressToken, progress, total: STAGES.length * STAGE_WIDTH, message };
    // Whoever has gone needs no progress.
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
  };
}
