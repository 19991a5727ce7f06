// Interprets Instagram's refusals. Their texts stay here, because they may contain names, URLs and tokens.
import * as z from 'zod';
import { HOUR_MS } from '../../kit/time.ts';
import { GraphError, graphCodeOf, graphKindOf } from '../meta/graph-refusal.ts';
import { formless, refused } from '../provider/refusal.ts';
import { type SocialError, socialProvider } from '../social/error.ts';

export const INSTAGRAM = socialProvider('Instagram');

const GraphRefusal = z.object({ error: GraphError });
/** The format of the host that exchanges codes. */
const SignInRefusal = z.object({ error_type: z.string(), code: z.number() });

/** The platform counts an account's requests over an hour. */
const WAIT_MS = HOUR_MS;

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
    const platformCode = graphCodeOf(error);
    return refused(INSTAGRAM, graphKindOf(status, error), { ...wait, platformCode });
  }
  const signIn = SignInRefusal.safeParse(body);
  if (signIn.success) {
    const kind = status === 429 ? 'rate_limited' : status >= 500 ? 'transient' : 'invalid';
    return refused(INSTAGRAM, kind, { ...wait, field: 'code', platformCode: String(signIn.data.code) });
  }
  return status >= 200 && status < 300 ? null : formless(INSTAGRAM, wait);
}
