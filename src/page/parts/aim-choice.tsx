import { changeBetween } from '../answers.ts';
import { change } from '../asking.ts';
import { usePage } from '../state.ts';
import { counted, grouped, signed } from './number-words.ts';

/** How much is enough, and what each step up would add. */
export function AimChoice() {
  const aims = usePage((state) => state.choices?.aims ?? NONE);
  const chosen = usePage((state) => state.question.aim);
  const replies = usePage((state) => state.aims);
  const added = (at: number): string => {
    const own = replies[aims[at]!];
    const below = replies[aims[at - 1]!];
    if (!own) return ' ';
    if (at === 0 || !below || own.data.blocks.length === 0) return `${grouped(own.data.usage.used)} tokens`;
    const { added, tokens } = changeBetween(below.data, own.data);
    return added.length === 0 ? 'adds nothing' : `+${counted(added.length, 'block')}, ${signed(tokens)}`;
  };
  return (
    <fieldset class="aims">
      <legend>Aim</legend>
      {aims.map((aim, at) => (
        <label key={aim} class={aim === chosen ? 'chosen' : ''}>
          <input type="radio" name="aim" value={aim} checked={aim === chosen} onChange={() => change({ aim })} />
          <span>
            <kbd>{at + 1}</kbd> {aim}
          </span>
          <small>{added(at)}</small>
        </label>
      ))}
    </fieldset>
  );
}

const NONE: readonly string[] = [];
