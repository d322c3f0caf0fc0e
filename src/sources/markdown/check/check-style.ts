import type { Finding } from './finding.ts';
import { styleFaults } from './style-faults.ts';

/** Headings, lists and addresses written otherwise than the rest (W007–W009). */
export function checkStyle(path: string, text: string): readonly Finding[] {
  return styleFaults(text).map(({ code, line, message, splices }) => ({
    code,
    path,
    line,
    message,
    isFixable: splices.length > 0,
  }));
}
