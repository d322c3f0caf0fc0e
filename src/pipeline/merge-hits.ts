import type { Candidate } from '../model/candidate.ts';
import { entityId } from '../model/entity.ts';
import type { Signal } from '../model/signal.ts';
import { byText } from '../model/terms.ts';
import type { Hit } from '../ports/signal-finder.ts';

/** A hit and the kind of evidence it is. */
export interface FoundHit {
  readonly kind: string;
  readonly hit: Hit;
}

/** Adds hits to candidates: one candidate a file, one signal a kind (the strongest; their evidence joined). */
export function mergeHits(known: readonly Candidate[], found: readonly FoundHit[]): readonly Candidate[] {
  const candidates = new Map(known.map((candidate) => [candidate.path, candidate]));
  for (const { kind, hit } of found) {
    const before = candidates.get(hit.path);
    candidates.set(hit.path, {
      id: entityId(hit.path),
      path: hit.path,
      signals: withSignal(before?.signals ?? [], kind, hit),
      distance: before?.distance ?? hit.distance ?? 0,
      via: before?.via ?? hit.via ?? [],
    });
  }
  return [...candidates.values()].sort((a, b) => byText(a.path, b.path));
}

/** Answers of finders side by side; one that failed becomes a note instead of a silent gap. */
export function settle(kinds: readonly string[], answers: readonly PromiseSettledResult<readonly Hit[]>[]) {
  const found: FoundHit[] = [];
  const notes: string[] = [];
  for (const [index, answer] of answers.entries()) {
    const kind = kinds[index]!;
    if (answer.status === 'fulfilled') found.push(...answer.value.map((hit) => ({ kind, hit })));
    else
      notes.push(
        `${kind} could not be looked for: ${answer.reason instanceof Error ? answer.reason.message : String(answer.reason)}`,
      );
  }
  return { found, notes };
}

function withSignal(signals: readonly Signal[], kind: string, hit: Hit): readonly Signal[] {
  const same = signals.find((signal) => signal.kind === kind);
  const stronger = !same || hit.value > same.value ? hit : same;
  const evidence = [...(same?.evidence ?? []), ...(hit.evidence ?? [])];
  const signal: Signal = {
    kind,
    value: stronger.value,
    // Asked for of what is shown, and of nothing else.
    get because() {
      return stronger.because;
    },
    ...(evidence.length > 0 ? { evidence } : {}),
  };
  return [...signals.filter((other) => other !== same), signal];
}
