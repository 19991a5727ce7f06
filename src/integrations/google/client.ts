// One request to the Google Ads API: how it is sent, how its answer is read, and nothing else. It never waits and never
// repeats: what to do about a refusal is its caller's to decide.
import * as z from 'zod';
import type { AdSession } from '../ads/platform.ts';
import { type Answer, ask } from '../provider/ask.ts';
import { readList } from '../provider/read-list.ts';
import { idInPath, readAs } from '../provider/refusal.ts';
import type { Caller } from '../provider/site.ts';
import { GOOGLE, refusalOf } from './outcome.ts';

export const VERSION = 'v25';

export interface GoogleCaller extends Caller {
  /** The manager account through which the person has access, if that is how. */
  manager?: string | undefined;
}

export const headersOf = ({ token, manager }: GoogleCaller): Record<string, string> => ({
  Authorization: `Bearer ${token}`,
  ...(manager === undefined ? {} : { 'login-customer-id': manager }),
});

/** Without a body it is a GET. @param path behind the version, of IDs and names alone. */
export async function send(
  caller: GoogleCaller,
  path: string,
  body?: object,
  writes = false,
): Promise<Answer> {
  const url = new URL(`${caller.site.at.api}/${VERSION}/${path}`);
  const headers = headersOf(caller);
  const init: RequestInit = { method: 'GET', headers };
  if (body) {
    headers['Content-Type'] = 'application/json';
    Object.assign(init, { method: 'POST', body: JSON.stringify(body) });
  }
  return await ask(GOOGLE, url, init, { writes, timeoutMs: caller.timeoutMs, onAsk: caller.onAsk });
}

/** What an answer says. Throws an AdError for a refusal, or for what is not in the shape. */
export function answered<S extends z.ZodType>(
  { status, body }: Answer,
  shape: S,
  writes = false,
): z.output<S> {
  const refusal = refusalOf(status, body, writes);
  if (refusal) throw refusal;
  return readAs(GOOGLE, shape, body, writes);
}

/** Who asks, and of which account. Throws an AdError when none is picked. */
export function inAccount({
  site,
  token,
  selection,
  timeoutMs,
  onAsk,
}: AdSession): GoogleCaller & { customer: string } {
  const customer = inPath(selection.adAccountId, 'adAccountId');
  const manager = selection.businessId === undefined ? undefined : inPath(selection.businessId, 'businessId');
  const more = { ...(timeoutMs === undefined ? {} : { timeoutMs }), ...(onAsk ? { onAsk } : {}) };
  return { site, token, manager, customer, ...more };
}

const pageOf = <S extends z.ZodType>(row: S) =>
  z.object({ results: z.array(row).default([]), nextPageToken: z.string().max(4000).optional() });

/** All rows of a query. Throws an AdError, also for more rows than are read. */
export async function search<S extends z.ZodType>(
  caller: GoogleCaller & { customer: string },
  query: string,
  row: S,
  most?: number,
): Promise<z.output<S>[]> {
  const shape = pageOf(row);
  const read = async (pageToken: string | null) => {
    const asked = { query, ...(pageToken === null ? {} : { pageToken }) };
    const answer = await send(caller, `customers/${caller.customer}/googleAds:search`, asked);
    const { results, nextPageToken } = answered(answer, shape);
    return { items: results as z.output<S>[], next: nextPageToken || null };
  };
  return await readList(GOOGLE, read, { most });
}

/** A text within a query. */
export const quoted = (text: string) => `'${text.replace(/[\\']/g, '\\$&')}'`;

/** A text within a pattern of LIKE, which it stands in for itself. */
export const literally = (text: string) => text.replace(/[[\]%_]/g, '[$&]');

export type Operation = {
  [kind: string]: { create?: object; update?: object; updateMask?: string; remove?: string };
};

const Mutated = z.object({
  mutateOperationResponses: z.array(z.record(z.string(), z.object({ resourceName: z.string() }))),
});

/** Does all of the operations or none. @returns the name of what each was about, in their order. */
export async function mutate(session: AdSession, operations: Operation[]): Promise<string[]> {
  const caller = inAccount(session);
  const path = `customers/${caller.customer}/googleAds:mutate`;
  const answer = await send(caller, path, { mutateOperations: operations }, true);
  const { mutateOperationResponses: responses } = answered(answer, Mutated, true);
  const names = responses.flatMap((one) => Object.values(one)).map(({ resourceName }) => resourceName);
  if (names.length !== operations.length) throw GOOGLE.error('unreadable', { mayHaveHappened: true });
  return names;
}

/** IDs as the platform forms them, safe to stand in a path or a query. Of an ad, its ad group's too. */
export const Id = z.string().regex(/^\d{1,20}$/);
export const AdId = z.string().regex(/^\d{1,20}~\d{1,20}$/);
export const AssetName = z.string().regex(/^customers\/\d{1,20}\/assets\/\d{1,20}$/);

/** An ID that somebody named, for a path or a query. Throws an AdError for what is none. */
export const inPath = (id: string | undefined | null, field: string, shape: z.ZodType<string> = Id) =>
  idInPath(GOOGLE, shape, id, field);

/** The last part of a resource's name. Throws an AdError when the platform named something else. */
export function idIn(name: string | undefined, shape: z.ZodType<string> = Id): string {
  const read = shape.safeParse(name?.split('/').at(-1));
  if (read.success) return read.data;
  throw GOOGLE.error('unreadable', { mayHaveHappened: true });
}
