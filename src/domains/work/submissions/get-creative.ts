import type { Ctx } from '../../../context.ts';
import { type Creative, presentCreative } from './creative.ts';
import { getSubmission } from './get-submission.ts';

export async function getCreative(ctx: Ctx, id: string): Promise<Creative> {
  return presentCreative(await getSubmission(ctx, id));
}
