import type * as z from 'zod';
import type { Ctx } from '../../../context.ts';
import { asState, type Creative, type CreativeUpdate, presentCreative } from './creative.ts';
import { updateSubmission } from './update-submission.ts';

/** Reviews a submission as its brand. It goes live only once the URL of its post is known. */
export async function updateCreative(
  ctx: Ctx,
  id: string,
  { status, note, tags }: z.output<typeof CreativeUpdate>,
): Promise<Creative> {
  const input = {
    ...(status && { status: asState(status) }),
    ...(note !== undefined && { note: note || null }),
    ...(tags && { tags }),
  };
  return presentCreative(await updateSubmission(ctx, id, input, { liveByUrl: true }));
}
