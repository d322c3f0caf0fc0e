/** Elements in which clients wrap what they add to a person's words; a person's own text stands after or before them. */
const CLIENT_TAGS = [
  'system-reminder',
  'command-name',
  'command-message',
  'command-contents',
  'local-command-stdout',
  'local-command-stderr',
  'local-command-caveat',
  'task-notification',
  'bash-input',
  'bash-stdout',
  'bash-stderr',
  'ide_opened_file',
  'ide_selection',
  'ide_diagnostics',
  'environment_context',
  'user_instructions',
  'user_action',
  'turn_aborted',
  'INSTRUCTIONS',
  'permissions instructions',
  'collaboration_mode',
  'skills_instructions',
  'apps_instructions',
  'plugins_instructions',
];
const REMINDER = ['<system-reminder>', '</system-reminder>'] as const;
const ARGUMENTS = /^<command-args>([\s\S]*?)<\/command-args>/;
const INSTRUCTIONS_HEADING = /^# AGENTS\.md instructions\b[^\n]*\n\s*(?=<INSTRUCTIONS>)/;

/** What a person said, without what the client put around it; empty when the client said it all. */
export function withoutClientTags(text: string): string {
  let rest = text.trim();
  // Each turn takes away at least one element, so this ends.
  for (let before = ''; rest !== before; ) {
    before = rest;
    rest = withoutLeading(rest).trim();
  }
  return withoutReminderAtEnd(rest);
}

function withoutLeading(text: string): string {
  const heading = INSTRUCTIONS_HEADING.exec(text);
  if (heading) return text.slice(heading[0].length);
  const given = ARGUMENTS.exec(text);
  // What follows a slash command are the person's words.
  if (given) return `${given[1]!.trim()}\n${text.slice(given[0].length)}`;
  const tag = CLIENT_TAGS.find((name) => text.startsWith(`<${name}>`));
  if (tag === undefined) return text;
  const end = text.indexOf(`</${tag}>`);
  return end === -1 ? text : text.slice(end + tag.length + 3);
}

function withoutReminderAtEnd(text: string): string {
  const [opening, closing] = REMINDER;
  const start = text.endsWith(closing) ? text.lastIndexOf(opening) : -1;
  return start === -1 ? text : text.slice(0, start).trimEnd();
}
