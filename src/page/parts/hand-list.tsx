import { changeBetween } from '../answers.ts';
import { setHand } from '../asking.ts';
import { usePage } from '../state.ts';
import { counted, signed } from './number-words.ts';

/** What was pinned and dropped by hand, each with a way back, and what the last change did. */
export function HandList() {
  const { pin, drop } = usePage((state) => state.question);
  const hands = [...pin.map((id) => ({ id, hand: 'pinned' })), ...drop.map((id) => ({ id, hand: 'dropped' }))];
  return (
    <div class="hands">
      {hands.length > 0 && (
        <ul>
          {hands.map(({ id, hand }) => (
            <li key={id}>
              <span class={`tag ${hand}`}>{hand}</span>
              <span class="path" title={id}>
                {id}
              </span>
              <button
                type="button"
                class="quiet"
                aria-label={`Neither pin nor drop ${id}`}
                onClick={() => setHand(id, null)}
              >
                ×
              </button>
            </li>
          ))}
        </ul>
      )}
      <LastChange />
    </div>
  );
}

function LastChange() {
  const before = usePage((state) => state.before);
  const reply = usePage((state) => state.answered?.reply ?? null);
  const said = before && reply ? changeText(changeBetween(before.data, reply.data)) : '';
  return (
    <p class="effect" role="status" aria-label="What the last change did">
      {said}
    </p>
  );
}

function changeText({ added, removed, tokens }: ReturnType<typeof changeBetween>): string {
  if (added.length + removed.length === 0 && tokens === 0) return 'Last change: the pack is the same.';
  const parts = [
    ...(added.length > 0 ? [`${counted(added.length, 'block')} came in`] : []),
    ...(removed.length > 0 ? [`${counted(removed.length, 'block')} went out`] : []),
    `${signed(tokens)} tokens`,
  ];
  return `Last change: ${parts.join(', ')}.`;
}
