// A person gives the service access to their organizations at Snapchat, and takes it back.
import * as z from 'zod';
import type { Vars } from '../../env.ts';
import { AdError } from '../ads/error.ts';
import type { AdGrant, AdTokens } from '../ads/platform.ts';
import { appOf, Id, signIn, snap } from './client.ts';
import { NAME } from './outcome.ts';

/** What is asked for, and what is missing without it. */
const SCOPES: Readonly<Record<string, string>> = {
  'snapchat-marketing-api': 'making ads and reading results',
  'snapchat-profile-api': 'listing your public profiles',
};

const Tokens = z.object({
  access_token: z.string().min(1).max(8000),
  refresh_token: z.string().min(1).max(8000),
  expires_in: z.number().int().positive(),
  scope: z.string().max(2000),
});
const Me = z.object({
  me: z.object({ id: Id, display_name: z.string().max(500).optional() }),
});

export function authorizeUrl(
  vars: Vars,
  { state, redirectUri }: { state: string; redirectUri: string },
): string {
  const url = new URL(`${vars.SNAPCHAT_LOGIN_URL}/login/oauth2/authorize`);
  url.search = new URLSearchParams({
    client_id: appOf(vars).id,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: Object.keys(SCOPES).join(' '),
    state,
  }).toString();
  return url.href;
}

/** A code that is used or too old ends no connection. */
function badCode(error: unknown): never {
  if (error instanceof AdError && error.kind === 'auth_expired')
    throw new AdError(NAME, 'invalid', { field: 'code' });
  throw error;
}

/** An access token is good for an hour; the refresh token until it is taken back. */
export async function exchangeCode(
  vars: Vars,
  { code, redirectUri, now }: { code: string; redirectUri: string; now: number },
): Promise<AdGrant> {
  const form = { grant_type: 'authorization_code', code, redirect_uri: redirectUri };
  const answer = await signIn(vars, 'access_token', form, Tokens).catch(badCode);
  const granted = answer.scope.split(/[\s,]+/);
  const missing = Object.entries(SCOPES).flatMap(([scope, words]) =>
    granted.includes(scope) ? [] : [words],
  );
  const tokens = tokensOf(answer, now);
  const { me } = await snap({ vars, token: tokens.token }, 'GET', 'me', Me);
  return { ...tokens, user: { id: me.id, name: me.display_name ?? null }, missing };
}

export async function renew(vars: Vars, refreshToken: string, now: number): Promise<AdTokens> {
  const form = { grant_type: 'refresh_token', refresh_token: refreshToken };
  return tokensOf(await signIn(vars, 'access_token', form, Tokens), now);
}

const tokensOf = (answer: z.output<typeof Tokens>, now: number): AdTokens => ({
  token: answer.access_token,
  refreshToken: answer.refresh_token,
  expiresAt: now + answer.expires_in * 1000,
});

export async function revoke(
  vars: Vars,
  { token, refreshToken }: Pick<AdTokens, 'token' | 'refreshToken'>,
): Promise<void> {
  await signIn(vars, 'revoke_token', { token: refreshToken ?? token }, z.unknown());
}
