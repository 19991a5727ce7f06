// Signs a person in at Meta to get access to their ad accounts, and revokes that access.
import * as z from 'zod';
import type { Grant } from '../provider/connectable.ts';
import type { Site } from '../provider/site.ts';
import { graph, Id, send, VERSION } from './client.ts';
import { META } from './outcome.ts';

/** The requested permissions, and what is missing without each. Those without a text are optional. */
const SCOPES: Readonly<Record<string, string | null>> = {
  ads_management: 'making and changing ads',
  ads_read: 'reading results',
  business_management: 'listing your businesses',
  pages_show_list: 'listing your pages',
  pages_read_engagement: null,
  pages_manage_ads: null,
  instagram_basic: null,
  instagram_branded_content_ads_brand: null,
  facebook_branded_content_ads_brand: null,
};

const Token = z.object({
  access_token: z.string().min(1).max(4000),
  expires_in: z.number().int().positive().optional(),
});
const Inspected = z.object({
  data: z.object({
    app_id: z.string(),
    is_valid: z.boolean(),
    user_id: Id,
    scopes: z.array(z.string()),
  }),
});
const Me = z.object({ id: Id, name: z.string().max(500).optional() });

export function authorizeUrl(
  site: Site,
  { state, redirectUri }: { state: string; redirectUri: string },
): string {
  const url = new URL(`${site.at.consent}/${VERSION}/dialog/oauth`);
  url.search = new URLSearchParams({
    client_id: site.app.id,
    redirect_uri: redirectUri,
    state,
    response_type: 'code',
    scope: Object.keys(SCOPES).join(','),
  }).toString();
  return url.href;
}

/** The code's token is valid for an hour and is exchanged at once for one of about 60 days, which cannot be renewed. */
export async function exchangeCode(
  site: Site,
  { code, redirectUri, now }: { code: string; redirectUri: string; now: number },
): Promise<Grant> {
  const { id: client_id, secret: client_secret } = site.app;
  const app = { client_id, client_secret };
  const short = await send(
    { site },
    'GET',
    'oauth/access_token',
    { ...app, redirect_uri: redirectUri, code },
    Token,
  );
  const grant_type = 'fb_exchange_token';
  const asked = { ...app, grant_type, fb_exchange_token: short.access_token };
  const long = await send({ site }, 'GET', 'oauth/access_token', asked, Token);
  const token = long.access_token;
  const [{ data }, me] = await Promise.all([
    send(
      { site },
      'GET',
      'debug_token',
      { input_token: token, access_token: `${client_id}|${client_secret}` },
      Inspected,
    ),
    graph({ site, token }, 'GET', 'me', { fields: 'id,name' }, Me),
  ]);
  // A token that was issued for another app must not be accepted.
  if (!data.is_valid || data.app_id !== client_id || data.user_id !== me.id) throw META.error('unreadable');
  return {
    token,
    refreshToken: null,
    expiresAt: long.expires_in === undefined ? null : now + long.expires_in * 1000,
    user: { id: me.id, name: me.name ?? null },
    missing: Object.entries(SCOPES).flatMap(([scope, words]) =>
      words === null || data.scopes.includes(scope) ? [] : [words],
    ),
  };
}

export async function revoke(site: Site, { token }: { token: string }): Promise<void> {
  await graph({ site, token }, 'DELETE', 'me/permissions', {}, z.object({ success: z.literal(true) }));
}
