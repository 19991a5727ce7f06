// Sends one request to the Business API and reads its response. It never waits or retries: the caller decides what to
// do about a refusal.
import * as z from 'zod';
import type { AdSession } from '../ads/platform.ts';
import { ask } from '../provider/ask.ts';
import { readList } from '../provider/read-list.ts';
import { idInPath, readAs } from '../provider/refusal.ts';
import type { Caller as Person } from '../provider/site.ts';
import { Envelope, refusalOf, TIKTOK } from './outcome.ts';

const VERSION = 'v1.3';
/** Entries per page when a whole list is read. */
const A_PAGE = 100;

/** The token is null while a person signs in. */
type Caller = Omit<Person, 'token'> & { token: string | null };

type Params = Record<string, unknown>;

const given = (params: Params) =>
  Object.entries(params).filter(([, value]) => value !== undefined && value !== null);

/** Reads. Throws an AdError. @param path after the version, without slashes around it. */
export async function get<S extends z.ZodType>(
  caller: Caller,
  path: string,
  params: Params,
  shape: S,
): Promise<z.output<S>> {
  const url = addressOf(caller, path);
  for (const [name, value] of given(params))
    url.searchParams.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  return await sent(caller, url, { method: 'GET' }, shape);
}

/** Writes: sends JSON, or a form if it contains a file. Throws an AdError. */
export async function post<S extends z.ZodType>(
  caller: Caller,
  path: string,
  params: Params | FormData,
  shape: S,
): Promise<z.output<S>> {
  const url = addressOf(caller, path);
  if (params instanceof FormData) return await sent(caller, url, { method: 'POST', body: params }, shape);
  const body = JSON.stringify(Object.fromEntries(given(params)));
  const headers = { 'Content-Type': 'application/json' };
  return await sent(caller, url, { method: 'POST', headers, body }, shape);
}

const addressOf = ({ site }: Caller, path: string) => new URL(`${site.at.api}/open_api/${VERSION}/${path}/`);

async function sent<S extends z.ZodType>(
  { token, timeoutMs, onAsk }: Caller,
  url: URL,
  { headers, ...init }: RequestInit & { headers?: Record<string, string> },
  shape: S,
): Promise<z.output<S>> {
  const writes = init.method !== 'GET';
  const access: Record<string, string> = token === null ? {} : { 'Access-Token': token };
  const asked = { ...init, headers: { ...headers, ...access } };
  const answer = await ask(TIKTOK, url, asked, { writes, timeoutMs, onAsk });
  const refusal = refusalOf(answer.status, answer.body, writes);
  if (refusal) throw refusal;
  return readAs(TIKTOK, shape, Envelope.parse(answer.body).data, writes);
}

const PageInfo = z.object({ page: z.number().int(), total_page: z.number().int() });

/** One page of a list; `next` is the number of the next page. @param list the name of the list in the response. */
export async function pageOf<S extends z.ZodType>(
  caller: Caller,
  path: string,
  params: Params,
  item: S,
  list = 'list',
): Promise<{ items: z.output<S>[]; next: number | null }> {
  const shape = z.object({ [list]: z.array(item), page_info: PageInfo });
  const read = (await get(caller, path, params, shape)) as {
    page_info: z.output<typeof PageInfo>;
    [list: string]: unknown;
  };
  const { page, total_page: total } = read.page_info;
  return { items: read[list] as z.output<S>[], next: page < total ? page + 1 : null };
}

/** A whole list, or its pages up to the one where `until` finds what it looks for. Throws an AdError. */
export async function allOf<S extends z.ZodType>(
  caller: Caller,
  path: string,
  params: Params,
  item: S,
  { list = 'list', until }: { list?: string; until?: (items: z.output<S>[]) => boolean } = {},
): Promise<z.output<S>[]> {
  return await readList(
    TIKTOK,
    (page: number | null) =>
      pageOf(caller, path, { page_size: A_PAGE, ...params, page: page ?? 1 }, item, list),
    { until },
  );
}

/** An ID in the format of advertisers, campaigns and similar objects. */
export const Id = z.string().regex(/^\d{1,32}$/);
/** The ID of an identity, a video or a picture. */
export const WordId = z.string().regex(/^[\w/-]{1,128}$/);

/** A given ID. Throws an AdError when it has another format. */
export const asId = (id: string | undefined, field: string, shape: z.ZodType<string> = Id) =>
  idInPath(TIKTOK, shape, id, field);

/** The advertiser, which nearly every request needs. */
export const advertiserOf = ({ selection }: AdSession) => ({
  advertiser_id: asId(selection.advertiserId, 'advertiserId'),
});
