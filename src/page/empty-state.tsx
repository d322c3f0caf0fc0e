import type { Status } from '../ports/status.ts';
import { change } from './asking.ts';
import { look, type Reply } from './parts/api.ts';
import { counted } from './parts/number-words.ts';
import { useAsked } from './parts/use-asked.ts';
import { usePage } from './state.ts';

const EXAMPLES = [
  'Where is the configuration read?',
  'How are errors reported to the user?',
  'Which tests cover start-up?',
];

/** Before anything was asked: what is here, and what to do. */
export function EmptyState() {
  const isAsking = usePage((state) => state.isAsking);
  const isConnected = usePage((state) => state.choices !== null);
  const isReady = usePage((state) => state.choices?.isReady ?? false);
  const { answer } = useAsked(isConnected ? `status ${isReady}` : null, () => look<Reply<Status>>('/v1/status'));
  const status = answer?.data ?? null;
  if (isAsking) return <p class="hint">Packing…</p>;
  const files = status?.coverage.files ?? null;
  return (
    <div class="empty">
      <h2>See what the model will see, and why</h2>
      <p>Write a task, or paste an error or a diff, and press Enter.</p>
      {files === 0 && isReady && (
        <p>No file here can be packed. Look at .gitignore and .ctxignore, or open another folder: knap ui DIR</p>
      )}
      <ul class="examples">
        {EXAMPLES.map((task) => (
          <li key={task}>
            <button type="button" onClick={() => change({ task })}>
              {task}
            </button>
          </li>
        ))}
      </ul>
      {status && files !== null && files > 0 && (
        <p class="hint">
          {counted(files, 'file')}, {counted(status.symbols, 'symbol')} and{' '}
          {counted(status.coverage.history.commits, 'commit')} are indexed.
        </p>
      )}
    </div>
  );
}
