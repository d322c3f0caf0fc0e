const UNKNOWN = 0.5;
const DAY_MS = 86_400_000;

/** 1 for now and the future, half of it after every half-life; the middle where nobody knows. */
export function recencyOf(touchedMs: number | null, clock: Clock): number {
  if (touchedMs === null || !Number.isFinite(touchedMs)) return UNKNOWN;
  const ageDays = (clock.nowMs - touchedMs) / DAY_MS;
  return ageDays <= 0 ? 1 : 0.5 ** (ageDays / clock.halfLifeDays);
}

export interface Clock {
  readonly nowMs: number;
  readonly halfLifeDays: number;
}
