// A lens says which edges a walk follows and how deep. This list holds the built-in ones; a new one is a row here.
import type { Lens } from '../model/edge.ts';

export const LENSES = [
  {
    name: 'general',
    description: 'What is related, within a few steps.',
    edges: ['imports', 'calls', 'tests', 'references', 'framework', 'changed-with', 'child', 'parent', 'field'],
    depthMax: 3,
    liftRoles: [],
    boostTags: [],
    fields: [],
  },
  {
    name: 'coding',
    description: 'Code that uses or is used, with its tests and its documents.',
    edges: ['imports', 'calls', 'tests', 'references', 'framework', 'field'],
    depthMax: 3,
    liftRoles: ['test'],
    boostTags: ['spec', 'architecture', 'code', 'decision'],
    fields: ['status', 'priority', 'assignee'],
  },
  {
    name: 'writing',
    description: 'Documents and what they refer to.',
    edges: ['child', 'references'],
    depthMax: 2,
    liftRoles: ['docs', 'example'],
    boostTags: ['note', 'draft', 'writing', 'article'],
    fields: [],
  },
  {
    name: 'planning',
    description: 'Goals, tasks and what blocks them.',
    edges: ['child', 'field', 'blocks'],
    depthMax: 4,
    liftRoles: ['docs'],
    boostTags: ['goal', 'milestone', 'task', 'project'],
    fields: ['due', 'status', 'blocked-by'],
  },
  {
    name: 'meeting-prep',
    description: 'People, meetings and open actions.',
    edges: ['references', 'child'],
    depthMax: 2,
    liftRoles: ['docs'],
    boostTags: ['person', 'meeting', 'action', 'agenda'],
    fields: ['attendees', 'date', 'status'],
  },
] as const satisfies readonly Lens[];

/** Lists the built-in lenses, then the user's own. */
export function allLenses(own: Readonly<Record<string, Omit<Lens, 'name'>>>): readonly Lens[] {
  return [...LENSES, ...Object.entries(own).map(([name, lens]) => ({ name, ...lens }))];
}
