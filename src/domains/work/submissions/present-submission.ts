// A submission as its readers see it.
import type * as z from 'zod';
import { type Actor, homeId, seesMoney } from '../../../auth/actor.ts';
import { iso, isoOrNull } from '../../../kit/time.ts';
import type { Image } from '../../../resource/image.ts';
import type { SubmissionPay } from './interface.ts';
import { postCode } from './post-code.ts';
import type { Decider } from './review.ts';
import type { Format, Revision, Round, Submission, SubmissionRow } from './submission.ts';

/** Short-lived links to a video and its still. */
export interface VideoLinks {
  video: string | null;
  still: z.output<typeof Image> | null;
}

/** What records are shown with. */
export interface Shown {
  /** By file. */
  links: ReadonlyMap<string, VideoLinks>;
  /** What the people who decided are called, by ID. */
  names: ReadonlyMap<string, string>;
}

/**
 * @param more what is left out in lists: the rounds before, the pay, and other creators' work that names the same post.
 */
export function presentSubmission(
  row: SubmissionRow,
  reader: Actor,
  shown: Shown,
  more?: { rounds: Round[]; pay: SubmissionPay; samePost: string[] },
): Submission {
  const still = shown.links.get(row.fileId ?? '')?.still ?? null;
  return {
    id: row.id,
    program: row.programId,
    application: row.applicationId,
    creator: row.creatorId,
    account: row.accountId,
    status: row.status,
    tags: reader.account ? row.tags : [],
    platform: row.platform as Submission['platform'],
    ...presentRound(row, row.accountId, reader, shown),
    urlProblem: row.urlProblem,
    thumbnailUrl: still?.url ?? null,
    thumbnailImage: still,
    product: row.productId,
    retainer: row.retainerId,
    post: row.postId,
    postCode: postCode(row.id),
    paid:
      row.paymentId === null || row.paidAmount === null || row.paidCurrency === null || !seesMoney(reader)
        ? null
        : { amount: row.paidAmount, currency: row.paidCurrency, payment: row.paymentId },
    ...(more && {
      revisions: more.rounds.map((round) => presentRound(round, row.accountId, reader, shown)),
      ...payFor(reader, more.pay),
      samePost: reader.account ? more.samePost : [],
    }),
    payVersion: row.payVersion,
    version: row.version,
    createdAt: iso(row.createdAt),
    updatedAt: iso(row.updatedAt),
  };
}

function payFor(reader: Actor, pay: SubmissionPay): SubmissionPay {
  if (!seesMoney(reader)) return { approvalPay: null, earned: [] };
  // What an approval would leave of cap and budget is for whoever decides.
  return pay.approvalPay?.status === 'expected' && !reader.account ? { ...pay, approvalPay: null } : pay;
}

function presentRound(
  round: Round,
  accountId: string,
  reader: Actor,
  { links, names }: Shown,
): z.output<typeof Revision> {
  return {
    file: round.fileId,
    url: round.url,
    caption: round.caption,
    format: round.format as Format | null,
    duration: round.durationMs === null ? null : round.durationMs / 1000,
    videoUrl: links.get(round.fileId ?? '')?.video ?? null,
    note: round.note,
    comments: round.comments,
    decidedBy: presentDecider(round.decidedBy, accountId, reader, names),
    submittedAt: iso(round.submittedAt),
    reviewedAt: isoOrNull(round.reviewedAt),
  };
}

/** A creator deals with the account, whoever acts for it; and people are known to those of their own account. */
function presentDecider(
  decider: Decider | null,
  accountId: string,
  reader: Actor,
  names: ReadonlyMap<string, string>,
): Submission['decidedBy'] {
  if (!decider) return null;
  if (!reader.account) return { account: accountId, person: null };
  const { account, person } = decider;
  const name = person !== null && account === homeId(reader) ? names.get(person) : undefined;
  return { account, person: name === undefined ? null : { id: person!, name } };
}
