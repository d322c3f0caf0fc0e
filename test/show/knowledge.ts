import type { Engine } from '../../src/ports/engine.ts';
import type { ShowAnswer, ShowInput, ShowPage } from '../../src/ports/knowledge.ts';
import { type Files, makeWorld } from '../worlds/world.ts';

/** A document: frontmatter from fields, then its body. */
export function doc(fields: Readonly<Record<string, unknown>>, body = 'Text.'): string {
  const lines = Object.entries(fields).map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
  return `---\n${lines.join('\n')}\n---\n${body}\n`;
}

/** A document with an id and a name; the body is as long as is said. */
export function named(id: string, name: string, more: Readonly<Record<string, unknown>> = {}, body?: string): string {
  return doc({ 'lattice-id': id, name, ...more }, body);
}

/** Asks an engine on files of its own. */
export async function onWorld<Value>(files: Files, ask: (engine: Engine) => Promise<Value>): Promise<Value> {
  using world = makeWorld(files);
  const engine = await world.open();
  try {
    return await ask(engine);
  } finally {
    await engine.close();
  }
}

export function showIn(files: Files, input: ShowInput): Promise<ShowAnswer> {
  return onWorld(files, (engine) => engine.show(input));
}

/** `before < target > after, more`: the order of a page by names; a section is named by its title. */
export function orderOf({ before, target, after }: ShowPage): string {
  const names = (documents: ShowPage['before']) => documents.map(({ name, section }) => section ?? name).join(', ');
  return `${names(before)} < ${target.section ?? target.name} > ${names(after)}`.trim();
}

export function referencesOf({ references }: ShowPage): string {
  return references.map(({ name }) => name).join(', ');
}
