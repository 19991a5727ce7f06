// Interprets Snapchat's refusals. Their texts stay here, because they may contain names, URLs and tokens.
import * as z from 'zod';
import { SECOND_MS } from '../../kit/time.ts';
import { type AdError, type AdErrorKind, adProvider } from '../ads/error.ts';
import { formless, refused } from '../provider/refusal.ts';
import { SNAPCHAT_PLACES } from './places.ts';

export const SNAPCHAT = adProvider('Snapchat');

/** Snapchat does not say how long to wait. Its limits are averages over seconds. */
const WAIT_MS = 10 * SECOND_MS;
const LONGEST_WAIT_MS = 3600 * SECOND_MS;

const Code = z.string().regex(/^E\d{1,6}$/);
const Envelope = z.object({
  request_status: z.string(),
  error_code: z.string().optional(),
  debug_message: z.string().optional(),
});
/** A refusal of the sign-in, according to RFC 6749. */
const SignIn = z.object({ error: z.string() });
const Item = z.object({
  sub_request_status: z.string(),
  sub_request_error_reason: z.string().optional(),
});

const isWell = (status: string) => status.toUpperCase() === 'SUCCESS';

/**
 * According to https://developers.snap.com/api/marketing-api/Ads-API/errors: the HTTP status decides, whatever the
 * code.
 */
function kindOf(status: number, code: string | null): AdErrorKind {
  if (status === 429) return 'rate_limited';
  if (status === 401) return 'auth_expired';
  if (status === 403) return 'permission';
  if (status === 404 || code === 'E3003') return 'not_found';
  if (status >= 500) return 'transient';
  // This version of the API no longer exists or lacks the request, which only a change of our code can fix.
  return status === 405 || status === 406 || status === 410 ? 'unreadable' : 'invalid';
}

const SIGN_IN: Readonly<Record<string, AdErrorKind>> = {
  invalid_grant: 'auth_expired',
  invalid_client: 'permission',
  unauthorized_client: 'permission',
};

/** The error in a response; null if it is not a refusal. */
export function refusalOf(
  status: number,
  headers: Headers,
  body: unknown,
  { writes }: { writes: boolean },
): AdError | null {
  const ok = status >= 200 && status < 300;
  const signIn = SignIn.safeParse(body);
  if (!ok && signIn.success) return SNAPCHAT.error(SIGN_IN[signIn.data.error] ?? 'invalid');
  const envelope = Envelope.safeParse(body);
  if (!envelope.success) {
    if (ok) return null;
    return formless(SNAPCHAT, { status, writes, retryAfterMs: waitOf(headers) });
  }
  const { request_status: told, error_code, debug_message: message = '' } = envelope.data;
  const code = Code.safeParse(error_code).data ?? null;
  if (!ok || (!isWell(told) && code !== null)) {
    return refused(SNAPCHAT, kindOf(status, code), {
      status,
      writes,
      retryAfterMs: waitOf(headers),
      field: blamed(message),
      platformCode: code,
    });
  }
  const bad = itemsOf(body).find((item) => !isWell(item.sub_request_status));
  if (bad) {
    const field = blamed(bad.sub_request_error_reason ?? '');
    return SNAPCHAT.error(writes ? 'invalid' : 'unreadable', { field: writes ? field : null });
  }
  return isWell(told) ? null : SNAPCHAT.error('unreadable', { mayHaveHappened: writes });
}

function waitOf(headers: Headers): number {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  const said =
    Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds * SECOND_MS, LONGEST_WAIT_MS) : null;
  return said ?? WAIT_MS;
}

/** The results that a response has for each object. */
function itemsOf(body: unknown): z.output<typeof Item>[] {
  return Object.values(body as object)
    .filter(Array.isArray)
    .flat()
    .flatMap((item) => Item.safeParse(item).data ?? []);
}

/**
 * A word such as `id` may occur in any sentence, so only names that map to a campaign field or have two parts count.
 */
const FIELDS = Object.entries(SNAPCHAT_PLACES).flatMap(([name, place]) =>
  place !== null || name.includes('_') ? [name] : [],
);
/** A field by its path, such as `targeting.demographics.gender`. */
const FIELD = new RegExp(`\\b(?:[a-z0-9_]+\\.)*(${FIELDS.join('|')})\\b`);

/** The first known field that a refusal mentions. Nothing else of its text is kept. */
const blamed = (text: string): string | null => FIELD.exec(text)?.[1] ?? null;
