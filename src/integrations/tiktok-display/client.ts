// Sends one request to TikTok's Display API and reads its response. It never waits or retries: the caller decides what
// to do about a refusal.
import * as z from 'zod';
import { ask } from '../provider/ask.ts';
import { readAs } from '../provider/refusal.ts';
import type { Caller, Site } from '../provider/site.ts';
import { refusalOf, TIKTOK_DISPLAY } from './outcome.ts';

/** Reads with a connection's token. Throws a SocialError. @param path after the version. */
export async function read<S extends z.ZodType>(
  { site, token, timeoutMs, onAsk }: Caller,
  path: 'user/info' | 'video/list' | 'video/query',
  fields: readonly string[],
  shape: S,
  body?: object,
): Promise<z.output<S>> {
  const url = new URL(`${site.at.api}/v2/${path}/`);
  url.searchParams.set('fields', fields.join(','));
  const headers: Record<string, string> = { Authorization: `Bearer ${token}` };
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  const init = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) };
  const answer = await ask(TIKTOK_DISPLAY, url, init, { writes: false, timeoutMs, onAsk });
  const refusal = refusalOf(answer.status, answer.body, false);
  if (refusal) throw refusal;
  const { data } = readAs(TIKTOK_DISPLAY, z.object({ data: z.unknown() }), answer.body);
  return readAs(TIKTOK_DISPLAY, shape, data);
}

/** Exchanges, renews or revokes tokens. */
export async function postForm<S extends z.ZodType>(
  { app, at }: Site,
  path: 'token' | 'revoke',
  form: Record<string, string>,
  shape: S,
): Promise<z.output<S>> {
  const body = new URLSearchParams({ client_key: app.id, client_secret: app.secret, ...form });
  const url = new URL(`${at.tokens}/v2/oauth/${path}/`);
  const answer = await ask(TIKTOK_DISPLAY, url, { method: 'POST', body }, { writes: true });
  const refusal = refusalOf(answer.status, answer.body, true);
  if (refusal) throw refusal;
  return readAs(TIKTOK_DISPLAY, shape, answer.body, true);
}
