import { codeSpan, plainLine, quotation } from '../formats/markdown/escape.ts';
import type { Task } from '../model/task.ts';

/** TASK.md: what knap understood of the task, so that a person can correct it. */
export function taskPage(task: Task): string {
  return `${[
    '# Task',
    quotation(task.text),
    '## Analysis',
    bullets([
      `Change type: ${task.changeType}`,
      `Confidence: ${task.confidence.toFixed(2)}`,
      ...line(
        'Phrases',
        task.phrases.map((phrase) => codeSpan(phrase)),
      ),
    ]),
    ...section(
      'Keywords',
      task.keywords.map(
        ({ word, stem, weight }) => `${codeSpan(word)} (searched as ${codeSpan(stem)}, weight ${weight.toFixed(2)})`,
      ),
    ),
    ...section(
      'Domains',
      task.domains.map(
        ({ name, keywords, strength }) =>
          `${plainLine(name)} ${strength.toFixed(2)}: ${keywords.map(codeSpan).join(', ')}`,
      ),
    ),
    ...section(
      'Mentions',
      task.mentions.map(
        ({ kind, text, isExplicit }) => `${kind} ${codeSpan(text)}${isExplicit ? ', said outright' : ''}`,
      ),
    ),
    ...section('Stack traces', task.traces.flatMap(traceLines)),
    ...section(
      'Changes',
      task.changes.map(
        ({ path, status, lines }) =>
          `${status} ${codeSpan(path)}${lines.map(([first, last]) => ` ${first}-${last}`).join(',')}`,
      ),
    ),
    ...section('To be surer', task.suggestions.map(plainLine)),
    ...section('Notes', task.notes.map(plainLine)),
  ].join('\n\n')}\n`;
}

function traceLines(trace: Task['traces'][number]): readonly string[] {
  const head = `${trace.language}: ${trace.message === null ? 'no message' : codeSpan(trace.message)}`;
  return [
    head,
    ...trace.frames.map(
      (frame) =>
        `at ${codeSpan(`${frame.path}:${frame.line ?? '?'}`)}${frame.symbol === null ? '' : ` in ${codeSpan(frame.symbol)}`}`,
    ),
  ];
}

const bullets = (lines: readonly string[]): string => lines.map((text) => `- ${text}`).join('\n');
const line = (title: string, values: readonly string[]): readonly string[] =>
  values.length > 0 ? [`${title}: ${values.join(', ')}`] : [];

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length > 0 ? [`## ${title}`, bullets(lines)] : [];
}
