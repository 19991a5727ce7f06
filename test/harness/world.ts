// The starting point of all tests: accounts and keys of their own, and a client that checks every response
// against the route's schema.

import { env } from 'cloudflare:workers';
import * as z from 'zod';
import type { SystemCtx } from '../../src/context.ts';
import { blankAccount } from '../../src/domains/accounts/accounts/create-brand.ts';
import { insertAccount } from '../../src/domains/accounts/accounts/store.ts';
import { makeKey } from '../../src/domains/accounts/keys/make-key.ts';
import type { Env } from '../../src/env.ts';
import type { ApiRoute, Envelope } from '../../src/http/define-route.ts';
import { envelopeAt, routesAt } from '../../src/http/route.ts';
import worker from '../../src/index.ts';
import type { ErrorCode } from '../../src/kit/error.ts';
import type { Documented } from '../../src/resource/documented.ts';
import { systemCtx as makeCtx } from '../../src/system-ctx.ts';
import { refusalsOf } from '../../tools/openapi/refusals.ts';
import * as clock from './clock.ts';
import { routes } from './routes.ts';
import { leftBehind } from './vitest/left-behind.ts';

export const testEnv = env as unknown as Env;

/** The same service with other vars, as a deployment sets them. */
export const withVars = (from: Env, vars: Record<string, string | undefined>): Env => ({ ...from, ...vars });

export const ORIGIN = 'https://service.test';

/**
 * A context without a caller, for setting the scene. `now` is in milliseconds, the current time by default.
 */
export function systemCtx(now = clock.now()): SystemCtx {
  return makeCtx(testEnv, now);
}

export interface Minted {
  id: string;
  key: string;
  keyId: string;
  readKey: string;
}

let minted = 0;

/** An account with a write key and a read key. */
export async function mintAccount(
  type: 'brand' | 'partner' = 'brand',
  more: { managedBy?: string; status?: 'active' | 'ended'; name?: string; origins?: string[] } = {},
): Promise<Minted> {
  const ctx = systemCtx();
  const row = await blankAccount(
    ctx,
    type,
    more.name ?? `Account ${++minted} ${crypto.randomUUID().slice(0, 8)}`,
  );
  insertAccount(ctx, { ...row, managedBy: more.managedBy ?? null, status: more.status ?? 'active' });
  const write = makeKey(ctx, {
    accountId: row.id,
    name: 'test',
    access: 'write',
    origins: more.origins ?? [],
  });
  const read = makeKey(ctx, { accountId: row.id, name: 'test read', access: 'read' });
  await ctx.write.commit();
  return { id: row.id, key: write.secret, keyId: write.id, readKey: read.secret };
}

export interface CallOptions {
  key?: string | null;
  as?: string;
  /** Sent as JSON; a string or bytes are sent as they are. */
  body?: unknown;
  headers?: Record<string, string>;
  /** Another environment instead of the tests' own, such as a Stripe world's. */
  env?: Env;
}

export interface Answer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely; the schema check below is what types them
  body: any;
}

const refusal = z.strictObject({
  code: z.string(),
  message: z.string().min(1),
  details: z.unknown().optional(),
  requestId: z.string().min(1),
});

/** As in RFC 6749. */
const bareRefusal = z.strictObject({
  error: z.string().regex(/^[a-z_]+$/),
  error_description: z.string().min(1),
});

/** Calls the service as a client would. A response that its route does not declare fails the test. */
export async function call(method: string, path: string, options: CallOptions = {}): Promise<Answer> {
  const headers = new Headers(options.headers);
  if (options.key) headers.set('Authorization', `Bearer ${options.key}`);
  if (options.as) headers.set('Service-Account', options.as);
  let body: BodyInit | undefined;
  if (options.body !== undefined) {
    const raw = typeof options.body === 'string' || options.body instanceof Uint8Array;
    body = raw ? (options.body as BodyInit) : JSON.stringify(options.body);
    if (!headers.has('Content-Type')) headers.set('Content-Type', 'application/json');
  }
  // Calls the entry point itself and not the pool's loopback to it, which becomes slower with every error.
  const { execution, done } = leftBehind();
  const request = new Request(ORIGIN + path, { method, headers, body: body ?? null });
  const response = await worker.fetch(
    request as Request<unknown, IncomingRequestCfProperties>,
    options.env ?? testEnv,
    execution,
  );
  await done();
  const text = await response.text();
  const answer: Answer = {
    status: response.status,
    headers: response.headers,
    body: response.headers.get('Content-Type')?.includes('json') && text ? JSON.parse(text) : text || null,
  };
  if (method !== 'HEAD') checkShape(method, path, answer);
  return answer;
}

function checkShape(method: string, path: string, answer: Answer): void {
  const pathname = path.split('?')[0]!;
  const found = routesAt(routes, pathname);
  const route = found.find((one) => one.method === method);
  if (route?.kind === 'raw' && route.documented && answer.status < 400)
    checkDocumented(route.documented, answer);
  if (route && route.kind !== 'api' && answer.status < 400) return;
  if (route?.kind === 'page' && typeof answer.body === 'string') return;
  const envelope = envelopeAt(found, pathname);
  if (answer.status >= 400) {
    if (envelope === 'bare') {
      bareRefusal.parse(answer.body);
      return;
    }
    const { code } = refusalIn(envelope).parse(answer.body).error;
    if (route?.kind === 'api' && !refusalsOf(route).includes(code as ErrorCode)) {
      throw new Error(`${route.operationId} answers ${code}, which its route does not declare in errors.`);
    }
  } else if (route?.kind === 'api' && !isTable(route, answer)) {
    recordIn(route, envelope).parse(answer.body);
  }
}

const isTable = ({ csv }: ApiRoute, { headers }: Answer): boolean =>
  csv !== undefined && headers.get('Content-Type')?.startsWith('text/csv') === true;

/** Checks an endpoint without schemas against its description in the documentation. */
function checkDocumented({ status, output }: Documented, answer: Answer): void {
  if (answer.status !== status) throw new Error(`It answers ${answer.status}, and ${status} is documented.`);
  if (output instanceof z.ZodObject) z.strictObject(output.shape).parse(answer.body);
}

const okRefusal = z.strictObject({ ok: z.literal(false), error: refusal });
const plainRefusal = z.strictObject({ error: refusal });

const refusalIn = (envelope: Exclude<Envelope, 'bare'>) => (envelope === 'ok' ? okRefusal : plainRefusal);

/** By operation and envelope. Cached, because making a schema takes longer than parsing with it. */
const records = new Map<string, z.ZodType>();

function recordIn(route: ApiRoute, envelope: Envelope): z.ZodType {
  const key = `${route.operationId} ${envelope}`;
  const record = records.get(key) ?? makeRecord(route, envelope);
  records.set(key, record);
  return record;
}

function makeRecord(route: ApiRoute, envelope: Envelope): z.ZodType {
  const record = route.output instanceof z.ZodObject ? z.strictObject(route.output.shape) : route.output;
  const nextCursor = z.string().nullable();
  if (route.list && envelope === 'data') return z.strictObject({ data: z.array(record), nextCursor });
  const data = route.list ? z.strictObject({ items: z.array(record), nextCursor }) : record;
  if (envelope === 'bare') return data;
  return envelope === 'ok' ? z.strictObject({ ok: z.literal(true), data }) : z.strictObject({ data });
}
