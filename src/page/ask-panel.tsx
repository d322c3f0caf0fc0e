import { useState } from 'preact/hooks';
import { change } from './asking.ts';
import { AimChoice } from './parts/aim-choice.tsx';
import { BudgetSlider } from './parts/budget-slider.tsx';
import { HandList } from './parts/hand-list.tsx';
import { page, usePage } from './state.ts';

/** What is asked: task, error, diff, aim, budget, lens, sources. */
export function AskPanel() {
  const question = usePage((state) => state.question);
  const choices = usePage((state) => state.choices);
  const submit = (event: Event) => {
    event.preventDefault();
    change({ task: page.get().question.task });
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
            <option value="">as the task says</option>
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
                onChange={(event) => change({ sources: toggled(question.sources, name, event.currentTarget.checked) })}
              />
              {name}
            </label>
          ))}
        </fieldset>
      </details>
      <HandList />
    </form>
  );
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
          change({ task: event.currentTarget.value });
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

const toggled = (names: readonly string[], name: string, isOn: boolean): readonly string[] =>
  isOn ? [...names, name] : names.filter((one) => one !== name);
