import type { Ctx } from '../../../context.ts';
import { iso } from '../../../kit/time.ts';
import { requireDataRequest, saveAnswered } from './data-request-store.ts';

/** Notes that somebody answered a customer's request for their data. Answering it again changes nothing. Throws not_found. */
export async function answerDataRequest(ctx: Ctx, id: string): Promise<{ answeredAt: string }> {
  const request = await requireDataRequest(ctx, id);
  if (request.answeredAt !== null) return { answeredAt: iso(request.answeredAt) };
  saveAnswered(ctx, request);
  return { answeredAt: iso(ctx.now) };
}
