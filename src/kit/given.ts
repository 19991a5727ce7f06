// Bodies of which each field may be left out: what is undefined was not given.

/** The fields that were given. */
export function given<T extends object>(fields: T): Partial<T> {
  const said = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(said) as Partial<T>;
}

/** What is below, with what was given over it. */
export function over<T extends object>(below: T, above: { [K in keyof T]?: T[K] | undefined } = {}): T {
  return { ...below, ...given(above) } as T;
}

/** Whether a value is an object with names of its own, and no list. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
