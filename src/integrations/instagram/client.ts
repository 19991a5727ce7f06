// Sends one request to Instagram and reads its response. It never waits or retries: the caller decides what to do about
// a refusal.
import * as z from 'zod';
import { usageOf } from '../meta/usage.ts';
import { ask } from '../provider/ask.ts';
import { idInPath, readAs } from '../provider/refusal.ts';
import type { Caller, Site } from '../provider/site.ts';
import { INSTAGRAM, refusalOf } from './outcome.ts';

const VERSION = 'v26.0';

type Params = Readonly<Record<string, string | number | null>>;

/** Reads with a connection's token. Throws a SocialError. @param path after the version, of IDs and edge names only. */
export async function get<S extends z.ZodType>(
  { site, token, ...calls }: Caller,
  path: string,
  params: Params,
  shape: S,
): Promise<z.output<S>> {
  const url = addressOf(`${site.at.api}/${VERSION}/${path}`, params);
  return await sent(url, { headers: { Authorization: `Bearer ${token}` } }, shape, calls);
}

/** Exchanges or renews a token, which the platform takes in the query only. */
export async function getToken<S extends z.ZodType>(
  { at }: Site,
  path: 'access_token' | 'refresh_access_token',
  params: Params,
  shape: S,
): Promise<z.output<S>> {
  return await sent(addressOf(`${at.api}/${path}`, params), {}, shape);
}

/** Redeems a code. */
export async function postCode<S extends z.ZodType>(
  { at }: Site,
  form: Record<string, string>,
  shape: S,
): Promise<z.output<S>> {
  const init = { method: 'POST', body: new URLSearchParams(form) };
  return await sent(new URL(`${at.tokens}/oauth/access_token`), init, shape);
}

function addressOf(address: string, params: Params): URL {
  const url = new URL(address);
  for (const [name, value] of Object.entries(params))
    if (value !== null) url.searchParams.set(name, String(value));
  return url;
}

async function sent<S extends z.ZodType>(
  url: URL,
  init: RequestInit,
  shape: S,
  { timeoutMs, onAsk, onUse }: Partial<Caller> = {},
): Promise<z.output<S>> {
  const writes = init.method !== undefined;
  const { status, headers, body } = await ask(INSTAGRAM, url, init, { writes, timeoutMs, onAsk });
  const { percent, retryAfterMs } = usageOf(headers);
  if (percent !== null) onUse?.(percent);
  const refusal = refusalOf(status, body, { writes, retryAfterMs });
  if (refusal) throw refusal;
  return readAs(INSTAGRAM, shape, body, writes);
}

/** An ID in the platform's format, which is safe in a path. */
export const Id = z.string().regex(/^\d{1,32}$/);

/** A given ID for a path. Throws a SocialError when it has another format. */
export const inPath = (id: string) => idInPath(INSTAGRAM, Id, id, 'id');
