import { redactName } from '../../reading/redaction/redact.ts';

/** What a page is called and known by. */
export interface PageName {
  readonly id: string;
  readonly name: string;
  /** The day of a journal, as time of its beginning; null for other pages. */
  readonly dayMs: number | null;
}

/** Names are one, whatever their case and the spaces around them. */
export const keyOfName = (name: string): string => name.trim().replace(/\s+/g, ' ').toLowerCase().normalize('NFC');

// A name that holds a secret is no id.
export const pageId = (name: string): string => `page:${keyOfName(redactName(name))}`;

/** The name of a page whose file does not give it a title: `a___b%3F.md` is the page `a/b?`. */
export function pageNameOf(path: string, title: string | null): PageName {
  const name = title ?? decoded(stemOf(path)).replaceAll('___', '/');
  return { id: pageId(name), name, dayMs: null };
}

/** A journal is known by its day; null when its name is none. */
export function journalNameOf(path: string): PageName | null {
  const [, year, month, day] = /^(\d{4})[_.-](\d\d)[_.-](\d\d)$/.exec(stemOf(path)) ?? [];
  if (day === undefined) return null;
  const dayMs = Date.UTC(Number(year), Number(month) - 1, Number(day));
  const name = new Date(dayMs).toISOString().slice(0, 10);
  return name === `${year}-${month}-${day}` ? { id: `journal:${name}`, name, dayMs } : null;
}

/** How a journal's day may be written in a reference, beside its own name. */
export function daySpellings(dayMs: number): readonly string[] {
  const date = new Date(dayMs);
  const day = date.getUTCDate();
  const year = date.getUTCFullYear();
  const month = MONTHS[date.getUTCMonth()]!;
  const iso = date.toISOString().slice(0, 10);
  const days = [`${day}${ordinal(day)}`, String(day)];
  const names = [month.slice(0, 3), month];
  return [
    ...names.flatMap((name) => days.map((written) => `${name} ${written}, ${year}`)),
    ...names.flatMap((name) => days.map((written) => `${written} ${name} ${year}`)),
    ...['_', '/', '.', ''].map((separator) => iso.replaceAll('-', separator)),
  ];
}

const MONTHS = 'January February March April May June July August September October November December'.split(' ');
const ENDINGS: Readonly<Record<number, string>> = { 1: 'st', 2: 'nd', 3: 'rd' };
const ordinal = (day: number): string => (day > 10 && day < 14 ? 'th' : (ENDINGS[day % 10] ?? 'th'));

const stemOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1).replace(/\.[^.]+$/, '');

function decoded(stem: string): string {
  // One sequence at a time: a name may hold a percent sign of its own.
  return stem.replace(/(?:%[0-9a-f]{2})+/gi, (code) => {
    try {
      return decodeURIComponent(code);
    } catch {
      return code;
    }
  });
}
