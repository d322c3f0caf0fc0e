import { change } from '../asking.ts';
import { usePage } from '../state.ts';
import { grouped } from './number-words.ts';

const LEAST = 500;
const MOST = 128_000;
const STEPS = 200;

/** A slider on which each step is the same share more: of little budgets small steps, of large ones large. */
export function BudgetSlider() {
  const budget = usePage((state) => state.question.budget);
  const used = usePage((state) => state.answered?.reply.data.usage.used ?? null);
  const share = used === null || budget === 0 ? 0 : Math.min(1, used / budget);
  return (
    <div class="budget">
      <label for="budget">Budget</label>
      <input
        id="budget-number"
        aria-label="Budget in tokens"
        type="number"
        min={0}
        step={1}
        value={budget}
        onChange={(event) => change({ budget: Math.max(0, Math.round(event.currentTarget.valueAsNumber || 0)) })}
      />
      <input
        id="budget"
        type="range"
        min={0}
        max={STEPS}
        value={stepOf(budget)}
        aria-valuetext={`${grouped(budget)} tokens`}
        onInput={(event) => change({ budget: budgetAt(Number(event.currentTarget.value)) })}
      />
      <div class="meter" aria-hidden="true">
        <div style={{ width: `${100 * share}%` }} />
      </div>
      <small>{used === null ? ' ' : `${grouped(used)} tokens used`}</small>
    </div>
  );
}

const GROWTH = Math.log(MOST / LEAST) / STEPS;

/** Rounded to what one would say: two digits. */
function budgetAt(step: number): number {
  const tokens = LEAST * Math.exp(GROWTH * step);
  const unit = 10 ** (Math.floor(Math.log10(tokens)) - 1);
  return Math.round(tokens / unit) * unit;
}

function stepOf(budget: number): number {
  return Math.round(Math.min(STEPS, Math.max(0, Math.log(Math.max(budget, 1) / LEAST) / GROWTH)));
}
