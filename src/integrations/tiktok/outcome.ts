// Interprets TikTok's refusals. Their texts stay here, because they may contain names, URLs and tokens.
import * as z from 'zod';
import { MINUTE_MS } from '../../kit/time.ts';
import { type AdError, type AdErrorKind, adProvider } from '../ads/error.ts';
import { formless, refused } from '../provider/refusal.ts';

export const TIKTOK = adProvider('TikTok');

/** The shape of every response. Refusals have it too, with HTTP status 200. */
export const Envelope = z.object({
  code: z.number().int(),
  message: z.string().optional(),
  data: z.unknown(),
});

const LIMITS = new Set([40016, 40100, 40132, 40133]);
const TOKENS = new Set([40102, 40103, 40104, 40105, 40107]);
/** The same request was sent a moment ago, and the first one counts. */
const DUPLICATE = 40050;
const LATER = new Set([40201, 40202, 40901, 60001]);
/** Only part of a request for several objects was done. We never send such requests. */
const PARTLY = 20001;

/** According to the platform's list of return codes. */
function kindOf(code: number): AdErrorKind {
  if (LIMITS.has(code)) return 'rate_limited';
  if (TOKENS.has(code)) return 'auth_expired';
  if (code === 40001 || code === 40113) return 'permission';
  if (code === 40300) return 'not_found';
  if (code === DUPLICATE || LATER.has(code) || (code >= 50_000 && code < 60_000)) return 'transient';
  return code !== PARTLY && code >= 40_000 && code < 50_000 ? 'invalid' : 'unreadable';
}

/** The error in a response; null if it is not a refusal. */
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
    // No response says how long to wait. The platform's longest window is a minute.
    retryAfterMs: MINUTE_MS,
    field: blamed(message),
    platformCode: String(code),
  });
}

/** The parameter named at the beginning of a refusal's message. */
const blamed = (message: string) => /^(?:[a-z_]{1,64}\.)*([a-z_]{1,64}): /.exec(message)?.[1] ?? null;
