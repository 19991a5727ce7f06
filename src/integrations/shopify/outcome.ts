// Interprets Shopify's refusals. Their texts stay here, because they may contain names, URLs and tokens.
import * as z from 'zod';
import { HOUR_MS, SECOND_MS } from '../../kit/time.ts';
import type { ProviderErrorKind } from '../provider/error.ts';
import { formless, refused } from '../provider/refusal.ts';
import { type ShopError, shopProvider } from '../shops/error.ts';

export const SHOPIFY = shopProvider('Shopify');

/** Used when Shopify does not say how long to wait. */
const WAIT_MS = 10 * SECOND_MS;
const LONGEST_WAIT_MS = HOUR_MS;

const Code = z.string().regex(/^[A-Za-z_]{1,60}$/);
const GraphError = z.object({
  path: z.array(z.union([z.string(), z.number()])).nullish(),
  extensions: z.object({ code: z.unknown() }).optional().catch(undefined),
});
const Refusal = z.object({ errors: z.unknown() });
/** A refusal of the sign-in, according to RFC 6749. */
const SignIn = z.object({ error: z.string() });
const Payload = z.object({
  userErrors: z
    .array(z.object({ field: z.array(z.string()).nullish(), code: z.unknown().optional() }))
    .nonempty(),
});
const points = z.number().nonnegative().finite();
const Cost = z.object({
  extensions: z.object({
    cost: z.object({
      requestedQueryCost: points,
      throttleStatus: z.object({
        maximumAvailable: points.positive(),
        currentlyAvailable: points,
        restoreRate: points.positive(),
      }),
    }),
  }),
});
/** A part of a search that Shopify did not understand and left out. */
const Search = z.object({
  extensions: z.object({ search: z.array(z.object({ warnings: z.array(z.unknown()).nonempty() })).min(1) }),
});

/** The statuses that say what is wrong whatever the body is: a page for people, or JSON. */
const STATUSES: Readonly<Record<number, ProviderErrorKind>> = {
  401: 'auth_expired',
  // The shop's plan is not paid.
  402: 'needs_human',
  403: 'permission',
  404: 'not_found',
  // Shopify locked the shop.
  423: 'needs_human',
};

const SIGN_IN: Readonly<Record<string, ProviderErrorKind>> = {
  invalid_grant: 'auth_expired',
  invalid_client: 'permission',
  unauthorized_client: 'permission',
};

/** Other codes say that our query is wrong, which only a change of our code can fix. */
const CODES: Readonly<Record<string, ProviderErrorKind>> = {
  THROTTLED: 'rate_limited',
  ACCESS_DENIED: 'permission',
  SHOP_INACTIVE: 'needs_human',
  INTERNAL_SERVER_ERROR: 'transient',
  TIMEOUT: 'transient',
};

interface Asked {
  writes: boolean;
  /** Fields that Shopify may keep from us: they are null, and an error beside them says why. */
  withheld?: readonly string[];
}

/** The error in a response; null if it is not a refusal. */
export function refusalOf(
  status: number,
  headers: Headers,
  body: unknown,
  { writes, withheld = [] }: Asked,
): ShopError | null {
  const ok = status >= 200 && status < 300;
  const signIn = SignIn.safeParse(body);
  const known = (signIn.success && !ok ? SIGN_IN[signIn.data.error] : undefined) ?? STATUSES[status];
  if (known !== undefined) return SHOPIFY.error(known, { platformCode: String(status) });
  const refusal = Refusal.safeParse(body);
  if (!ok) {
    const retryAfterMs = waitOf(headers);
    const isRejected = (refusal.success || signIn.success) && status >= 400 && status < 500 && status !== 429;
    if (!isRejected) return formless(SHOPIFY, { status, writes, retryAfterMs });
    return SHOPIFY.error('invalid', { platformCode: String(status) });
  }
  if (!refusal.success) return Search.safeParse(body).success ? SHOPIFY.error('unreadable') : null;
  return graphErrorOf(refusal.data.errors, body, { writes, withheld });
}

function graphErrorOf(errors: unknown, body: unknown, { writes, withheld = [] }: Asked): ShopError | null {
  const read = z.array(GraphError).safeParse(errors);
  if (!read.success) return SHOPIFY.error('unreadable', { mayHaveHappened: writes });
  const [first] = read.data
    .map(({ path, extensions }) => ({
      field: path?.findLast((part) => typeof part === 'string'),
      code: Code.safeParse(extensions?.code).data ?? null,
    }))
    .filter(({ field, code }) => code !== 'ACCESS_DENIED' || !withheld.includes(String(field)));
  if (!first) return null;
  const kind = CODES[first.code ?? ''] ?? 'unreadable';
  const retryAfterMs = throttledFor(body);
  return refused(SHOPIFY, kind, { status: 200, writes, retryAfterMs, platformCode: first.code });
}

/** The first value that a mutation's payload rejects, as an error; null if there is none. */
export function userErrorOf(data: Record<string, unknown>): ShopError | null {
  for (const payload of Object.values(data)) {
    const read = Payload.safeParse(payload);
    if (!read.success) continue;
    const { field, code } = read.data.userErrors[0]!;
    const name = field?.at(-1);
    return SHOPIFY.error('invalid', {
      field: name === undefined ? null : (Code.safeParse(name).data ?? null),
      platformCode: Code.safeParse(code).data ?? null,
    });
  }
  return null;
}

/** The percentage of the shop's budget that is used up; null if the response does not say. */
export function usedOf(body: unknown): number | null {
  const read = Cost.safeParse(body);
  if (!read.success) return null;
  const { maximumAvailable: all, currentlyAvailable: left } = read.data.extensions.cost.throttleStatus;
  return Math.round((Math.max(0, all - left) / all) * 100);
}

/** How long the budget takes to hold what the query costs. */
function throttledFor(body: unknown): number {
  const read = Cost.safeParse(body);
  if (!read.success) return WAIT_MS;
  const { requestedQueryCost: cost, throttleStatus } = read.data.extensions.cost;
  const { currentlyAvailable: left, restoreRate } = throttleStatus;
  const wait = Math.ceil(((cost - left) / restoreRate) * SECOND_MS);
  return Math.min(Math.max(wait, SECOND_MS), LONGEST_WAIT_MS);
}

function waitOf(headers: Headers): number {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds * SECOND_MS, LONGEST_WAIT_MS) : WAIT_MS;
}
