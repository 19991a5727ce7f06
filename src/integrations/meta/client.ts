// Sends one request to the Graph API and reads its response. It never waits or retries: the caller decides what to do
// about a refusal.
import * as z from 'zod';
import { hmacSha256Hex } from '../../kit/crypto.ts';
import { ask } from '../provider/ask.ts';
import { readList } from '../provider/read-list.ts';
import { idInPath, readAs } from '../provider/refusal.ts';
import type { Caller } from '../provider/site.ts';
import { META, refusalOf } from './outcome.ts';
import { usageOf } from './usage.ts';

export const VERSION = 'v26.0';
/** Entries per page when a whole list is read. */
const A_PAGE = 200;

type Params = Record<string, unknown>;

/** Sends a connection's request. Throws an AdError. @param path after the version, made of IDs and edge names only. */
export async function graph<S extends z.ZodType>(
  caller: Caller,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  params: Params,
  shape: S,
): Promise<z.output<S>> {
  const proof = await hmacSha256Hex(caller.site.app.secret, caller.token);
  return await send(caller, method, path, { ...params, appsecret_proof: proof }, shape);
}

/** Sends a request without a person's token, for the sign-in. */
export async function send<S extends z.ZodType>(
  { site, token, onUse, onAsk, timeoutMs }: Pick<Caller, 'site'> & Partial<Caller>,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  params: Params,
  shape: S,
): Promise<z.output<S>> {
  const url = new URL(`${site.at.api}/${VERSION}/${path}`);
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) {
    if (value === undefined || value === null) continue;
    form.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  }
  const writes = method !== 'GET';
  if (!writes) url.search = form.toString();
  const init: RequestInit = { method };
  if (token !== undefined) init.headers = { Authorization: `Bearer ${token}` };
  if (writes) init.body = form;
  const { status, headers, body } = await ask(META, url, init, { writes, timeoutMs, onAsk });
  const use = usageOf(headers);
  if (use.percent !== null) onUse?.(use.percent);
  const refusal = refusalOf(status, body, { writes, retryAfterMs: use.retryAfterMs });
  if (refusal) throw refusal;
  return readAs(META, shape, body, writes);
}

const listOf = <S extends z.ZodType>(item: S) =>
  z.object({
    data: z.array(item),
    paging: z
      .object({ cursors: z.object({ after: z.string().max(2000) }).optional(), next: z.string().optional() })
      .optional(),
  });

/**
 * One page of a list, with the cursor of the next. Meta's URL for the next page contains the token, so it is not used.
 */
export async function pageOf<S extends z.ZodType>(
  caller: Caller,
  path: string,
  params: Params,
  item: S,
): Promise<{ items: z.output<S>[]; next: string | null }> {
  const { data, paging } = await graph(caller, 'GET', path, params, listOf(item));
  const next = paging?.next === undefined ? null : paging.cursors?.after;
  // There is another page but no cursor for it.
  if (next === undefined) throw META.error('unreadable');
  return { items: data as z.output<S>[], next };
}

/** A whole list, or its pages up to the one where `until` finds what it looks for. Throws an AdError. */
export async function allOf<S extends z.ZodType>(
  caller: Caller,
  path: string,
  params: Params,
  item: S,
  until?: (items: z.output<S>[]) => boolean,
): Promise<z.output<S>[]> {
  return await readList(
    META,
    (after: string | null) => pageOf(caller, path, { limit: A_PAGE, ...params, after }, item),
    { until },
  );
}

/** An ID in the platform's format, which is safe in a path. */
export const Id = z.string().regex(/^\d{1,32}$/);
export const AccountId = z.string().regex(/^act_\d{1,32}$/);

/** A given ID for a path. Throws an AdError when it has another format. */
export const inPath = (id: string | undefined, field: string, shape: z.ZodType<string> = Id) =>
  idInPath(META, shape, id, field);
