// Signs a creator in with TikTok's Login Kit, renews their tokens and gives them back.
import * as z from 'zod';
import { SECOND_MS } from '../../kit/time.ts';
import type { Grant, Tokens } from '../provider/connectable.ts';
import type { Site } from '../provider/site.ts';
import { SocialError } from '../social/error.ts';
import type { SocialSession } from '../social/platform.ts';
import { postForm, read } from './client.ts';
import { TIKTOK_DISPLAY } from './outcome.ts';

/** The requested permissions, and what is missing without each. */
const SCOPES: Readonly<Record<string, string>> = {
  'user.info.basic': 'your name and picture',
  'user.info.profile': 'your username',
  'video.list': 'your public videos',
};

const TokenAnswer = z.object({
  open_id: z.string().regex(/^[\w.-]{1,128}$/),
  scope: z.string().max(4000),
  access_token: z.string().min(1).max(4000),
  expires_in: z.number().int().positive(),
  refresh_token: z.string().min(1).max(4000),
  refresh_expires_in: z.number().int().positive(),
});
const Person = z.object({
  user: z.object({
    open_id: z.string(),
    display_name: z.string().max(500).optional(),
    username: z.string().max(100).optional(),
    avatar_url: z.url().max(4000).optional(),
  }),
});

export function authorizeUrl(
  site: Site,
  { state, redirectUri }: { state: string; redirectUri: string },
): string {
  const url = new URL(`${site.at.consent}/v2/auth/authorize/`);
  url.search = new URLSearchParams({
    client_key: site.app.id,
    response_type: 'code',
    scope: Object.keys(SCOPES).join(','),
    redirect_uri: redirectUri,
    state,
  }).toString();
  return url.href;
}

/** A used or expired code does not mean that a connection has expired. */
function badCode(error: unknown): never {
  if (error instanceof SocialError && error.kind === 'auth_expired')
    throw TIKTOK_DISPLAY.error('invalid', { field: 'code' });
  throw error;
}

export async function exchangeCode(
  site: Site,
  { code, redirectUri, now }: { code: string; redirectUri: string; now: number },
): Promise<Grant> {
  const form = { grant_type: 'authorization_code', redirect_uri: redirectUri, code };
  const answer = await postForm(site, 'token', form, TokenAnswer).catch(badCode);
  const granted = answer.scope.split(/[\s,]+/);
  const missing = Object.entries(SCOPES).flatMap(([scope, words]) =>
    granted.includes(scope) ? [] : [words],
  );
  const tokens = tokensOf(answer, now);
  if (missing.length > 0) return { ...tokens, user: { id: answer.open_id, name: null }, missing };
  const fields = ['open_id', 'display_name', 'username', 'avatar_url'];
  const { user } = await read({ site, token: tokens.token }, 'user/info', fields, Person);
  // A token for another person must not be accepted.
  if (user.open_id !== answer.open_id) throw TIKTOK_DISPLAY.error('unreadable');
  return {
    ...tokens,
    user: {
      id: user.open_id,
      name: user.display_name || user.username || null,
      handle: user.username?.toLowerCase() || null,
      avatarUrl: user.avatar_url ?? null,
    },
    missing,
  };
}

export async function picture(session: SocialSession): Promise<string | null> {
  const { user } = await read(session, 'user/info', ['open_id', 'avatar_url'], Person);
  return user.avatar_url ?? null;
}

/** The newest refresh token is the one to keep; the platform may give another one each time. */
export async function renew(site: Site, refreshToken: string, now: number): Promise<Tokens> {
  const form = { grant_type: 'refresh_token', refresh_token: refreshToken };
  return tokensOf(await postForm(site, 'token', form, TokenAnswer), now);
}

const tokensOf = (answer: z.output<typeof TokenAnswer>, now: number): Tokens => ({
  token: answer.access_token,
  refreshToken: answer.refresh_token,
  expiresAt: now + answer.expires_in * SECOND_MS,
  refreshExpiresAt: now + answer.refresh_expires_in * SECOND_MS,
});

export async function revoke(
  site: Site,
  { token, refreshToken }: Pick<Tokens, 'token' | 'refreshToken'>,
): Promise<void> {
  try {
    await postForm(site, 'revoke', { token }, z.unknown());
  } catch (error) {
    const ended = error instanceof SocialError && (error.kind === 'auth_expired' || error.kind === 'invalid');
    if (!ended || refreshToken === null) throw error;
    const fresh = await renew(site, refreshToken, 0);
    await postForm(site, 'revoke', { token: fresh.token }, z.unknown());
  }
}
