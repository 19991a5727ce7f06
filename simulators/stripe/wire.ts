// Stripe's wire format: form bodies with nested brackets in, JSON objects and error objects out.

export type Tree = { [name: string]: string | Tree };

export interface ErrorBody {
  /** The type in version 1: api_error, card_error, idempotency_error, invalid_request_error. Version 2 has more, or none. */
  type?: string | undefined;
  code?: string;
  decline_code?: string;
  message: string;
  param?: string;
  payment_intent?: unknown;
  payment_method?: unknown;
  setup_intent?: unknown;
  charge?: string;
}

/** What Stripe answers instead of an object. */
export class Failure extends Error {
  readonly status: number;
  readonly body: { error: ErrorBody };
  constructor(status: number, error: ErrorBody) {
    super(error.message);
    this.status = status;
    this.body = { error: { type: 'invalid_request_error', ...error } };
  }
  response(headers: HeadersInit = {}): Response {
    return Response.json(this.body, { status: this.status, headers });
  }
}

export function failure(status: number, error: ErrorBody): Failure {
  return new Failure(status, error);
}

/** 400 with a code, as for nearly everything that Stripe refuses. */
export function refuse(message: string, code?: string, param?: string): Failure {
  return new Failure(400, { message, ...(code ? { code } : {}), ...(param ? { param } : {}) });
}

/** `a[b][0]=x` as { a: { b: { 0: 'x' } } }; `a[]=x` counts up. Throws a Failure on a malformed name. */
export function parseForm(text: string): Tree {
  const root: Tree = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const parts = [...name.matchAll(/^[^[\]]+|\[([^[\]]*)\]/g)].map((match) => match[1] ?? match[0]);
    if (parts.length === 0 || parts[0] === '[]') throw refuse(`Invalid parameter name: ${name}`);
    let at = root;
    for (const [index, part] of parts.entries()) {
      const key = part === '' ? String(Object.keys(at).length) : part;
      if (key === '__proto__') throw refuse(`Received unknown parameter: ${name}`, 'parameter_unknown', name);
      if (index === parts.length - 1) {
        at[key] = value;
        break;
      }
      const next = Object.hasOwn(at, key) ? at[key] : undefined;
      if (typeof next === 'string') throw refuse(`Invalid object: ${name}`, undefined, name);
      const inner: Tree = next ?? {};
      at[key] = inner;
      at = inner;
    }
  }
  return root;
}

/** Names beginning with an underscore are the simulator's own notes; nobody outside sees them. */
export function visible(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(visible);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !name.startsWith('_'))
      .map(([name, inner]) => [name, visible(inner)]),
  );
}
