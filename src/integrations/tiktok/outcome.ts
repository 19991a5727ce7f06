// What TikTok's refusals mean. Its words go no further than here: they may hold names, addresses and tokens.
import * as z from 'zod';
import { MINUTE_MS } from '../../kit/time.ts';
import { type AdError, type AdErrorKind, adProvider } from '../ads/error.ts';
import { formless, refused } from '../provider/refusal.ts';

export const TIKTOK = adProvider('TikTok');

/** Every answer, also of a refusal, which comes with HTTP 200. */
export const Envelope = z.object({
  code: z.number().int(),
  message: z.string().optional(),
  data: z.unknown(),
});

const LIMITS = new Set([40016, 40100, 40132, 40133]);
const TOKENS = new Set([40102, 40103, 40104, 40105, 40107]);
/** The same was asked for a moment ago: the first one counts. */
const DUPLICATE = 40050;
const LATER = new Set([40201, 40202, 40901, 60001]);
/** Part of what was asked for was done: which is told where we ask for several things, and that we never do. */
const PARTLY = 20001;

/** After the platform's list of return codes. */
function kindOf(code: number): AdErrorKind {
  if (LIMITS.has(code)) return 'rate_limited';
  if (TOKENS.has(code)) return 'auth_expired';
  if (code === 40001 || code === 40113) return 'permission';
  if (code === 40300) return 'not_found';
  if (code === DUPLICATE || LATER.has(code) || (code >= 50_000 && code < 60_000)) return 'transient';
  return code !== PARTLY && code >= 40_000 && code < 50_000 ? 'invalid' : 'unreadable';
}

/** The refusal that an answer is; null for one that is none. */
export function refusalOf(status: number, body: unknown, writes: boolean): AdError | null {
  const read = Envelope.safeParse(body);
  if (!read.success) {
    return formless(TIKTOK, { status, writes });
  }
  const { code, message = '' } = read.data;
  if (code === 0 && status >= 200 && status < 300) return null;
  const kind = kindOf(code);
  return refused(TIKTOK, kind, {
    status,
    writes,
    // No answer says how long: the longest window that the platform counts in is a minute.
    retryAfterMs: MINUTE_MS,
    field: blamed(message),
    platformCode: String(code),
  });
}

/** The parameter that a refusal begins with. */
const blamed = (message: string) => /^(?:[a-z_]{1,64}\.)*([a-z_]{1,64}): /.exec(message)?.[1] ?? null;
