// Signs a creator in at Instagram and renews their token, which is one and the same for reading and for renewing.
import * as z from 'zod';
import { DAY_MS, SECOND_MS } from '../../kit/time.ts';
import type { Grant, Tokens } from '../provider/connectable.ts';
import type { Site } from '../provider/site.ts';
import { SocialError } from '../social/error.ts';
import type { SocialSession } from '../social/platform.ts';
import { get, getToken, Id, postCode } from './client.ts';
import { INSTAGRAM } from './outcome.ts';

/** The requested permissions, and what is missing without each. */
const SCOPES: Readonly<Record<string, string>> = {
  instagram_business_basic: 'your profile and your posts',
  instagram_business_manage_insights: 'how often your posts are viewed',
};
/** A personal account has none of these types. */
const PROFESSIONAL = new Set(['BUSINESS', 'MEDIA_CREATOR', 'CREATOR']);

const permissions = z.union([z.array(z.string()), z.string().transform((text) => text.split(/[\s,]+/))]);
const ShortToken = z.object({
  access_token: z.string().min(1).max(4000),
  permissions: permissions.optional(),
});
/** The documentation shows both forms. */
const CodeAnswer = z.union([
  z.object({ data: z.array(ShortToken).min(1) }).transform(({ data }) => data[0]!),
  ShortToken,
]);
const LongToken = z.object({
  access_token: z.string().min(1).max(4000),
  expires_in: z.number().int().positive().optional(),
});
const Profile = z.object({
  user_id: Id,
  username: z.string().min(1).max(100),
  name: z.string().max(500).optional(),
  account_type: z.string().max(100).optional(),
  profile_picture_url: z.url().max(4000).optional(),
});
const Me = z.union([z.object({ data: z.array(Profile).min(1) }).transform(({ data }) => data[0]!), Profile]);

export function authorizeUrl(
  site: Site,
  { state, redirectUri }: { state: string; redirectUri: string },
): string {
  const url = new URL(`${site.at.consent}/oauth/authorize`);
  url.search = new URLSearchParams({
    client_id: site.app.id,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: Object.keys(SCOPES).join(','),
    state,
  }).toString();
  return url.href;
}

/** The code's token is valid for an hour and is exchanged at once for one of about 60 days. */
export async function exchangeCode(
  site: Site,
  { code, redirectUri, now }: { code: string; redirectUri: string; now: number },
): Promise<Grant> {
  const { id: client_id, secret: client_secret } = site.app;
  const grant_type = 'authorization_code';
  const form = { client_id, client_secret, grant_type, redirect_uri: redirectUri, code };
  const short = await postCode(site, form, CodeAnswer);
  const asked = { grant_type: 'ig_exchange_token', client_secret, access_token: short.access_token };
  const long = await getToken(site, 'access_token', asked, LongToken);
  const granted = short.permissions;
  const missing = Object.entries(SCOPES).flatMap(([scope, words]) =>
    granted === undefined || granted.includes(scope) ? [] : [words],
  );
  // Without its first permission the profile cannot be read.
  if (missing.length > 0) return { ...tokensOf(long, now), user: { id: '', name: null }, missing };
  const me = await profileOf(site, long.access_token);
  return {
    ...tokensOf(long, now),
    user: {
      id: me.user_id,
      name: me.name || me.username,
      handle: me.username.toLowerCase(),
      avatarUrl: me.profile_picture_url ?? null,
    },
    missing,
  };
}

/** Throws `needs_human` for a personal account, of which the platform shows nothing. */
async function profileOf(site: Site, token: string): Promise<z.output<typeof Profile>> {
  const fields = Object.keys(Profile.shape).join(',');
  const me = await get({ site, token }, 'me', { fields }, Me).catch((error: unknown) => {
    const refused = error instanceof SocialError && error.kind === 'permission';
    throw refused ? INSTAGRAM.error('needs_human') : error;
  });
  if (!PROFESSIONAL.has((me.account_type ?? '').toUpperCase())) throw INSTAGRAM.error('needs_human');
  return me;
}

export const picture = async ({ site, token }: SocialSession): Promise<string | null> =>
  (await profileOf(site, token)).profile_picture_url ?? null;

/** Extends the token. The old one keeps its own end, so a renewal whose answer was lost is simply repeated. */
export async function renew(site: Site, token: string, now: number): Promise<Tokens> {
  const asked = { grant_type: 'ig_refresh_token', access_token: token };
  return tokensOf(await getToken(site, 'refresh_access_token', asked, LongToken), now);
}

/** What the platform says where it does not say when a token ends. */
const USUAL_LIFE_MS = 60 * DAY_MS;

/** A token can be renewed only while it lives, so it is its own refresh token and has the same end. */
function tokensOf(
  { access_token: token, expires_in: seconds }: z.output<typeof LongToken>,
  now: number,
): Tokens {
  const end = now + (seconds === undefined ? USUAL_LIFE_MS : seconds * SECOND_MS);
  return { token, refreshToken: token, expiresAt: end, refreshExpiresAt: end };
}
