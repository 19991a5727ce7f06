// Refusals in the format of Meta's Graph API, which its ads and Instagram have in common.
import * as z from 'zod';
import type { ProviderErrorKind } from '../provider/error.ts';

export const GraphError = z.object({
  code: z.number(),
  error_subcode: z.number().optional(),
  is_transient: z.boolean().optional(),
});
type GraphError = z.output<typeof GraphError>;

const LIMITS = new Set([4, 17, 32, 613]);
const TOKENS = new Set([102, 104, 190, 463, 467]);
const MISSING_OBJECT = 33;

/**
 * According to https://developers.facebook.com/docs/graph-api/guides/error-handling and
 * …/marketing-api/overview/rate-limiting.
 */
export function graphKindOf(
  status: number,
  { code, error_subcode: subcode, is_transient: passing = false }: GraphError,
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

/** The error's number, for people who investigate. */
export const graphCodeOf = ({ code, error_subcode: subcode }: GraphError): string =>
  subcode === undefined ? String(code) : `${code}/${subcode}`;
