// Makes one request of the fuzz: an operation, a kind of input, a caller, and IDs of the caller's own, of
// other accounts and of no record.

import type { Random } from '../random.ts';
import type { Operation } from './document.ts';
import { type Caller, missingId, type Tenant } from './tenants.ts';
import { type IdOf, type Mood, ODD_TEXTS, oddValue, type Values } from './values.ts';

export interface FuzzRequest {
  operation: string;
  method: string;
  /** Including the query. */
  path: string;
  headers: Record<string, string>;
  body: string | Uint8Array | null;
}

/** A request and, if it names another account's ID, the same request with an unknown ID. */
export interface Pair {
  request: FuzzRequest;
  twin: FuzzRequest | null;
  foreign: string | null;
}

function asText(value: unknown): string {
  return (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed();
}

const PNG = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 73, 72, 68, 82]);
const BODIES_OF_NOBODY = ['', '{', '[]', 'null', '0', '"x"', '{"a":1}{', '{"__proto__":{"a":1}}', '\ufeff{}'];

export class Requests {
  readonly #random: Random;
  readonly #values: Values;

  constructor(random: Random, values: Values) {
    this.#random = random;
    this.#values = values;
  }

  make(operation: Operation, tenant: Tenant, other: Tenant): Pair {
    const random = this.#random;
    const mood = random.pick<Mood>(['valid', 'valid', 'boundary', 'hostile']);
    const swapped = { foreign: null as string | null, missing: '' };
    const idOf: IdOf = (prefix) => {
      const own = tenant.any(prefix, random) ?? missingId(prefix, random);
      if (swapped.foreign !== null || !random.chance(0.2)) return own;
      const foreign = other.any(prefix, random);
      if (foreign === null) return random.chance(0.5) ? own : missingId(prefix, random);
      Object.assign(swapped, { foreign, missing: missingId(prefix, random) });
      return foreign;
    };
    const body = this.#body(operation, mood, idOf);
    const request: FuzzRequest = {
      operation: operation.id,
      method: operation.method,
      path: this.#path(operation, mood, idOf) + this.#query(operation, mood, idOf),
      headers: this.#headers(operation, mood, random.pick(tenant.callers)),
      body,
    };
    if (body !== null)
      request.headers['Content-Length'] = String(new TextEncoder().encode(String(body)).length);
    if (body instanceof Uint8Array) request.headers['Content-Length'] = String(body.byteLength);
    const { foreign, missing } = swapped;
    // A field that was drawn may have been left out again, and then both requests would be the same.
    const names = foreign !== null && `${request.path} ${String(body)}`.includes(foreign);
    if (!names) return { request, twin: null, foreign: null };
    const twin = {
      ...request,
      headers: { ...request.headers },
      path: request.path.replaceAll(foreign, missing),
      body: typeof body === 'string' ? body.replaceAll(foreign, missing) : body,
    };
    // Two requests with one key would count as one request.
    if (twin.headers['Idempotency-Key']) twin.headers['Idempotency-Key'] += '-twin';
    return { request, twin, foreign };
  }

  #path(operation: Operation, mood: Mood, idOf: IdOf): string {
    return operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      if (mood === 'hostile' && this.#random.chance(0.3)) {
        return encodeURIComponent(this.#random.pick(ODD_TEXTS).toWellFormed()).slice(0, 2_000) || 'x';
      }
      if (name !== 'id' || operation.idPrefix === null) return String(1 + this.#random.below(3));
      return idOf(operation.idPrefix);
    });
  }

  #query(operation: Operation, mood: Mood, idOf: IdOf): string {
    const query = new URLSearchParams();
    for (const parameter of operation.query) {
      if (!this.#random.chance(parameter.required ? 0.95 : 0.25)) continue;
      const odd = mood === 'hostile' && this.#random.chance(0.5);
      const value = odd ? this.#random.pick(ODD_TEXTS) : this.#values.of(parameter.schema, mood, idOf, 1);
      query.append(parameter.name, asText(value).slice(0, 2_000));
      if (mood === 'hostile' && this.#random.chance(0.05)) query.append(parameter.name, 'again');
    }
    if (mood === 'hostile' && this.#random.chance(0.1))
      query.append(this.#random.pick(ODD_TEXTS).toWellFormed().slice(0, 500), 'x');
    return query.size > 0 ? `?${query}` : '';
  }

  #headers(operation: Operation, mood: Mood, caller: Caller): Record<string, string> {
    const random = this.#random;
    const headers: Record<string, string> = { Authorization: `Bearer ${caller.key}` };
    if (caller.as !== undefined) headers['Service-Account'] = caller.as;
    if (operation.body?.json) headers['Content-Type'] = 'application/json';
    if (operation.method === 'POST' && random.chance(0.7))
      headers['Idempotency-Key'] = `fuzz-${random.below(1_000_000_000)}`;
    if (mood !== 'hostile' || !random.chance(0.3)) return headers;
    const odd = ['', 'x', 'null', '2026-08-08', '2020-01-01', 'a'.repeat(300), 'text/plain', 'acct_x', '%00'];
    const name = random.pick([
      'Authorization',
      'Service-Account',
      'Content-Type',
      'Idempotency-Key',
      'Service-Version',
      'Request-Id',
      'Origin',
      'Accept',
      'If-None-Match',
    ]);
    headers[name] = random.pick(odd);
    return headers;
  }

  #body(operation: Operation, mood: Mood, idOf: IdOf): string | Uint8Array | null {
    const { body } = operation;
    const random = this.#random;
    if (body === null) return null;
    if (!body.json)
      return random.chance(0.5) ? PNG : random.pick([new Uint8Array(), new Uint8Array(300).fill(7), null]);
    if (mood === 'hostile' && random.chance(0.1)) return random.pick(BODIES_OF_NOBODY);
    if (mood === 'hostile' && random.chance(0.02)) return `{"name":"${'x'.repeat(1_200_000)}"}`;
    if (mood === 'valid' && random.chance(0.3)) return JSON.stringify(this.#withOwnIds(body.example, idOf));
    const made = this.#values.of(body.schema, mood, idOf);
    if (random.chance(0.4) || typeof made !== 'object' || made === null || Array.isArray(made))
      return JSON.stringify(made);
    // The documented example with a few random fields gets further than a completely random body.
    const fields = Object.entries(made).filter(() => random.chance(0.3));
    const example = this.#withOwnIds(body.example, idOf) as Record<string, unknown>;
    const merged: Record<string, unknown> = { ...example, ...Object.fromEntries(fields) };
    if (mood === 'hostile' && Object.keys(merged).length > 0) {
      const name = random.pick(Object.keys(merged));
      if (random.chance(0.3)) delete merged[name];
      else merged[name] = oddValue(random);
    }
    return JSON.stringify(merged);
  }

  #withOwnIds(value: unknown, idOf: IdOf): unknown {
    if (typeof value === 'string') {
      const prefix = /^([a-z]+)_[0-9a-z]{26}$/.exec(value)?.[1];
      return prefix === undefined ? value : idOf(prefix);
    }
    if (Array.isArray(value)) return value.map((item) => this.#withOwnIds(item, idOf));
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, part]) => [name, this.#withOwnIds(part, idOf)]),
    );
  }
}
