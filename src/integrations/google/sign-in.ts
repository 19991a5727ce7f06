// Signs a person in at Google to get access to their ad accounts, and revokes that access.
import * as z from 'zod';
import type { AdErrorKind } from '../ads/error.ts';
import { ask } from '../provider/ask.ts';
import type { Grant, Tokens } from '../provider/connectable.ts';
import { readAs } from '../provider/refusal.ts';
import type { Site } from '../provider/site.ts';
import { GOOGLE } from './outcome.ts';

const ADS = 'https://www.googleapis.com/auth/adwords';

const Token = z.object({
  access_token: z.string().min(1).max(4000),
  expires_in: z.number().int().positive(),
  scope: z.string().max(4000),
  refresh_token: z.string().min(1).max(4000).optional(),
});
const FirstToken = Token.extend({
  refresh_token: z.string().min(1).max(4000),
  id_token: z.string().max(8000),
});
const Claims = z.object({
  iss: z.enum(['https://accounts.google.com', 'accounts.google.com']),
  aud: z.string(),
  sub: z.string().regex(/^\d{1,32}$/),
  email: z.string().max(320).optional(),
});
const Refusal = z.object({ error: z.string() });

export function authorizeUrl(
  site: Site,
  { state, redirectUri }: { state: string; redirectUri: string },
): string {
  const url = new URL(`${site.at.consent}/o/oauth2/v2/auth`);
  url.search = new URLSearchParams({
    client_id: site.app.id,
    redirect_uri: redirectUri,
    state,
    response_type: 'code',
    scope: `openid email ${ADS}`,
    // Google issues a refresh token only for offline access, and to a person who agreed before only if `prompt=consent`
    // asks again.
    access_type: 'offline',
    prompt: 'consent',
  }).toString();
  return url.href;
}

/** @param refused the error for a code or token that is refused. */
async function token<S extends z.ZodType>(
  site: Site,
  form: Record<string, string>,
  shape: S,
  refused: AdErrorKind,
): Promise<z.output<S>> {
  const { id: client_id, secret: client_secret } = site.app;
  const body = new URLSearchParams({ client_id, client_secret, ...form });
  const url = new URL(`${site.at.tokens}/token`);
  const answer = await ask(GOOGLE, url, { method: 'POST', body }, { writes: false });
  const { status } = answer;
  if (status < 200 || status >= 300) {
    const error = Refusal.safeParse(answer.body).data?.error;
    if (error === 'invalid_grant') throw GOOGLE.error(refused, { platformCode: error });
    throw GOOGLE.error(status === 429 ? 'rate_limited' : status >= 500 ? 'transient' : 'unreadable');
  }
  return readAs(GOOGLE, shape, answer.body);
}

export async function exchangeCode(
  site: Site,
  { code, redirectUri, now }: { code: string; redirectUri: string; now: number },
): Promise<Grant> {
  const asked = { grant_type: 'authorization_code', code, redirect_uri: redirectUri };
  const given = await token(site, asked, FirstToken, 'invalid');
  const { sub, email } = claimsOf(site, given.id_token);
  return {
    token: given.access_token,
    refreshToken: given.refresh_token,
    expiresAt: now + given.expires_in * 1000,
    user: { id: sub, name: email ?? null },
    missing: given.scope.split(' ').includes(ADS) ? [] : ['managing your ad campaigns'],
  };
}

/**
 * The token came from Google over TLS in exchange for our secret, so its signature needs no check, only its audience.
 */
function claimsOf(site: Site, idToken: string): z.output<typeof Claims> {
  const part = (idToken.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
  try {
    const text = new TextDecoder().decode(Uint8Array.from(atob(part), (one) => one.charCodeAt(0)));
    const claims = Claims.parse(JSON.parse(text));
    if (claims.aud === site.app.id) return claims;
  } catch {
    // Not a token for our app.
  }
  throw GOOGLE.error('unreadable');
}

/** Google keeps the same refresh token. */
export async function renew(site: Site, refreshToken: string, now: number): Promise<Tokens> {
  const asked = { grant_type: 'refresh_token', refresh_token: refreshToken };
  const given = await token(site, asked, Token, 'auth_expired');
  return {
    token: given.access_token,
    refreshToken: given.refresh_token ?? null,
    expiresAt: now + given.expires_in * 1000,
  };
}

/** Revoking either token revokes the whole consent. The access token may have expired already. */
export async function revoke(
  site: Site,
  tokens: { token: string; refreshToken: string | null },
): Promise<void> {
  const url = new URL(`${site.at.tokens}/revoke`);
  const body = new URLSearchParams({ token: tokens.refreshToken ?? tokens.token });
  const { status } = await ask(GOOGLE, url, { method: 'POST', body }, { writes: true });
  if (status !== 200) throw GOOGLE.error(status >= 500 ? 'transient' : 'auth_expired');
}
