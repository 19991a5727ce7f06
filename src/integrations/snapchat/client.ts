// Sends one request to the Ads API and reads its response. It never waits or retries: the caller decides what to do
// about a refusal.
import * as z from 'zod';
import { ask } from '../provider/ask.ts';
import { readList } from '../provider/read-list.ts';
import { idInPath, readAs } from '../provider/refusal.ts';
import type { Caller, Site } from '../provider/site.ts';
import { refusalOf, SNAPCHAT } from './outcome.ts';

const VERSION = 'v1';
/** The largest page that the platform returns. */
const A_PAGE = 1000;

interface Sent {
  params?: Record<string, string | number | boolean | null>;
  /** Sent as JSON, or as a form if it contains a file. */
  body?: unknown;
}

/** Sends a connection's request. Throws an AdError. @param path after the version, made of IDs and names only. */
export async function snap<S extends z.ZodType>(
  caller: Caller,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  shape: S,
  sent: Sent = {},
): Promise<z.output<S>> {
  return await send(caller, method, `${caller.site.at.api}/${VERSION}/${path}`, shape, sent);
}

/** Reads an organization's public profiles, which are at a URL of their own. */
export async function business<S extends z.ZodType>(
  caller: Caller,
  path: string,
  shape: S,
  sent: Sent = {},
): Promise<z.output<S>> {
  return await send(caller, 'GET', `${caller.site.at.profiles}/${VERSION}/${path}`, shape, sent);
}

/** @param address a complete URL that we have built. */
export async function send<S extends z.ZodType>(
  { token, timeoutMs, onAsk }: Caller,
  method: 'GET' | 'POST' | 'PUT',
  address: string,
  shape: S,
  { params = {}, body }: Sent = {},
): Promise<z.output<S>> {
  const url = new URL(address);
  for (const [name, value] of Object.entries(params))
    if (value !== null) url.searchParams.set(name, String(value));
  const headers: Record<string, string> = { Authorization: `Bearer ${token}` };
  const init: RequestInit = { method, headers };
  if (body instanceof FormData) init.body = body;
  else if (body !== undefined) {
    headers['Content-Type'] = 'application/json';
    init.body = JSON.stringify(body);
  }
  return await answered(url, init, shape, { timeoutMs, onAsk });
}

/** Sends a sign-in request, without a person's token. */
export async function signIn<S extends z.ZodType>(
  site: Site,
  path: string,
  form: Record<string, string>,
  shape: S,
): Promise<z.output<S>> {
  const { id: client_id, secret: client_secret } = site.app;
  const url = new URL(`${site.at.tokens}/login/oauth2/${path}`);
  const body = new URLSearchParams({ client_id, client_secret, ...form });
  return await answered(url, { method: 'POST', body }, shape, {});
}

async function answered<S extends z.ZodType>(
  url: URL,
  init: RequestInit,
  shape: S,
  { timeoutMs, onAsk }: { timeoutMs?: number | undefined; onAsk?: (() => void) | undefined },
): Promise<z.output<S>> {
  const writes = init.method !== 'GET';
  const { status, headers, body } = await ask(SNAPCHAT, url, init, { writes, timeoutMs, onAsk });
  const refusal = refusalOf(status, headers, body, { writes });
  if (refusal) throw refusal;
  return readAs(SNAPCHAT, shape, body, writes);
}

/** An ID in the platform's format, which is safe in a path. */
export const Id = z.string().regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/);

/** A given ID for a path. Throws an AdError when it has another format. */
export const inPath = (id: string | undefined, field: string) => idInPath(SNAPCHAT, Id, id, field);

const Paging = z.object({ next_link: z.string().max(4000).optional() }).optional();

/** The cursor of the next page. The platform's URL is not used, because the token would be sent wherever it leads. */
export function cursorOf(paging: z.output<typeof Paging>): string | null {
  const link = paging?.next_link;
  if (link === undefined || link === '') return null;
  const cursor = URL.canParse(link) ? new URL(link).searchParams.get('cursor') : null;
  if (cursor === null) throw SNAPCHAT.error('unreadable');
  return cursor;
}

/** The objects in a response, each wrapped in an object of its own: `{ campaigns: [{ campaign: … }] }`. */
export function entities<S extends z.ZodType>(plural: string, singular: string, item: S) {
  return z
    .object({ [plural]: z.array(z.object({ [singular]: item })), paging: Paging })
    .transform((answer) => {
      const list = answer[plural] as unknown as Record<string, z.output<S>>[];
      return {
        items: list.map((one) => one[singular] as z.output<S>),
        next: cursorOf(answer.paging as z.output<typeof Paging>),
      };
    });
}

/** A whole list, or its pages up to the one where `until` finds what it looks for. Throws an AdError. */
export async function allOf<T>(
  read: (params: Record<string, string | number | null>) => Promise<{ items: T[]; next: string | null }>,
  until?: (items: T[]) => boolean,
): Promise<T[]> {
  return await readList(SNAPCHAT, (cursor: string | null) => read({ limit: A_PAGE, cursor }), { until });
}
