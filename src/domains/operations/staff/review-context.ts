import type { StaffCtx } from '../../../context.ts';
import { type IdKind, isId } from '../../../kit/ids.ts';
import { iso } from '../../../kit/time.ts';
import { linkTo, stillOf } from '../../platform/files/interface.ts';
import { findContext, type Mentioned, type MentionedSubmission } from './review-context-store.ts';
import type { ReviewItem, ReviewSubmission } from './review-queue.ts';

const KINDS: Record<keyof Mentioned, IdKind> = {
  accounts: 'account',
  creators: 'creator',
  payments: 'payment',
  charges: 'charge',
  submissions: 'submission',
  programs: 'program',
};

/**
 * What a person needs beside a record to decide: its sides, the submission, and the names of its programs.
 */
export async function contextOf(
  ctx: StaffCtx,
  record: ReviewItem['record'],
): Promise<Pick<ReviewItem, 'parties' | 'submissions' | 'programs'>> {
  const texts = textsIn(record);
  const mentioned = Object.fromEntries(
    Object.entries(KINDS).map(([name, kind]) => [name, texts.filter((text) => isId(text, [kind]))]),
  ) as unknown as Mentioned;
  const { parties, submissions, programs } = await findContext(ctx, mentioned);
  return {
    parties,
    programs,
    submissions: await Promise.all(submissions.map((one) => shownSubmission(ctx, one))),
  };
}

/**
 * All text values of a record at any depth. An ID inside a sentence was written by a person, and does not
 * count.
 */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return [...new Set(Object.values(value).flatMap(textsIn))];
}

async function shownSubmission(
  ctx: StaffCtx,
  { file, submittedAt, ...submission }: MentionedSubmission,
): Promise<ReviewSubmission> {
  const [videoUrl, still] = await Promise.all([linkTo(ctx, file), stillOf(ctx, file)]);
  return { ...submission, submittedAt: iso(submittedAt), videoUrl, stillUrl: still?.url ?? null };
}
