// Bodies of requests: as they were sent, and with one error.

/** A sent body as a value that a schema can parse. */
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

/** The same body with one error: an extra field, or one that is missing, odd or of another type. */
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
