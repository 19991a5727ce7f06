// Sends one request to a shop's Admin API and reads its response. It never waits or retries: the caller decides what to
// do about a refusal.
import * as z from 'zod';
import { ask } from '../provider/ask.ts';
import { readAs } from '../provider/refusal.ts';
import type { Caller, Site } from '../provider/site.ts';
import { refusalOf, SHOPIFY, usedOf, userErrorOf } from './outcome.ts';

export const VERSION = '2026-07';

const Data = z.object({ data: z.record(z.string(), z.unknown()) });

interface Query {
  query: string;
  variables?: Record<string, unknown>;
  /** Fields that Shopify may keep from us, which are then null. */
  withheld?: readonly string[];
}

/** Reads from a shop. Throws a ShopError. */
export async function read<S extends z.ZodType>(
  caller: Caller,
  query: Query,
  shape: S,
): Promise<z.output<S>> {
  return readAs(SHOPIFY, shape, await graphql(caller, query, false));
}

/** Changes something in a shop. Throws a ShopError, also where a mutation rejects a value. */
export async function change<S extends z.ZodType>(
  caller: Caller,
  query: Query,
  shape: S,
): Promise<z.output<S>> {
  const data = await graphql(caller, query, true);
  const rejected = userErrorOf(data);
  if (rejected) throw rejected;
  return readAs(SHOPIFY, shape, data, true);
}

async function graphql(
  { site, token, timeoutMs, onAsk, onUse }: Caller,
  { query, variables = {}, withheld = [] }: Query,
  writes: boolean,
): Promise<Record<string, unknown>> {
  const url = new URL(`${site.at.api}/admin/api/${VERSION}/graphql.json`);
  const init = {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Shopify-Access-Token': token },
    body: JSON.stringify({ query, variables }),
  };
  const { status, headers, body } = await ask(SHOPIFY, url, init, { writes, timeoutMs, onAsk });
  const used = usedOf(body);
  if (used !== null) onUse?.(used);
  const refusal = refusalOf(status, headers, body, { writes, withheld });
  if (refusal) throw refusal;
  return readAs(SHOPIFY, Data, body, writes).data;
}

/** Sends a sign-in request, without a shop's token. */
export async function signIn<S extends z.ZodType>(
  { app, at }: Site,
  fields: Record<string, string>,
  shape: S,
): Promise<z.output<S>> {
  const url = new URL(`${at.tokens}/admin/oauth/access_token`);
  const body = JSON.stringify({ client_id: app.id, client_secret: app.secret, ...fields });
  const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body };
  return await answered(url, init, shape);
}

/** Uninstalls our app from a shop, which ends all of its tokens. */
export async function uninstall({ at }: Site, token: string): Promise<void> {
  const url = new URL(`${at.api}/admin/api_permissions/current.json`);
  const init = { method: 'DELETE', headers: { 'X-Shopify-Access-Token': token } };
  await answered(url, init, z.object({}));
}

async function answered<S extends z.ZodType>(url: URL, init: RequestInit, shape: S): Promise<z.output<S>> {
  const { status, headers, body } = await ask(SHOPIFY, url, init, { writes: true });
  const refusal = refusalOf(status, headers, body, { writes: true });
  if (refusal) throw refusal;
  return readAs(SHOPIFY, shape, body, true);
}

/** The place of a list page in its list. Transforms to the cursor of the next page; null at the end. */
export const NextPage = z
  .object({ hasNextPage: z.boolean(), endCursor: z.string().min(1).max(4000).nullable() })
  .refine(({ hasNextPage, endCursor }) => !hasNextPage || endCursor !== null)
  .transform(({ hasNextPage, endCursor }) => (hasNextPage ? endCursor : null));

/** A time, in milliseconds. */
export const Moment = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text));
