const ISO = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?) ?(Z|[+-]\d{2}:?\d{2})?)?$/i;

/** Milliseconds of a date in ISO 8601, in universal time where no zone is given; null for any other text. */
export function isoMilliseconds(text: string): number | null {
  const match = ISO.exec(text.trim());
  if (match === null) return null;
  const [, day, time = '00:00', zone = 'Z'] = match;
  const milliseconds = Date.parse(`${day}T${time}${zone.toUpperCase()}`);
  return Number.isNaN(milliseconds) ? null : milliseconds;
}
