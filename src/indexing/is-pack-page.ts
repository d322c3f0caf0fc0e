// How the pages that knap writes begin: of a printed pack in each format, and of a folder that --out made.
const BEGINNINGS: readonly RegExp[] = [
  /^(?:# Context Pack\n\n## Task\n)?>.*\n(?:[\s\S]*\n)?### .+@[0-9a-f]{6}: /,
  /^# Context Pack\n\n## Task\n>/,
  /^TASK\n {2}(?:[\s\S]*\n)?FILE .+@[0-9a-f]{6}: /,
  /^<pack>\n<task>/,
  /^\{\s*"version":\s*1,\s*"task":\s*\{\s*"text":\s*"/,
  /^# Task\n\n>[\s\S]*\n## Analysis\n\n- Change type: /,
  /^# Files\n\n1\. `[^`\n]+` -?\d+\.\d\d \(/,
  /^# Dependency graph\n\n```text\n/,
  /^# `[^`\n]+`\n\n(?:```[^\n]*\n[\s\S]{0,3000}?\n```\n\n)?## [^\n]+ · sha [0-9a-f]{6}\n/,
];
const LOOKED_AT_CHARACTERS = 4000;

/** Whether knap wrote this text itself: a pack that lies in the tree would else answer its own question the next time. */
export function isPackPage(text: string): boolean {
  const head = text.slice(0, LOOKED_AT_CHARACTERS);
  return BEGINNINGS.some((beginning) => beginning.test(head));
}
