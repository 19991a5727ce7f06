import type { Ctx } from '../../../context.ts';
import type { SubmissionQuery } from './get-submission.ts';
import { listAdjacent } from './list-store.ts';
import { SUBMISSION_STATUSES } from './submission.ts';

/** The submissions before and after one in the caller's list, where a review goes on. The list need not have that one itself. */
export async function getAdjacentSubmissions(
  ctx: Ctx,
  id: string,
  {
    status,
    sort,
    ...filter
  }: Pick<SubmissionQuery, 'program' | 'creator' | 'application' | 'platform' | 'tag' | 'status' | 'sort'>,
): Promise<{ previous: string | null; next: string | null }> {
  const statuses = status ? [...new Set(status)] : SUBMISSION_STATUSES;
  const { program, creator, ...more } = filter;
  return await listAdjacent(ctx, id, { program, creator, ...more, statuses }, sort === 'createdAt');
}
