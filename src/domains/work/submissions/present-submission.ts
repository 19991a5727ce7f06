// A submission as its readers see it.
import type * as z from 'zod';
import { type Actor, seesMoney } from '../../../auth/actor.ts';
import { iso, isoOrNull } from '../../../kit/time.ts';
import type { Image } from '../../../resource/image.ts';
import { postCode } from './post-code.ts';
import type { Format, Revision, Round, Submission, SubmissionRow } from './submission.ts';
import type { ApprovalPay, EarnedPay } from './submission-pay.ts';

/** Short-lived links to a video and its still. */
export interface VideoLinks {
  video: string | null;
  still: z.output<typeof Image> | null;
}

/**
 * @param links to the videos, by file.
 * @param more what is left out in lists: the pay, and other creators' work that names the same post.
 */
export function presentSubmission(
  row: SubmissionRow,
  reader: Actor,
  links: ReadonlyMap<string, VideoLinks>,
  more?: { pay: { approvalPay: ApprovalPay | null; earned: EarnedPay[] }; samePost: string[] },
): Submission {
  const still = links.get(row.fileId ?? '')?.still ?? null;
  return {
    id: row.id,
    program: row.programId,
    application: row.applicationId,
    creator: row.creatorId,
    account: row.accountId,
    status: row.status,
    tags: reader.account ? row.tags : [],
    platform: row.platform as Submission['platform'],
    ...presentRound(row, links),
    urlProblem: row.urlProblem,
    thumbnailUrl: still?.url ?? null,
    thumbnailImage: still,
    product: row.productId,
    retainer: row.retainerId,
    revisions: row.revisions.map((round) => presentRound(round, links)),
    post: row.postId,
    postCode: postCode(row.id),
    paid:
      row.paymentId === null || row.paidAmount === null || row.paidCurrency === null || !seesMoney(reader)
        ? null
        : { amount: row.paidAmount, currency: row.paidCurrency, payment: row.paymentId },
    ...(more && {
      ...(seesMoney(reader) ? more.pay : { approvalPay: null, earned: [] }),
      samePost: reader.account ? more.samePost : [],
    }),
    payVersion: row.payVersion,
    version: row.version,
    createdAt: iso(row.createdAt),
    updatedAt: iso(row.updatedAt),
  };
}

function presentRound(round: Round, links: ReadonlyMap<string, VideoLinks>): z.output<typeof Revision> {
  return {
    file: round.fileId,
    url: round.url,
    caption: round.caption,
    format: round.format as Format | null,
    duration: round.durationMs === null ? null : round.durationMs / 1000,
    videoUrl: links.get(round.fileId ?? '')?.video ?? null,
    note: round.note,
    submittedAt: iso(round.submittedAt),
    reviewedAt: isoOrNull(round.reviewedAt),
  };
}
