// One request to the Graph API: how it is sent, how its answer is read, and nothing else. It never waits and never
// repeats: what to do about a refusal is its caller's to decide.
import * as z from 'zod';
import type { Vars } from '../../env.ts';
import { hmacSha256Hex } from '../../kit/crypto.ts';
import { ask } from '../ads/ask.ts';
import { AdError } from '../ads/error.ts';
import { readList } from '../ads/read-list.ts';
import { logMissing, NotConfigured } from '../missing-settings.ts';
import { NAME, refusalOf } from './outcome.ts';
import { usageOf } from './usage.ts';

export const VERSION = 'v26.0';
/** Entries of a page of a list that is read whole. */
const A_PAGE = 200;

export interface GraphCaller {
  vars: Vars;
  token: string;
  onUse?: (percent: number) => void;
  onAsk?: () => void;
  timeoutMs?: number;
}

export interface App {
  id: string;
  secret: string;
}

/** The deployment's app at Meta. Throws unavailable when there is none. */
export function appOf(vars: Vars): App {
  const { META_APP_ID: id, META_APP_SECRET: secret } = vars;
  if (id && secret) return { id, secret };
  if (!id) logMissing(vars, 'META_APP_ID');
  if (!secret) logMissing(vars, 'META_APP_SECRET');
  throw new NotConfigured(`${NAME} cannot be connected: it is not configured.`);
}

type Params = Record<string, unknown>;

/** A request of a connection. Throws an AdError. @param path behind the version, of IDs and names of edges alone. */
export async function graph<S extends z.ZodType>(
  caller: GraphCaller,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  params: Params,
  shape: S,
): Promise<z.output<S>> {
  const { secret } = appOf(caller.vars);
  const proof = await hmacSha256Hex(secret, caller.token);
  return await send(caller.vars, method, path, { ...params, appsecret_proof: proof }, shape, caller);
}

/** A request without a person's token: of the sign-in. */
export async function send<S extends z.ZodType>(
  vars: Vars,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  params: Params,
  shape: S,
  { token, onUse, onAsk, timeoutMs }: Partial<GraphCaller> = {},
): Promise<z.output<S>> {
  const url = new URL(`${vars.META_API_URL}/${VERSION}/${path}`);
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
  const { status, headers, body } = await ask(NAME, url, init, { writes, timeoutMs, onAsk });
  const use = usageOf(headers);
  if (use.percent !== null) onUse?.(use.percent);
  const refusal = refusalOf(status, body, { writes, retryAfterMs: use.retryAfterMs });
  if (refusal) throw refusal;
  const read = shape.safeParse(body);
  if (read.success) return read.data;
  throw new AdError(NAME, 'unreadable', { mayHaveHappened: writes });
}

const listOf = <S extends z.ZodType>(item: S) =>
  z.object({
    data: z.array(item),
    paging: z
      .object({ cursors: z.object({ after: z.string().max(2000) }).optional(), next: z.string().optional() })
      .optional(),
  });

/** One page of a list; `next` leads to the one behind it. The platform's own address of it carries the token: unused. */
export async function pageOf<S extends z.ZodType>(
  caller: GraphCaller,
  path: string,
  params: Params,
  item: S,
): Promise<{ items: z.output<S>[]; next: string | null }> {
  const { data, paging } = await graph(caller, 'GET', path, params, listOf(item));
  const next = paging?.next === undefined ? null : paging.cursors?.after;
  // There is more, and nothing leads there.
  if (next === undefined) throw new AdError(NAME, 'unreadable');
  return { items: data as z.output<S>[], next };
}

/** A whole list, or its pages up to the one where `until` has found what it looks for. Throws an AdError. */
export async function allOf<S extends z.ZodType>(
  caller: GraphCaller,
  path: string,
  params: Params,
  item: S,
  until?: (items: z.output<S>[]) => boolean,
): Promise<z.output<S>[]> {
  return await readList(
    NAME,
    (after: string | null) => pageOf(caller, path, { limit: A_PAGE, ...params, after }, item),
    { until },
  );
}

/** An ID as the platform forms them, safe to stand in a path. */
export const Id = z.string().regex(/^\d{1,32}$/);
export const AccountId = z.string().regex(/^act_\d{1,32}$/);

/** An ID that somebody named, for a path. Throws an AdError for what is none. */
export function inPath(id: string | undefined, field: string, shape: z.ZodType<string> = Id): string {
  const read = shape.safeParse(id);
  if (read.success) return read.data;
  throw new AdError(NAME, 'invalid', { field });
}
