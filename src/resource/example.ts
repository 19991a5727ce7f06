// What the documentation and the contract tests know of bodies and records besides their schemas. It stands beside the
// schema rather than in it, so that the compiler holds the example against it. A deployment carries none of it: there
// `import.meta.documented` is false (see [define] in wrangler.toml), and the bundler drops these calls with their examples.
import * as z from 'zod';

declare global {
  interface ImportMeta {
    /** False in what is bundled for deployment, not set elsewhere. */
    readonly documented?: false;
  }
}

/** Gives a body a name in the documentation (none for those that are not in it) and an example. */
export function bodyExample<S extends z.ZodType>(schema: S, name: string | null, example: z.input<S>): void {
  if (import.meta.documented === false) return;
  z.globalRegistry.add(schema, { ...(name === null ? {} : { id: name }), examples: [example] });
}

/** Gives a part of bodies a name in the documentation, where several bodies have it. */
export function namePart(schema: z.ZodType, name: string): void {
  if (import.meta.documented === false) return;
  z.globalRegistry.add(schema, { id: name });
}

/** Gives a record an example. Its name is in its schema. */
export function recordExample<S extends z.ZodType>(schema: S, example: z.output<S>): void {
  if (import.meta.documented === false) return;
  z.globalRegistry.add(schema, { ...z.globalRegistry.get(schema), examples: [example] });
}

/** Gives a record an example in which `parts` are those of other records, which a deployment does not have. */
export function nestedExample<S extends z.ZodObject, P extends { [K in keyof z.output<S>]?: z.ZodType }>(
  schema: S,
  parts: P,
  rest: Omit<z.output<S>, keyof P>,
): void {
  if (import.meta.documented === false) return;
  const exampleAt = (field: string): unknown => {
    const part = parts[field as keyof P];
    return part ? exampleOf(part) : (rest as Record<string, unknown>)[field];
  };
  const made = Object.keys(schema.shape).map((field) => [field, exampleAt(field)]);
  recordExample(schema, Object.fromEntries(made) as z.output<S>);
}

/** Gives a record that another one is a part of its example: the other's, and what it has besides. */
export function widerExample<S extends z.ZodType, B extends z.ZodType>(
  schema: S,
  base: B,
  more: Omit<z.output<S>, keyof z.output<B>> & Partial<z.output<S>>,
): void {
  if (import.meta.documented === false) return;
  recordExample(schema, { ...(exampleOf(base) as object), ...more } as z.output<S>);
}

/** The example of a body or a record. Throws where there is none. */
export function exampleOf<S extends z.ZodType>(schema: S): z.input<S> {
  const example = (z.globalRegistry.get(schema)?.examples as readonly z.input<S>[] | undefined)?.[0];
  if (example === undefined) throw new Error('this schema has no example: see bodyExample and recordExample');
  return example;
}
