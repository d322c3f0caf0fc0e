// Bars and tags that show how likely, how strong and how complete something is.
import type { Reason } from '../../model/candidate.ts';
import { type Level, percent } from '../../model/pack.ts';
import './bars.css';

/** Draws a share as a bar; the text beside it gives the number. */
function ShareBar({ share, isStrong = true }: { readonly share: number; readonly isStrong?: boolean }) {
  const width = `${Math.max(0, Math.min(1, share)) * 100}%`;
  return (
    <span class="share" aria-hidden="true">
      <span class={isStrong ? 'strong' : ''} style={{ width }} />
    </span>
  );
}

export function Likelihood({ value }: { readonly value: number | null | undefined }) {
  if (value === null || value === undefined) return <span class="likelihood">–</span>;
  return (
    <span class="likelihood" title="How likely the task needs it">
      <ShareBar share={value} />
      <span class="figure">{percent(value)}</span>
    </span>
  );
}

const LEVEL_WORDS = { full: 'whole', excerpt: 'excerpt', skeleton: 'signatures', reference: 'named' } as const;

/** A tag with how much of something is printed. */
export function LevelTag({ level }: { readonly level: Level | null | undefined }) {
  return <span class={`tag ${level ?? 'left-out'}`}>{level ? LEVEL_WORDS[level] : 'left out'}</span>;
}

/** Draws the contribution of each signal to a score, the strongest first. */
export function SignalBars({ reasons }: { readonly reasons: readonly Reason[] }) {
  const parts = reasons
    .map((reason) => ({ ...reason, part: reason.value * reason.weight }))
    .toSorted((a, b) => Math.abs(b.part) - Math.abs(a.part));
  const max = Math.max(Number.EPSILON, ...parts.map(({ part }) => Math.abs(part)));
  return (
    <table class="signals">
      <thead>
        <tr>
          <th>Signal</th>
          <th>Adds</th>
          <th>Because</th>
        </tr>
      </thead>
      <tbody>
        {parts.map(({ signal, part, because }, index) => (
          <tr key={`${signal}${index}`} class={part < 0 ? 'against' : ''}>
            <td>{signal}</td>
            <td class="amount">
              <ShareBar share={Math.abs(part) / max} isStrong={part >= 0} />
              <span class="figure">{part.toFixed(2)}</span>
            </td>
            <td>{because}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
