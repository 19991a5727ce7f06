// Interprets Meta's refusals. Their texts stay here, because they may contain names, URLs and tokens.
import * as z from 'zod';
import { HOUR_MS, MINUTE_MS } from '../../kit/time.ts';
import { type AdError, adProvider } from '../ads/error.ts';
import { formless, refused } from '../provider/refusal.ts';
import { GraphError, graphCodeOf, graphKindOf } from './graph-refusal.ts';

export const META = adProvider('Meta');

const Refusal = z.object({
  error: GraphError.extend({
    /** An object, or the same object as a JSON text. */
    error_data: z.unknown().optional(),
  }),
});

/** The platform has blocked the account for a while until a person has looked at it. */
const BLOCKED = 368;
/** The error for more objects than one synchronous copy may have. */
export const TOO_MANY_TO_COPY = 1_885_194;
const BUDGET_CHANGED_TOO_OFTEN = 1_487_632;

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
  const { error } = refusal.data;
  return refused(META, error.code === BLOCKED ? 'needs_human' : graphKindOf(status, error), {
    status,
    writes,
    retryAfterMs: retryAfterMs ?? waitOf(error.error_subcode),
    field: blamed(error.error_data),
    platformCode: graphCodeOf(error),
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
