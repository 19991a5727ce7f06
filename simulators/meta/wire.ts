// The Graph API's wire format: what a request's parameters may look like, errors, fields, and pages of lists.

// biome-ignore lint/suspicious/noExplicitAny: each handler knows what its own spec let through
export type Params = { [name: string]: any };

interface ErrorBody {
  message: string;
  type?: string;
  code: number;
  error_subcode?: number;
  is_transient?: boolean;
  error_user_title?: string;
  error_user_msg?: string;
  error_data?: unknown;
}

/** What the platform answers instead of what was asked for. */
export class GraphError extends Error {
  readonly status: number;
  readonly body: { error: ErrorBody & { fbtrace_id: string } };
  constructor(status: number, error: ErrorBody) {
    super(error.message);
    this.status = status;
    this.body = { error: { type: 'OAuthException', ...error, fbtrace_id: traceId() } };
  }
}

const traceId = () => `A${crypto.randomUUID().replaceAll('-', '').slice(0, 22)}`;

/** Code 100, as for nearly everything that is refused. `blame` names the fields that it is about. */
export function invalid(message: string, subcode?: number, blame?: string[]): GraphError {
  return new GraphError(400, {
    message: `(#100) ${message}`,
    code: 100,
    ...(subcode === undefined ? {} : { error_subcode: subcode }),
    ...(blame ? { error_data: JSON.stringify({ blame_field_specs: blame.map((name) => [name]) }) } : {}),
    error_user_title: 'Invalid parameter',
    error_user_msg: message,
  });
}

export function missingObject(id: string): GraphError {
  return new GraphError(400, {
    message: `Unsupported request. Object with ID '${id}' does not exist, cannot be loaded due to missing permissions, or does not support this operation.`,
    type: 'GraphMethodException',
    code: 100,
    error_subcode: 33,
  });
}

export const badToken = (subcode: number, message: string) =>
  new GraphError(401, {
    message: `Error validating access token: ${message}`,
    code: 190,
    error_subcode: subcode,
  });

export const noPermission = (message: string) =>
  new GraphError(403, { message: `(#200) ${message}`, code: 200 });

/** The parameters of the address and of a body in any form that the platform takes. Throws on a malformed one. */
export async function readRequest(request: Request, url: URL): Promise<Params> {
  const params: Params = Object.fromEntries(url.searchParams);
  if (request.method === 'GET' || request.method === 'DELETE') return params;
  const type = request.headers.get('content-type') ?? '';
  if (type.includes('multipart/form-data')) {
    for (const [name, value] of await request.formData()) params[name] = value;
    return params;
  }
  const text = await request.text();
  if (text === '') return params;
  if (!type.includes('json')) return { ...params, ...Object.fromEntries(new URLSearchParams(text)) };
  try {
    return { ...params, ...JSON.parse(text) };
  } catch {
    throw invalid('The body is not valid JSON.');
  }
}

/** `!` at the end: required. Lists and objects may come as JSON in a text. What is not named is ignored. */
type Kind = 'string' | 'int' | 'number' | 'bool' | 'time' | 'object' | 'list';
export type Spec = { [name: string]: Kind | `${Kind}!` | readonly string[] };

/** Throws an error that names the first parameter which the platform would refuse. */
export function check(params: Params, spec: Spec): Params {
  const out: Params = {};
  for (const [name, kind] of Object.entries(spec)) {
    const value = params[name];
    const absent = value === undefined || value === null || value === '';
    if (absent && typeof kind === 'string' && kind.endsWith('!'))
      throw invalid(`The parameter ${name} is required.`, undefined, [name]);
    if (!absent) out[name] = readOne(value, kind, name);
  }
  return out;
}

function readOne(value: unknown, kind: Spec[string], name: string): unknown {
  const wrong = (what: string) => invalid(`Param ${name} must be ${what}.`, undefined, [name]);
  if (typeof kind !== 'string') {
    if (kind.includes(String(value))) return value;
    throw wrong(`one of {${kind.join(', ')}}`);
  }
  switch (kind.replace('!', '')) {
    case 'int': {
      const number = Number(value);
      if (!Number.isSafeInteger(number) || number < 0) throw wrong('an unsigned integer');
      return number;
    }
    case 'number':
      if (!Number.isFinite(Number(value))) throw wrong('a number');
      return Number(value);
    case 'bool':
      if (value === true || value === 'true' || value === '1' || value === 1) return true;
      if (value === false || value === 'false' || value === '0' || value === 0) return false;
      throw wrong('a boolean');
    case 'time': {
      const ms = /^\d+$/.test(String(value)) ? Number(value) * 1000 : Date.parse(String(value));
      if (!Number.isFinite(ms)) throw wrong('a time');
      return ms;
    }
    case 'object': {
      const object = parsed(value, name);
      if (typeof object !== 'object' || object === null || Array.isArray(object)) throw wrong('an object');
      return object;
    }
    case 'list': {
      const list = parsed(value, name);
      if (!Array.isArray(list)) throw wrong('an array');
      return list;
    }
    default:
      if (typeof value === 'object') throw wrong('a string');
      return String(value);
  }
}

function parsed(value: unknown, name: string): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    throw invalid(`Param ${name} must be valid JSON.`, undefined, [name]);
  }
}

interface Field {
  name: string;
  inner: Field[] | null;
}

/** `a,b{c,d}` as fields and what is asked of them. */
function parseFields(text: string): Field[] {
  const fields: Field[] = [];
  let depth = 0;
  let from = 0;
  const add = (piece: string) => {
    const [, name, inner] = /^\s*([\w.]+)(?:\([^)]*\))?(?:\{(.*)\})?\s*$/.exec(piece) ?? [];
    if (name) fields.push({ name, inner: inner === undefined ? null : parseFields(inner) });
    else if (piece.trim() !== '') throw invalid(`Syntax error in fields: ${piece}`, 2500);
  };
  for (let at = 0; at <= text.length; at++) {
    if (text[at] === '{') depth++;
    if (text[at] === '}') depth--;
    if (at === text.length || (text[at] === ',' && depth === 0)) {
      add(text.slice(from, at));
      from = at + 1;
    }
  }
  return fields;
}

/**
 * What was asked of a node: its ID and the named fields, without those that are empty.
 * @param known the names that the node type has. @param usual what is answered when nothing is asked for.
 */
export function project(
  node: Params,
  fields: string | undefined,
  type: { name: string; known: readonly string[]; usual: readonly string[] },
): Params {
  const asked = fields ? parseFields(fields) : type.usual.map((name): Field => ({ name, inner: null }));
  const out: Params = {};
  for (const { name, inner } of asked) {
    if (name !== 'id' && !type.known.includes(name))
      throw invalid(`Tried accessing nonexisting field (${name}) on node type (${type.name})`);
    const value = node[name];
    if (value === undefined || value === null) continue;
    out[name] =
      inner && typeof value === 'object' && !Array.isArray(value)
        ? Object.fromEntries(
            inner.filter((one) => one.name in value).map((one) => [one.name, value[one.name]]),
          )
        : value;
  }
  return node.id === undefined ? out : { id: node.id, ...out };
}

/** One page of a list, with cursors and an address of the next one that carries the token, as the platform's does. */
export function page(url: URL, token: string, params: Params, rows: Params[]): Params {
  const { limit = 25, after } = check(params, { limit: 'int', after: 'string' });
  if (limit < 1 || limit > 5000) throw invalid('Param limit must be from 1 to 5000.');
  const from = after === undefined ? 0 : placeOf(after);
  const data = rows.slice(from, from + limit);
  if (data.length === 0) return { data };
  const cursors = { before: cursorOf(from), after: cursorOf(from + data.length) };
  if (from + limit >= rows.length) return { data, paging: { cursors } };
  const next = new URL(url);
  next.searchParams.set('access_token', token);
  next.searchParams.set('limit', String(limit));
  next.searchParams.set('after', cursors.after);
  return { data, paging: { cursors, next: next.href } };
}

const cursorOf = (place: number) => btoa(`at:${place}`).replaceAll('=', '');

function placeOf(cursor: string): number {
  try {
    const place = Number(/^at:(\d+)$/.exec(atob(cursor))?.[1]);
    if (Number.isInteger(place)) return place;
  } catch {
    // not base64
  }
  throw invalid('Invalid cursors values.');
}

/** Keeps what `filtering` lets through: EQUAL, IN, CONTAIN and GREATER_THAN of a field. */
export function filtered(rows: Params[], params: Params): Params[] {
  const { filtering = [], effective_status: statuses } = check(params, {
    filtering: 'list',
    effective_status: 'list',
  });
  let kept = statuses ? rows.filter((row) => statuses.includes(row.effective_status)) : rows;
  for (const { field, operator, value } of filtering as Params[]) {
    const name = String(field).replace(/^(campaign|adset)\.id$/, '$1_id');
    const fits: Record<string, (found: unknown) => boolean> = {
      EQUAL: (found) => String(found) === String(value),
      IN: (found) => Array.isArray(value) && value.map(String).includes(String(found)),
      CONTAIN: (found) => String(found).includes(String(value)),
      GREATER_THAN: (found) => Number(found) > Number(value),
    };
    const keeps = fits[String(operator)];
    if (!keeps) throw invalid(`Filtering operator ${operator} is not supported.`);
    kept = kept.filter((row) => keeps(row[name]));
  }
  return kept;
}
