// The Business API's wire format: the envelope, errors, what a request's parameters may look like, and pages of lists.

import { now } from '../clock.ts';

// biome-ignore lint/suspicious/noExplicitAny: each handler knows what its own spec let through
export type Params = { [name: string]: any };

/** What the platform answers instead of what was asked for. Nearly always with HTTP 200. */
export class ApiError extends Error {
  readonly code: number;
  readonly status: number;
  constructor(code: number, message: string, status = 200) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

export const invalid = (message: string) => new ApiError(40002, message);
export const refused = (field: string, message: string) => invalid(`${field}: ${message}`);
export const noPermission = (message: string) => new ApiError(40001, message);
export const duplicate = () =>
  new ApiError(40050, 'Duplicate request. The request is the same as one before.');
export const badToken = () => new ApiError(40105, 'Access token is incorrect or has been revoked.');

/** Every answer: the same four names. */
export const envelope = (code: number, message: string, data: unknown = {}) => ({
  code,
  message,
  request_id: `${new Date(now()).toISOString().slice(0, 19).replace(/\D/g, '')}${crypto.randomUUID().replaceAll('-', '').toUpperCase().slice(0, 18)}`,
  data,
});

/** The address's parameters, in which lists and objects are JSON, or those of a body. */
export async function readRequest(request: Request, url: URL): Promise<Params> {
  if (request.method === 'GET') return Object.fromEntries(url.searchParams);
  const type = request.headers.get('content-type') ?? '';
  if (type.includes('multipart/form-data')) {
    const form: Params = {};
    for (const [name, value] of await request.formData()) form[name] = value;
    return form;
  }
  if (!type.includes('json')) throw invalid('Content-Type must be application/json.');
  const text = await request.text();
  try {
    const read: unknown = text === '' ? {} : JSON.parse(text);
    if (typeof read === 'object' && read !== null && !Array.isArray(read)) return read;
  } catch {
    // told below
  }
  throw invalid('The body is not a valid JSON object.');
}

/** `!` at the end: required. IDs are texts, never numbers. What is not named is ignored. */
type Kind = 'string' | 'number' | 'int' | 'bool' | 'time' | 'object' | 'strings' | 'objects';
export type Spec = { [name: string]: Kind | `${Kind}!` | readonly string[] | { one: readonly string[] } };

/** One of these, and required. */
export const must = (...one: string[]) => ({ one });

/**
 * Throws an error that names the first parameter which the platform would refuse.
 * @param asText whether everything comes as a text, as in an address and in a form.
 */
export function check(params: Params, spec: Spec, asText = false): Params {
  const out: Params = {};
  for (const [name, kind] of Object.entries(spec)) {
    const value = params[name];
    const absent = value === undefined || value === null || (asText && value === '');
    const required = typeof kind === 'string' ? kind.endsWith('!') : 'one' in kind;
    if (absent && required) throw refused(name, 'Missing data for required field.');
    if (!absent) out[name] = readOne(asText ? parsed(value, kind, name) : value, kind, name);
  }
  return out;
}

function parsed(value: unknown, kind: Spec[string], name: string): unknown {
  if (typeof kind !== 'string') return value;
  if (kind.startsWith('string') && !kind.startsWith('strings')) return value;
  if (kind.startsWith('time')) return value;
  try {
    return JSON.parse(String(value));
  } catch {
    throw refused(name, 'Not valid JSON.');
  }
}

const MOMENT = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;

function readOne(value: unknown, kind: Spec[string], name: string): unknown {
  if (typeof kind !== 'string') {
    const choices = 'one' in kind ? kind.one : kind;
    if (choices.includes(value as string)) return value;
    throw refused(name, `Not a valid choice. It must be one of: ${choices.join(', ')}.`);
  }
  const isList = (of: string) =>
    Array.isArray(value) && value.every((one) => typeof one === of && one !== null);
  const fits: Record<string, () => boolean> = {
    string: () => typeof value === 'string',
    number: () => typeof value === 'number' && Number.isFinite(value),
    int: () => Number.isSafeInteger(value),
    bool: () => typeof value === 'boolean',
    time: () => MOMENT.test(String(value)) && Number.isFinite(timeOf(String(value))),
    object: () => typeof value === 'object' && !Array.isArray(value),
    strings: () => isList('string'),
    objects: () => isList('object'),
  };
  const plain = kind.replace('!', '');
  if (!fits[plain]!()) throw refused(name, `Not a valid ${plain}.`);
  return value;
}

/** A moment as the platform writes it, in UTC. */
export const stamp = (ms: number) => new Date(ms).toISOString().slice(0, 19).replace('T', ' ');
export const timeOf = (text: string) => Date.parse(`${text.replace(' ', 'T')}Z`);

/** One page of a list, under the name that its edge gives it. */
export function page(
  params: Params,
  rows: Params[],
  { name = 'list', usual = 10, most = 1000 } = {},
): Params {
  const { page: number = 1, page_size: size = usual } = check(
    params,
    { page: 'int', page_size: 'int' },
    true,
  );
  if (number < 1) throw refused('page', 'It must be 1 or more.');
  if (size < 1 || size > most) throw refused('page_size', `It must be from 1 to ${most}.`);
  return {
    [name]: rows.slice((number - 1) * size, number * size),
    page_info: {
      page: number,
      page_size: size,
      total_number: rows.length,
      total_page: Math.ceil(rows.length / size),
    },
  };
}

/** Only the fields that were asked for; all of them when none was. Throws for one that there is none of. */
export function picked(rows: Params[], params: Params, known: readonly string[]): Params[] {
  const { fields } = check(params, { fields: 'strings' }, true);
  for (const field of fields ?? [])
    if (!known.includes(field)) throw refused('fields', `${field} is not a field of it.`);
  const asked: readonly string[] = fields ?? known;
  return rows.map((row) =>
    Object.fromEntries(asked.filter((name) => row[name] !== undefined).map((name) => [name, row[name]])),
  );
}
