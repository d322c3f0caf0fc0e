import * as z from 'zod';

// The shapes of the Local API, as far as they are used; what it says beyond them is left alone.

export const healthAnswer = z.object({ status: z.enum(['ok', 'degraded']), nodeSpaceReady: z.boolean() });

export const workspacesAnswer = z.array(z.object({ id: z.string().min(1), name: z.string() }));

const tag = z.object({ id: z.string(), name: z.string() });

export const tagsAnswer = z.array(tag);

const listed = {
  id: z.string().min(1),
  name: z.string(),
  tags: z.array(tag),
  docType: z.string(),
  description: z.string().nullish(),
  created: z.string(),
  inTrash: z.boolean(),
};

const foundNode = z.object({ ...listed, breadcrumb: z.array(z.string()) });
export const searchAnswer = z.array(foundNode);
export type ListedNode = z.output<typeof foundNode>;

const childNode = z.object({ ...listed, childCount: z.number() });
export const childrenAnswer = z.object({
  children: z.array(childNode),
  total: z.int().min(0),
  hasMore: z.boolean(),
});
export type ChildNode = z.output<typeof childNode>;

export const nodeAnswer = z.object({
  markdown: z.string(),
  name: z.string().nullish(),
  description: z.string().nullish(),
});
