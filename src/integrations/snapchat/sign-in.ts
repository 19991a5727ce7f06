// Signs a person in at Snapchat to get access to their organizations, and revokes that access.
import * as z from 'zod';
import { AdError } from '../ads/error.ts';
import type { Grant, Tokens } from '../provider/connectable.ts';
import type { Site } from '../provider/site.ts';
import { Id, signIn, snap } from './client.ts';
import { SNAPCHAT } from './outcome.ts';

/** The requested permissions, and what is missing without each. */
const SCOPES: Readonly<Record<string, string>> = {
  'snapchat-marketing-api': 'making ads and reading results',
  'snapchat-profile-api': 'listing your public profiles',
};

const TokenAnswer = z.object({
  access_token: z.string().min(1).max(8000),
  refresh_token: z.string().min(1).max(8000),
  expires_in: z.number().int().positive(),
  scope: z.string().max(2000),
});
const Me = z.object({
  me: z.object({ id: Id, display_name: z.string().max(500).optional() }),
});

export function authorizeUrl(
  site: Site,
  { state, redirectUri }: { state: string; redirectUri: string },
): string {
  const url = new URL(`${site.at.consent}/login/oauth2/authorize`);
  url.search = new URLSearchParams({
    client_id: site.app.id,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: Object.keys(SCOPES).join(' '),
    state,
  }).toString();
  return url.href;
}

/** A used or expired code does not mean that a connection has expired. */
function badCode(error: unknown): never {
  if (error instanceof AdError && error.kind === 'auth_expired')
    throw SNAPCHAT.error('invalid', { field: 'code' });
  throw error;
}

/** An access token is valid for an hour, the refresh token until it is revoked. */
export async function exchangeCode(
  site: Site,
  { code, redirectUri, now }: { code: string; redirectUri: string; now: number },
): Promise<Grant> {
  const form = { grant_type: 'authorization_code', code, redirect_uri: redirectUri };
  const answer = await signIn(site, 'access_token', form, TokenAnswer).catch(badCode);
  const granted = answer.scope.split(/[\s,]+/);
  const missing = Object.entries(SCOPES).flatMap(([scope, words]) =>
    granted.includes(scope) ? [] : [words],
  );
  const tokens = tokensOf(answer, now);
  const { me } = await snap({ site, token: tokens.token }, 'GET', 'me', Me);
  return { ...tokens, user: { id: me.id, name: me.display_name ?? null }, missing };
}

export async function renew(site: Site, refreshToken: string, now: number): Promise<Tokens> {
  const form = { grant_type: 'refresh_token', refresh_token: refreshToken };
  return tokensOf(await signIn(site, 'access_token', form, TokenAnswer), now);
}

const tokensOf = (answer: z.output<typeof TokenAnswer>, now: number): Tokens => ({
  token: answer.access_token,
  refreshToken: answer.refresh_token,
  expiresAt: now + answer.expires_in * 1000,
});

export async function revoke(
  site: Site,
  { token, refreshToken }: Pick<Tokens, 'token' | 'refreshToken'>,
): Promise<void> {
  await signIn(site, 'revoke_token', { token: refreshToken ?? token }, z.unknown());
}
