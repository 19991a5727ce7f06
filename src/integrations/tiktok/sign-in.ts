// Signs a person in at TikTok to get access to their advertisers, and revokes that access.
import * as z from 'zod';
import type { Grant } from '../provider/connectable.ts';
import type { Site } from '../provider/site.ts';
import { get, Id, post } from './client.ts';

const Token = z.object({
  access_token: z.string().min(1).max(4000),
  advertiser_ids: z.array(Id).max(10_000),
});
const Person = z.object({ core_user_id: Id, display_name: z.string().max(500).optional() });

export function authorizeUrl(
  site: Site,
  { state, redirectUri }: { state: string; redirectUri: string },
): string {
  const url = new URL(`${site.at.consent}/portal/auth`);
  url.search = new URLSearchParams({
    app_id: site.app.id,
    state,
    redirect_uri: redirectUri,
  }).toString();
  return url.href;
}

/** The token is valid until it is revoked or refused, so it needs no renewal. */
export async function exchangeCode(site: Site, { code }: { code: string }): Promise<Grant> {
  const { id: app_id, secret } = site.app;
  const signIn = { app_id, secret, auth_code: code };
  const given = await post({ site, token: null }, 'oauth2/access_token', signIn, Token);
  const token = given.access_token;
  const person = await get({ site, token }, 'user/info', {}, Person);
  return {
    token,
    refreshToken: null,
    expiresAt: null,
    user: { id: person.core_user_id, name: person.display_name ?? null },
    // The app's permissions are fixed. The person only selects the advertisers.
    missing: given.advertiser_ids.length === 0 ? ['every advertiser'] : [],
  };
}

export async function revoke(site: Site, { token }: { token: string }): Promise<void> {
  const { id: app_id, secret } = site.app;
  const taken = { app_id, secret, access_token: token };
  await post({ site, token: null }, 'oauth2/revoke_token', taken, z.object({}));
}
