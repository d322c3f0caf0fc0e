/** What the methods of a controller are called by custom, by the request they answer. */
const ACTIONS: Readonly<Record<string, readonly string[]>> = {
  GET: ['index', 'show', 'list', 'findAll', 'findOne'],
  POST: ['store', 'create'],
  PUT: ['update'],
  PATCH: ['update'],
  DELETE: ['destroy', 'delete', 'remove'],
};

/** Names of methods that by custom answer the requests a text speaks of. */
export function actionsOf(text: string): readonly string[] {
  return Object.entries(ACTIONS).flatMap(([verb, names]) => (text.split(/\W+/).includes(verb) ? names : []));
}
