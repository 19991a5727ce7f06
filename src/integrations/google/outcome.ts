// Interprets Google's refusals. Their texts stay here, because they may contain names, URLs and tokens.
import * as z from 'zod';
import { MINUTE_MS, SECOND_MS } from '../../kit/time.ts';
import { type AdError, type AdErrorKind, adProvider } from '../ads/error.ts';
import { formless, refused } from '../provider/refusal.ts';

export const GOOGLE = adProvider('Google');

const OneError = z.object({
  errorCode: z.record(z.string().regex(/^[A-Za-z]{1,80}$/), z.string().regex(/^[A-Z0-9_]{1,120}$/)),
  location: z
    .object({ fieldPathElements: z.array(z.object({ fieldName: z.string() })).optional() })
    .optional(),
  details: z
    .object({
      quotaErrorDetails: z.object({ retryDelay: z.string().optional() }).optional(),
      budgetPerDayMinimumErrorDetails: z
        .object({
          budgetPerDayMinimumMicros: z
            .string()
            .regex(/^\d{1,15}$/)
            .optional(),
        })
        .optional(),
    })
    .optional(),
});

const Failure = z.object({ errors: z.array(OneError).min(1) });
const Refusal = z.object({ error: z.object({ details: z.array(z.unknown()).optional() }) });

/** The first error of the API itself in a response; null for an error of the infrastructure in front of it, or none. */
export function errorIn(body: unknown): z.output<typeof OneError> | null {
  const refusal = Refusal.safeParse(body);
  for (const detail of refusal.data?.error.details ?? []) {
    const failure = Failure.safeParse(detail);
    if (failure.success) return failure.data.errors[0]!;
  }
  return null;
}

const MISSING = ['mutateError.RESOURCE_NOT_FOUND', 'requestError.RESOURCE_NOT_FOUND'];
const PEOPLE = [
  ...['authorizationError.ACTION_NOT_PERMITTED_FOR_SUSPENDED_ACCOUNT', 'authorizationError.MISSING_TOS'],
  'authorizationError.INCOMPLETE_SIGNUP',
  'authorizationError.CUSTOMER_NOT_ENABLED',
];
/** Errors that only a change of our code or configuration can fix. */
const OURS = ['requestError.UNSUPPORTED_VERSION', 'requestError.CLOUD_PROJECT_NOT_FOUND'];

/** According to https://developers.google.com/google-ads/api/docs/common-errors. */
function kindOf(status: number, code: string | null): AdErrorKind {
  const family = code?.split('.')[0];
  if (code !== null && MISSING.includes(code)) return 'not_found';
  if (code !== null && PEOPLE.includes(code)) return 'needs_human';
  if (code !== null && OURS.includes(code)) return 'unreadable';
  if (code === 'quotaError.ACCESS_PROHIBITED') return 'permission';
  if (family === 'authenticationError') return 'auth_expired';
  if (family === 'authorizationError') return 'permission';
  if (family === 'quotaError') return 'rate_limited';
  if (family === 'internalError' || code === 'databaseError.CONCURRENT_MODIFICATION') return 'transient';
  if (status === 401) return 'auth_expired';
  if (status === 403) return 'permission';
  if (status === 404) return 'not_found';
  if (status === 429) return 'rate_limited';
  return status >= 500 ? 'transient' : 'invalid';
}

/** The error in a response; null if it is not a refusal. */
export function refusalOf(status: number, body: unknown, writes: boolean): AdError | null {
  if (status >= 200 && status < 300) return null;
  if (!Refusal.safeParse(body).success)
    return formless(GOOGLE, { status, writes, retryAfterMs: 5 * MINUTE_MS });
  const error = errorIn(body);
  const [family, name] = Object.entries(error?.errorCode ?? {})[0] ?? [];
  const code = family === undefined ? null : `${family}.${name}`;
  const kind = kindOf(status, code);
  const delay = /^(\d{1,6})(?:\.\d+)?s$/.exec(error?.details?.quotaErrorDetails?.retryDelay ?? '')?.[1];
  const field = error?.location?.fieldPathElements?.at(-1)?.fieldName ?? '';
  return refused(GOOGLE, kind, {
    status,
    writes,
    retryAfterMs: delay === undefined ? 5 * MINUTE_MS : Number(delay) * SECOND_MS,
    field: /^[a-z0-9_]{1,64}$/.test(field) ? field : null,
    platformCode: code,
  });
}
