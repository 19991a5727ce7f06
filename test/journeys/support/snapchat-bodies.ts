// Bodies of requests: as they went out, and as nobody should send them.

/** What was sent, as a value that a schema reads. */
export function bodyOf(body: RequestInit['body']): unknown {
  if (body instanceof FormData)
    return Object.fromEntries(
      [...body].map(([name, value]) => [
        name,
        value instanceof File ? { name: value.name, size: value.size, type: value.type } : value,
      ]),
    );
  if (body instanceof URLSearchParams) return Object.fromEntries(body);
  return typeof body === 'string' ? JSON.parse(body) : undefined;
}

/** The same with one thing wrong: a field too many, or one that is missing, strange or of another kind. */
export function bends(item: object): object[] {
  const fields = Object.entries(item);
  return [
    { ...item, colour: 'blue' },
    ...fields.map(([name]) => Object.fromEntries(fields.filter(([other]) => other !== name))),
    ...fields.map(([name]) => ({ ...item, [name]: 'nonsense' })),
    ...fields.map(([name]) => ({ ...item, [name]: 7 })),
    ...fields.map(([name]) => ({ ...item, [name]: {} })),
  ];
}
