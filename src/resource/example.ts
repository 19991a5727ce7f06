// What the documentation and the contract tests know of a body besides its schema. Said beside the schema rather than
// in it, so that the compiler holds the example against it.
import * as z from 'zod';

/** Gives a body a name in the documentation (none for those that are not in it) and an example. */
export function bodyExample<S extends z.ZodType>(schema: S, name: string | null, example: z.input<S>): void {
  z.globalRegistry.add(schema, { ...(name === null ? {} : { id: name }), examples: [example] });
}

/** Gives a part of bodies a name in the documentation, where several bodies have it. */
export function namePart(schema: z.ZodType, name: string): void {
  z.globalRegistry.add(schema, { id: name });
}

/** The example of a body. Throws where there is none. */
export function exampleOf<S extends z.ZodType>(schema: S): z.input<S> {
  const example = (z.globalRegistry.get(schema)?.examples as readonly z.input<S>[] | undefined)?.[0];
  if (example === undefined) throw new Error('this body has no example: see bodyExample');
  return example;
}
