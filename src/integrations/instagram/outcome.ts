// Interprets Instagram's refusals. Their texts stay here, because they may contain names, URLs and tokens.
import * as z from 'zod';
import { HOUR_MS } from '../../kit/time.ts';
import type { ProviderErrorKind } from '../provider/error.ts';
import { formless, refused } from '../provider/refusal.ts';
import { type SocialError, socialProvider } from '../social/error.ts';

export const INSTAGRAM = socialProvider('Instagram');

const GraphRefusal = z.object({
  error: z.object({
    code: z.number(),
    error_subcode: z.number().optional(),
    is_transient: z.boolean().optional(),
  }),
});
/** The format of the host that exchanges codes. */
const SignInRefusal = z.object({ error_type: z.string(), code: z.number() });

const LIMITS = new Set([4, 17, 32, 613]);
const TOKENS = new Set([102, 104, 190, 463, 467]);
const MISSING_OBJECT = 33;
/** The platform counts an account's requests over an hour. */
const WAIT_MS = HOUR_MS;

function kindOf(
  status: number,
  { code, error_subcode: subcode, is_transient: passing = false }: z.output<typeof GraphRefusal>['error'],
): ProviderErrorKind {
  if (LIMITS.has(code) || (code >= 80_000 && code <= 80_014)) return 'rate_limited';
  if (TOKENS.has(code)) return 'auth_expired';
  if (code === 10 || (code >= 200 && code <= 299)) return 'permission';
  if (code === 803 || (code === 100 && subcode === MISSING_OBJECT)) return 'not_found';
  // This version of the API no longer exists, which only a change of our code can fix.
  if (code === 2635) return 'unreadable';
  if (code === 1 || code === 2 || passing || status >= 500) return 'transient';
  if (status === 401) return 'auth_expired';
  return status === 403 ? 'permission' : 'invalid';
}

/** The error in a response; null if it is not a refusal. */
export function refusalOf(
  status: number,
  body: unknown,
  { writes, retryAfterMs }: { writes: boolean; retryAfterMs: number | null },
): SocialError | null {
  const wait = { status, writes, retryAfterMs: retryAfterMs ?? WAIT_MS };
  const graph = GraphRefusal.safeParse(body);
  if (graph.success) {
    const { error } = graph.data;
    const { code, error_subcode: subcode } = error;
    const platformCode = subcode === undefined ? String(code) : `${code}/${subcode}`;
    return refused(INSTAGRAM, kindOf(status, error), { ...wait, platformCode });
  }
  const signIn = SignInRefusal.safeParse(body);
  if (signIn.success) {
    const kind = status === 429 ? 'rate_limited' : status >= 500 ? 'transient' : 'invalid';
    return refused(INSTAGRAM, kind, { ...wait, field: 'code', platformCode: String(signIn.data.code) });
  }
  return status >= 200 && status < 300 ? null : formless(INSTAGRAM, wait);
}
