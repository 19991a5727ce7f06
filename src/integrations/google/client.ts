// Sends one request to the Google Ads API and reads its response. It never waits or retries: the caller decides what to
// do about a refusal.
import * as z from 'zod';
import type { AdSession } from '../ads/platform.ts';
import { type Answer, ask } from '../provider/ask.ts';
import { readList } from '../provider/read-list.ts';
import { idInPath, readAs } from '../provider/refusal.ts';
import type { Caller } from '../provider/site.ts';
import { GOOGLE, refusalOf } from './outcome.ts';

export const VERSION = 'v25';

export interface GoogleCaller extends Caller {
  /** The manager account through which the person has access, if any. */
  manager?: string | undefined;
}

export const headersOf = ({ token, manager }: GoogleCaller): Record<string, string> => ({
  Authorization: `Bearer ${token}`,
  ...(manager === undefined ? {} : { 'login-customer-id': manager }),
});

/** Sends a GET if there is no body. @param path after the version, made of IDs and names only. */
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

/** The parsed response. Throws an AdError for a refusal and for an unexpected shape. */
export function answered<S extends z.ZodType>(
  { status, body }: Answer,
  shape: S,
  writes = false,
): z.output<S> {
  const refusal = refusalOf(status, body, writes);
  if (refusal) throw refusal;
  return readAs(GOOGLE, shape, body, writes);
}

/** The session with its selected ad account. Throws an AdError when none is selected. */
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

/** All rows of a query. Throws an AdError, also when there are more rows than the limit. */
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

/** Quotes a text for a query. */
export const quoted = (text: string) => `'${text.replace(/[\\']/g, '\\$&')}'`;

/** Escapes a text in a LIKE pattern, so that it only matches itself. */
export const literally = (text: string) => text.replace(/[[\]%_]/g, '[$&]');

export type Operation = {
  [kind: string]: { create?: object; update?: object; updateMask?: string; remove?: string };
};

const Mutated = z.object({
  mutateOperationResponses: z.array(z.record(z.string(), z.object({ resourceName: z.string() }))),
});

/** Runs all operations or none. @returns the resource name of each operation, in order. */
export async function mutate(session: AdSession, operations: Operation[]): Promise<string[]> {
  const caller = inAccount(session);
  const path = `customers/${caller.customer}/googleAds:mutate`;
  const answer = await send(caller, path, { mutateOperations: operations }, true);
  const { mutateOperationResponses: responses } = answered(answer, Mutated, true);
  const names = responses.flatMap((one) => Object.values(one)).map(({ resourceName }) => resourceName);
  if (names.length !== operations.length) throw GOOGLE.error('unreadable', { mayHaveHappened: true });
  return names;
}

/** IDs in the platform's format, which are safe in a path or a query. An ad's ID includes its ad group's. */
export const Id = z.string().regex(/^\d{1,20}$/);
export const AdId = z.string().regex(/^\d{1,20}~\d{1,20}$/);
export const AssetName = z.string().regex(/^customers\/\d{1,20}\/assets\/\d{1,20}$/);

/** A given ID for a path or a query. Throws an AdError when it has another format. */
export const inPath = (id: string | undefined | null, field: string, shape: z.ZodType<string> = Id) =>
  idInPath(GOOGLE, shape, id, field);

/** The last part of a resource name. Throws an AdError when the platform returned something else. */
export function idIn(name: string | undefined, shape: z.ZodType<string> = Id): string {
  const read = shape.safeParse(name?.split('/').at(-1));
  if (read.success) return read.data;
  throw GOOGLE.error('unreadable', { mayHaveHappened: true });
}
