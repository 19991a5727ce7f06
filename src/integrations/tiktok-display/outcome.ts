// Interprets the refusals of TikTok's Login Kit and Display API. Their texts stay here.
import * as z from 'zod';
import { MINUTE_MS } from '../../kit/time.ts';
import type { ProviderErrorKind } from '../provider/error.ts';
import { formless, refused } from '../provider/refusal.ts';
import { type SocialError, socialProvider } from '../social/error.ts';

export const TIKTOK_DISPLAY = socialProvider('TikTok');

/** Reading answers `error` as an object, which says `ok` when there is none. */
const ReadAnswer = z.object({ error: z.object({ code: z.string().max(100) }) });
/** Tokens answer it as a word. */
const TokenAnswer = z.object({ error: z.string().max(100) });

const KINDS: Readonly<Record<string, ProviderErrorKind>> = {
  access_token_invalid: 'auth_expired',
  scope_not_authorized: 'permission',
  scope_permission_missed: 'permission',
  rate_limit_exceeded: 'rate_limited',
  internal_error: 'transient',
  // A code or a refresh token that is used, expired or unknown.
  invalid_grant: 'auth_expired',
  server_error: 'transient',
  temporarily_unavailable: 'transient',
};

/** The error in a response; null if it is not a refusal. */
export function refusalOf(status: number, body: unknown, writes: boolean): SocialError | null {
  const wait = { status, writes, retryAfterMs: MINUTE_MS };
  const read = ReadAnswer.safeParse(body);
  const token = TokenAnswer.safeParse(body);
  if (!read.success && !token.success)
    return status >= 200 && status < 300 ? null : formless(TIKTOK_DISPLAY, wait);
  const code = read.success ? read.data.error.code : token.data!.error;
  if (code === 'ok' && status >= 200 && status < 300) return null;
  const byStatus = status === 429 ? 'rate_limited' : status >= 500 ? 'transient' : 'invalid';
  return refused(TIKTOK_DISPLAY, KINDS[code] ?? byStatus, {
    ...wait,
    platformCode: /^[a-z_]{1,64}$/.test(code) ? code : null,
  });
}
