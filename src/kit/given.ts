// Helpers for bodies whose fields are optional: undefined means that a field was not given.

/** The fields that were given. */
export function given<T extends object>(fields: T): Partial<T> {
  const said = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(said) as Partial<T>;
}

/** The fields of `below`, replaced by those that were given in `above`. */
export function over<T extends object>(below: T, above: { [K in keyof T]?: T[K] | undefined } = {}): T {
  return { ...below, ...given(above) } as T;
}

/** Whether a value is an object and not a list. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
