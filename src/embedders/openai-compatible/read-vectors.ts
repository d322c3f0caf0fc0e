import * as z from 'zod';

const answerSchema = z.object({
  data: z.array(z.object({ index: z.int().min(0), embedding: z.array(z.number()).min(1) })),
});

/** The vectors of a server's answer, in the order of the texts, brought to length one. */
export function readVectors(answer: unknown, count: number): readonly Float32Array[] {
  const parsed = answerSchema.safeParse(answer);
  if (!parsed.success) throw new Error('the server answered with something that holds no vectors');
  const { data } = parsed.data;
  const byIndex = new Map(data.map(({ index, embedding }) => [index, embedding]));
  const vectors = Array.from({ length: count }, (_, index) => byIndex.get(index));
  const given = vectors.filter((vector) => vector !== undefined);
  if (given.length !== count) throw new Error(`the server gave ${data.length} vectors for ${count} texts`);
  const dimensions = given[0]?.length;
  const other = given.find((vector) => vector.length !== dimensions);
  if (other) throw new Error(`the server gave vectors of ${dimensions} and of ${other.length} numbers`);
  return given.map(toUnitLength);
}

function toUnitLength(values: readonly number[]): Float32Array {
  const length = Math.sqrt(values.reduce((sum, value) => sum + value * value, 0)) || 1;
  return Float32Array.from(values, (value) => value / length);
}
