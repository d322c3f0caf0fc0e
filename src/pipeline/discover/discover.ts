// The stages that collect candidates: signal finders find files, expand from the strongest, and measure candidates.
import type { Candidate, Signal } from '../../model/candidate.ts';
import { entityId } from '../../model/entity.ts';
import { messageOf } from '../../model/errors.ts';
import { byText } from '../../model/terms.ts';
import type { Hit, Question, SignalFinder } from '../../ports/signal-finder.ts';

interface Discovery {
  readonly candidates: readonly Candidate[];
  /** Finders that failed, and why. */
  readonly notes: readonly string[];
}

/** Asks the finders which files the task alone leads to, and merges the answers by file. */
export function discover(question: Question, finders: readonly SignalFinder[]): Promise<Discovery> {
  return askFinders(question, finders, [], (finder) => finder.find?.(question));
}

/** Asks the finders for files related to the strongest candidates; `strength` rates the evidence so far. */
export function traverse(
  question: Question,
  candidates: readonly Candidate[],
  finders: readonly SignalFinder[],
  { strength, seedsMax }: { readonly strength: (candidate: Candidate) => number; readonly seedsMax: number },
): Promise<Discovery> {
  const rated = candidates.map((candidate) => ({ candidate, strength: strength(candidate) }));
  rated.sort((a, b) => b.strength - a.strength || byText(a.candidate.path, b.candidate.path));
  const seeds = rated.slice(0, seedsMax).map(({ candidate }) => candidate);
  return askFinders(question, finders, candidates, (finder) => finder.expand?.(question, seeds));
}

export function measure(
  question: Question,
  candidates: readonly Candidate[],
  finders: readonly SignalFinder[],
): Promise<Discovery> {
  const paths = candidates.map(({ path }) => path);
  return askFinders(question, finders, candidates, (finder) => finder.measure?.(question, paths));
}

/** A hit with its kind of evidence. */
type KindHit = { readonly kind: string; readonly hit: Hit };

// Finders answer side by side; one that fails becomes a note instead of a silent gap.
async function askFinders(
  question: Question,
  finders: readonly SignalFinder[],
  candidates: readonly Candidate[],
  ask: (finder: SignalFinder) => Promise<readonly Hit[]> | undefined,
): Promise<Discovery> {
  const asked = finders.flatMap((finder) => {
    const answer = finder.applies(question) ? ask(finder) : undefined;
    return answer ? [{ kind: finder.kind, answer }] : [];
  });
  const answers = await Promise.allSettled(asked.map(({ answer }) => answer));
  const hits: KindHit[] = [];
  const notes: string[] = [];
  for (const [index, answer] of answers.entries()) {
    const { kind } = asked[index]!;
    if (answer.status === 'fulfilled') hits.push(...answer.value.map((hit) => ({ kind, hit })));
    else notes.push(`${kind} could not be looked for: ${messageOf(answer.reason)}`);
  }
  return { candidates: mergeHits(candidates, hits), notes };
}

/** Adds hits to candidates: one for each file, with one signal for each kind (the strongest; their evidence joined). */
function mergeHits(before: readonly Candidate[], hits: readonly KindHit[]): readonly Candidate[] {
  const candidates = new Map(before.map((candidate) => [candidate.path, candidate]));
  for (const { kind, hit } of hits) {
    const same = candidates.get(hit.path);
    candidates.set(hit.path, {
      id: entityId(hit.path),
      path: hit.path,
      signals: withSignal(same?.signals ?? [], kind, hit),
      distance: same?.distance ?? hit.distance ?? 0,
      via: same?.via ?? hit.via ?? [],
    });
  }
  return [...candidates.values()].sort((a, b) => byText(a.path, b.path));
}

function withSignal(signals: readonly Signal[], kind: string, hit: Hit): readonly Signal[] {
  const same = signals.find((signal) => signal.kind === kind);
  const stronger = !same || hit.value > same.value ? hit : same;
  const evidence = [...(same?.evidence ?? []), ...(hit.evidence ?? [])];
  const signal: Signal = {
    kind,
    value: stronger.value,
    // The reason is a getter, because finders compute it on demand and few are shown.
    get because() {
      return stronger.because;
    },
    ...(evidence.length > 0 ? { evidence } : {}),
  };
  return [...signals.filter((other) => other !== same), signal];
}
