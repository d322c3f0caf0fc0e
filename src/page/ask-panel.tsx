// The form of the question: task, error, diff, aim, budget, lens, sources, pins and drops.
import { useState } from 'preact/hooks';
import { changeBetween } from './answers.ts';
import { QuietButton } from './parts/buttons.tsx';
import { countText, groupDigits, signedText } from './parts/short-texts.ts';
import { change, chooseCandidate } from './question-actions.ts';
import { page, usePage } from './state.ts';

export function AskPanel() {
  const question = usePage((state) => state.question);
  const choices = usePage((state) => state.choices);
  const submit = (event: Event) => {
    event.preventDefault();
    askTask(page.get().question.task);
  };
  return (
    <form class="ask" onSubmit={submit} aria-label="Question">
      <TaskField />
      <MoreTexts />
      <AimChoice />
      <BudgetSlider />
      <details class="fold">
        <summary>Lens and sources</summary>
        <label class="row" for="lens">
          Lens
          <select id="lens" value={question.lens} onChange={(event) => change({ lens: event.currentTarget.value })}>
            <option value="">chosen by the task</option>
            {choices?.lenses.map(({ name, description }) => (
              <option key={name} value={name} title={description}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <fieldset class="checks">
          <legend>Sources (none chosen: all)</legend>
          {choices?.sources.map((name) => (
            <label key={name}>
              <input
                type="checkbox"
                checked={question.sources.includes(name)}
                onChange={(event) =>
                  change({ sources: toggleName(question.sources, name, event.currentTarget.checked) })
                }
              />
              {name}
            </label>
          ))}
        </fieldset>
      </details>
      <PinnedAndDropped />
    </form>
  );
}

// Asks a task. On a narrow screen the answer is below the form, so this scrolls to it.
function askTask(task: string): void {
  change({ task });
  if (matchMedia('(max-width: 900px)').matches) document.querySelector('.tabs')?.scrollIntoView();
}

function TaskField() {
  const task = usePage((state) => state.question.task);
  const set = (text: string) => page.set({ question: { ...page.get().question, task: text } });
  return (
    <div class="task">
      <label for="task">Task</label>
      <textarea
        id="task"
        rows={4}
        value={task}
        placeholder="What are you about to do?"
        onInput={(event) => set(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
          event.preventDefault();
          askTask(event.currentTarget.value);
        }}
      />
      <button type="submit" class="main">
        Pack
      </button>
    </div>
  );
}

const TEXTS = [
  { key: 'error', label: 'Error or log' },
  { key: 'patch', label: 'Diff' },
] as const;

function MoreTexts() {
  const [texts, setTexts] = useState({ error: '', patch: '' });
  const given = usePage(({ question }) => `${question.error ? 'error ' : ''}${question.patch ? 'diff' : ''}`.trim());
  return (
    <details class="fold">
      <summary>Error or diff{given === '' ? '' : ` (${given} given)`}</summary>
      {TEXTS.map(({ key, label }) => (
        <label key={key} class="stacked">
          {label}
          <textarea
            rows={3}
            value={texts[key]}
            spellcheck={false}
            onInput={(event) => setTexts({ ...texts, [key]: event.currentTarget.value })}
            onChange={(event) => change({ [key]: event.currentTarget.value })}
          />
        </label>
      ))}
    </details>
  );
}

const toggleName = (names: readonly string[], name: string, isOn: boolean): readonly string[] =>
  isOn ? [...names, name] : names.filter((other) => other !== name);

/** Chooses the aim, and shows what each would add to the one before it. */
function AimChoice() {
  const aims = usePage((state) => state.choices?.aims ?? NONE);
  const chosen = usePage((state) => state.question.aim);
  const replies = usePage((state) => state.aims);
  const addedText = (index: number): string => {
    const reply = replies[aims[index]!];
    const below = replies[aims[index - 1]!];
    if (!reply) return ' ';
    if (index === 0 || !below || reply.data.blocks.length === 0) return `${groupDigits(reply.data.usage.used)} tokens`;
    const { added, tokens } = changeBetween(below.data, reply.data);
    return added.length === 0 ? 'adds nothing' : `+${countText(added.length, 'block')}, ${signedText(tokens)}`;
  };
  return (
    <fieldset class="aims">
      <legend>Aim</legend>
      {aims.map((aim, index) => (
        <label key={aim} class={aim === chosen ? 'chosen' : ''}>
          <input type="radio" name="aim" value={aim} checked={aim === chosen} onChange={() => change({ aim })} />
          <span>
            <kbd>{index + 1}</kbd> {aim}
          </span>
          <small>{addedText(index)}</small>
        </label>
      ))}
    </fieldset>
  );
}

const NONE: readonly string[] = [];

const LEAST = 500;
const MOST = 128_000;
const STEPS = 200;

/** A number field for the budget, and a slider with a logarithmic scale. */
function BudgetSlider() {
  const budget = usePage((state) => state.question.budget);
  const used = usePage((state) => state.answered?.reply.data.usage.used ?? null);
  const usedShare = used === null || budget === 0 ? 0 : Math.min(1, used / budget);
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
        aria-valuetext={`${groupDigits(budget)} tokens`}
        onInput={(event) => change({ budget: budgetAt(Number(event.currentTarget.value)) })}
      />
      <div class="meter" aria-hidden="true">
        <div style={{ width: `${100 * usedShare}%` }} />
      </div>
      <small>{used === null ? ' ' : `${groupDigits(used)} tokens used`}</small>
    </div>
  );
}

const GROWTH = Math.log(MOST / LEAST) / STEPS;

/** The budget of a step, rounded to two significant digits. */
function budgetAt(step: number): number {
  const tokens = LEAST * Math.exp(GROWTH * step);
  const unit = 10 ** (Math.floor(Math.log10(tokens)) - 1);
  return Math.round(tokens / unit) * unit;
}

function stepOf(budget: number): number {
  return Math.round(Math.min(STEPS, Math.max(0, Math.log(Math.max(budget, 1) / LEAST) / GROWTH)));
}

/** Lists pinned and dropped candidates with a button to undo each, and the effect of the last change. */
function PinnedAndDropped() {
  const { pin, drop } = usePage((state) => state.question);
  const chosen = [...pin.map((id) => ({ id, choice: 'pinned' })), ...drop.map((id) => ({ id, choice: 'dropped' }))];
  return (
    <div class="hands">
      {chosen.length > 0 && (
        <ul>
          {chosen.map(({ id, choice }) => (
            <li key={id}>
              <span class={`tag ${choice}`}>{choice}</span>
              <span class="path" title={id}>
                {id}
              </span>
              <QuietButton text="×" label={`Neither pin nor drop ${id}`} onClick={() => chooseCandidate(id, null)} />
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
  const effect = before && reply ? changeText(changeBetween(before.data, reply.data)) : '';
  return (
    <p class="effect" role="status" aria-label="What the last change did">
      {effect}
    </p>
  );
}

function changeText({ added, removed, tokens }: ReturnType<typeof changeBetween>): string {
  if (added.length + removed.length === 0 && tokens === 0) return 'Last change: the pack is the same.';
  const cameIn = added.length > 0 ? `${countText(added.length, 'block')} came in, ` : '';
  const wentOut = removed.length > 0 ? `${countText(removed.length, 'block')} went out, ` : '';
  return `Last change: ${cameIn}${wentOut}${signedText(tokens)} tokens.`;
}
