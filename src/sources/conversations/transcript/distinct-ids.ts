import type { Conversation } from '../conversation.ts';

/** The same ids, each once: what comes again gets `~2`, `~3` and so on. */
export function distinctIds(ids: readonly string[]): readonly string[] {
  const taken = new Set(ids);
  const given = new Set<string>();
  const next = new Map<string, number>();
  return ids.map((id) => {
    let name = id;
    let count = next.get(id) ?? 2;
    while (given.has(name) || (name !== id && taken.has(name))) name = `${id}~${count++}`;
    next.set(id, count);
    given.add(name);
    return name;
  });
}

/** Conversations whose ids are unique within their format, in the order given: for those of several files. */
export function withDistinctIds(conversations: readonly Conversation[]): readonly Conversation[] {
  const ids = distinctIds(conversations.map(({ format, id }) => `${format}/${id}`));
  return conversations.map((conversation, index) => {
    const id = ids[index]!.slice(conversation.format.length + 1);
    return id === conversation.id ? conversation : { ...conversation, id };
  });
}
