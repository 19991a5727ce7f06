// What the documentation and the contract tests know about bodies and records besides their schemas. It is
// beside the schema and not in it, so that the compiler checks the example. Deployments do not contain it:
// there `import.meta.documented` is false (see [define] in wrangler.toml), and the bundler drops these calls
// with their examples.
import * as z from 'zod';

declare global {
  interface ImportMeta {
    /** False in deployment bundles, otherwise unset. */
    readonly documented?: false;
  }
}

/** Gives a body an example, and a name in the documentation (null for bodies that are not in it). */
export function bodyExample<S extends z.ZodType>(schema: S, name: string | null, example: z.input<S>): void {
  if (import.meta.documented === false) return;
  z.globalRegistry.add(schema, { ...(name === null ? {} : { id: name }), examples: [example] });
}

/** Gives a part that several bodies share a name in the documentation. */
export function namePart(schema: z.ZodType, name: string): void {
  if (import.meta.documented === false) return;
  z.globalRegistry.add(schema, { id: name });
}

/** Gives a record an example. Its name is in its schema. */
export function recordExample<S extends z.ZodType>(schema: S, example: z.output<S>): void {
  if (import.meta.documented === false) return;
  z.globalRegistry.add(schema, { ...z.globalRegistry.get(schema), examples: [example] });
}

/**
 * Gives a record an example whose `parts` are examples of other records, which a deployment does not contain.
 */
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

/** Gives a record that extends another one its example: the other's, with the added fields. */
export function widerExample<S extends z.ZodType, B extends z.ZodType>(
  schema: S,
  base: B,
  more: Omit<z.output<S>, keyof z.output<B>> & Partial<z.output<S>>,
): void {
  if (import.meta.documented === false) return;
  recordExample(schema, { ...(exampleOf(base) as object), ...more } as z.output<S>);
}

/** The example of a body or a record. Throws when it has none. */
export function exampleOf<S extends z.ZodType>(schema: S): z.input<S> {
  const example = (z.globalRegistry.get(schema)?.examples as readonly z.input<S>[] | undefined)?.[0];
  if (example === undefined) throw new Error('this schema has no example: see bodyExample and recordExample');
  return example;
}
