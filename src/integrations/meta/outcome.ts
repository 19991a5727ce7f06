// Interprets Meta's refusals. Their texts stay here, because they may contain names, URLs and tokens.
import * as z from 'zod';
import { HOUR_MS, MINUTE_MS } from '../../kit/time.ts';
import { type AdError, type AdErrorKind, adProvider } from '../ads/error.ts';
import { formless, refused } from '../provider/refusal.ts';

export const META = adProvider('Meta');

const Refusal = z.object({
  error: z.object({
    code: z.number(),
    error_subcode: z.number().optional(),
    is_transient: z.boolean().optional(),
    /** An object, or the same object as a JSON text. */
    error_data: z.unknown().optional(),
  }),
});

const LIMITS = new Set([4, 17, 32, 613]);
const TOKENS = new Set([102, 104, 190, 463, 467]);
const MISSING_OBJECT = 33;
/** The error for more objects than one synchronous copy may have. */
export const TOO_MANY_TO_COPY = 1_885_194;
const BUDGET_CHANGED_TOO_OFTEN = 1_487_632;

/**
 * According to https://developers.facebook.com/docs/graph-api/guides/error-handling and
 * …/marketing-api/overview/rate-limiting.
 */
function kindOf(status: number, code: number, subcode: number | undefined, passing: boolean): AdErrorKind {
  if (LIMITS.has(code) || (code >= 80_000 && code <= 80_014)) return 'rate_limited';
  if (TOKENS.has(code)) return 'auth_expired';
  if (code === 10 || (code >= 200 && code <= 299)) return 'permission';
  if (code === 368) return 'needs_human';
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
): AdError | null {
  const refusal = Refusal.safeParse(body);
  if (!refusal.success) {
    if (status >= 200 && status < 300) return null;
    return formless(META, { status, writes, retryAfterMs: retryAfterMs ?? waitOf(undefined) });
  }
  const {
    code,
    error_subcode: subcode,
    is_transient: passing = false,
    error_data: data,
  } = refusal.data.error;
  const kind = kindOf(status, code, subcode, passing);
  return refused(META, kind, {
    status,
    writes,
    retryAfterMs: retryAfterMs ?? waitOf(subcode),
    field: blamed(data),
    platformCode: subcode === undefined ? String(code) : `${code}/${subcode}`,
  });
}

const waitOf = (subcode: number | undefined) =>
  subcode === BUDGET_CHANGED_TOO_OFTEN ? HOUR_MS : 5 * MINUTE_MS;

const Blame = z.object({ blame_field_specs: z.array(z.array(z.string().regex(/^[a-z_]{1,64}$/))) });

/** The first parameter that a refusal blames. */
function blamed(data: unknown): string | null {
  let read = data;
  if (typeof data === 'string') {
    try {
      read = JSON.parse(data);
    } catch {
      return null;
    }
  }
  const blame = Blame.safeParse(read);
  return blame.success ? (blame.data.blame_field_specs[0]?.at(-1) ?? null) : null;
}
