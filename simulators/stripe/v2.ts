// Version 2 of the API: JSON in, times as text, pages by address, errors with types of their own.
import type { Params, Spec } from './params.ts';
import { Failure } from './wire.ts';
import type { Call, Obj } from './world.ts';

export const V2_PAGED: Spec = { limit: 'int', page: 'string' };

/** Version 2 says the same of version 1's failures in other words. */
export function asV2({ status, body: { error } }: Failure): Failure {
  const { type, code, message } = error;
  if (status === 429) return new Failure(429, { type: 'rate_limit', code: 'rate_limit', message });
  if (type !== 'invalid_request_error') return new Failure(status, error);
  const known = code === 'resource_missing' ? 'not_found' : status === 400 ? 'invalid_fields' : code;
  return new Failure(status, { type: undefined, ...(known ? { code: known } : {}), message });
}

function invalid(message: string): Failure {
  return new Failure(400, { type: undefined, code: 'invalid_fields', message });
}

/** Reads a JSON body by the specification of a form, each value in its own type. Throws a Failure. */
export function readJson(value: unknown, spec: Spec, path = ''): Params {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalid(`${path || 'The body'} must be an object.`);
  }
  const out: Params = {};
  for (const [name, inner] of Object.entries(value)) {
    const at = path === '' ? name : `${path}.${name}`;
    const kind = Object.hasOwn(spec, name) ? spec[name] : undefined;
    if (!kind) throw invalid(`Unknown field: ${at}.`);
    if (inner !== null) out[name] = readOne(inner, kind, at);
  }
  for (const [name, kind] of Object.entries(spec)) {
    if (typeof kind === 'string' && kind.endsWith('!') && out[name] === undefined) {
      throw invalid(`Missing field: ${path === '' ? name : `${path}.${name}`}.`);
    }
  }
  return out;
}

function readOne(value: unknown, kind: Spec[string], at: string): unknown {
  if (typeof kind === 'object' && !Array.isArray(kind)) return readJson(value, kind as Spec, at);
  const texts = (list: unknown[]) => list.every((one) => typeof one === 'string');
  const plain = Array.isArray(kind) ? 'one of' : String(kind).replace('!', '');
  const fits: Record<string, () => boolean> = {
    'one of': () => (kind as readonly string[]).includes(value as string),
    string: () => typeof value === 'string' && value !== '',
    currency: () => typeof value === 'string' && /^[a-z]{3}$/.test(value),
    int: () => Number.isSafeInteger(value),
    bool: () => typeof value === 'boolean',
    list: () => Array.isArray(value) && texts(value),
    map: () => typeof value === 'object' && !Array.isArray(value) && texts(Object.values(value as object)),
  };
  if (fits[plain]?.()) return value;
  throw invalid(`Invalid ${at}: must be ${Array.isArray(kind) ? `one of ${kind.join(', ')}` : plain}.`);
}

export function time(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}

/** A stored object as version 2 shows it. */
export function shown(object: Obj): Obj {
  return { ...object, created: time(object.created) };
}

/** A page as version 2 pages: newest first, and the address of the next one. */
export function pageV2({ params, url, search }: Call, all: Obj[], show = shown) {
  const { limit = 20, page } = params;
  if (limit < 1 || limit > 100) throw invalid('Invalid limit: must be between 1 and 100.');
  const from = page === undefined ? 0 : Number(page);
  if (!Number.isInteger(from) || from < 0) throw invalid('Invalid page.');
  const address = (start: number) => {
    const query = new URLSearchParams(search);
    query.set('page', String(start));
    return `${url}?${query}`;
  };
  return {
    data: all.slice(from, from + limit).map(show),
    next_page_url: from + limit < all.length ? address(from + limit) : null,
    previous_page_url: from > 0 ? address(Math.max(0, from - limit)) : null,
  };
}
