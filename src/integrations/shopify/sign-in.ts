// Installs our app in a shop, renews its tokens, and uninstalls it.
import * as z from 'zod';
import type { Vars } from '../../env.ts';
import { SECOND_MS } from '../../kit/time.ts';
import type { Grant, Tokens } from '../provider/connectable.ts';
import type { Site } from '../provider/site.ts';
import { ShopError } from '../shops/error.ts';
import { read, signIn, uninstall } from './client.ts';
import { SHOPIFY } from './outcome.ts';
import { isSignedQuery } from './signature.ts';
import { appOf, shopIn } from './site.ts';

/** The requested permissions, and what is missing without each. */
const SCOPES: Readonly<Record<string, string>> = {
  read_orders: 'reading orders',
  write_draft_orders: 'sending samples',
  read_fulfillments: 'tracking samples',
  read_products: 'reading products',
  write_discounts: 'making and pausing discount codes',
};

/** What is missing of the permissions that the service asks for, in words. Who may write may also read. */
export function missingOf(granted: readonly string[]): string[] {
  const has = (scope: string) =>
    granted.includes(scope) || granted.includes(scope.replace('read_', 'write_'));
  return Object.entries(SCOPES).flatMap(([scope, words]) => (has(scope) ? [] : [words]));
}

const TokenAnswer = z.object({
  access_token: z.string().min(1).max(4000),
  scope: z.string().max(4000),
  expires_in: z.number().int().positive(),
  refresh_token: z.string().min(1).max(4000),
  refresh_token_expires_in: z.number().int().positive(),
});
const Named = z.object({ shop: z.object({ name: z.string().max(500), myshopifyDomain: z.string() }) });

export function authorizeUrl(
  site: Site,
  { state, redirectUri }: { state: string; redirectUri: string },
): string {
  const url = new URL(`${site.at.consent}/admin/oauth/authorize`);
  url.search = new URLSearchParams({
    client_id: site.app.id,
    scope: Object.keys(SCOPES).join(','),
    redirect_uri: redirectUri,
    state,
  }).toString();
  return url.href;
}

/** A used or expired code does not mean that a connection has expired. */
function badCode(error: unknown): never {
  if (error instanceof ShopError && (error.kind === 'invalid' || error.kind === 'auth_expired'))
    throw SHOPIFY.error('invalid', { field: 'code' });
  throw error;
}

export async function exchangeCode(
  site: Site,
  { code, query = new URLSearchParams(), now }: { code: string; query?: URLSearchParams; now: number },
): Promise<Grant> {
  if (!(await isSignedQuery(site.app, query, now))) throw SHOPIFY.error('invalid', { field: 'hmac' });
  if (query.get('shop') !== site.shop) throw SHOPIFY.error('invalid', { field: 'shop' });
  const answer = await signIn(site, { code, expiring: '1' }, TokenAnswer).catch(badCode);
  // Where one may read and write, Shopify names writing alone.
  const missing = missingOf(answer.scope.split(/[\s,]+/));
  const tokens = tokensOf(answer, now);
  const named = { query: '{ shop { name myshopifyDomain } }' };
  const { shop } = await read({ site, token: tokens.token }, named, Named);
  // A token for another shop must not be accepted.
  if (shop.myshopifyDomain !== site.shop) throw SHOPIFY.error('unreadable');
  return { ...tokens, user: { id: site.shop, name: shop.name }, missing };
}

/** A refresh token stays valid until the new tokens are used, so that a lost answer can be asked for again. */
export async function renew(site: Site, refreshToken: string, now: number): Promise<Tokens> {
  const fields = { grant_type: 'refresh_token', refresh_token: refreshToken };
  return tokensOf(await signIn(site, fields, TokenAnswer).catch(badToken), now);
}

/** Everything else in the request comes from Shopify and our settings, so a value that it rejects is the token. */
function badToken(error: unknown): never {
  if (error instanceof ShopError && error.kind === 'invalid') throw SHOPIFY.error('auth_expired');
  throw error;
}

const tokensOf = (answer: z.output<typeof TokenAnswer>, now: number): Tokens => ({
  token: answer.access_token,
  refreshToken: answer.refresh_token,
  expiresAt: now + answer.expires_in * SECOND_MS,
  refreshExpiresAt: now + answer.refresh_token_expires_in * SECOND_MS,
});

/** Uninstalls the app. A token that has expired is renewed first. */
export async function revoke(
  site: Site,
  { token, refreshToken }: Pick<Tokens, 'token' | 'refreshToken'>,
): Promise<void> {
  try {
    await uninstall(site, token);
  } catch (error) {
    const expired = error instanceof ShopError && error.kind === 'auth_expired';
    if (!expired || refreshToken === null) throw error;
    await uninstall(site, (await renew(site, refreshToken, 0)).token);
  }
}

export async function openedFrom(vars: Vars, query: URLSearchParams, now: number): Promise<string | null> {
  return (await isSignedQuery(appOf(vars), query, now)) ? shopIn(query.get('shop')) : null;
}
