import * as z from 'zod';
import { bodyExample, recordExample } from '../../../resource/example.ts';
import { createdAt, currencyCode, id, ownId, text, Version, webUrl } from '../../../resource/fields.ts';
import { Image } from '../../../resource/image.ts';
import type { FileRow } from '../../platform/files/file.ts';
import type { PayOverride } from '../program-terms/pay.ts';
import { PROGRAM_PLATFORMS } from '../program-terms/program.ts';
import { Comment, type Decider, decidedBy, MOST_COMMENTS } from './review.ts';
import { ApprovalPay, EarnedPay } from './submission-pay.ts';
import type { State } from './transitions.ts';

export const SUBMISSION_STATUSES = ['review', 'approved', 'live', 'rejected', 'revision'] as const;
const FORMATS = ['vertical', 'square', 'horizontal'] as const;
export type Format = (typeof FORMATS)[number];

const format = z.enum(FORMATS).nullable().describe("The video's orientation; null for work given by URL.");
const duration = z.number().nullable().describe('Seconds; null for work given by URL.');
const videoUrl = z.string().nullable().describe('Short-lived link to the video; null for work given by URL.');

export const Revision = z.object({
  file: id('file').nullable().describe('The video of that round; null for work given by URL.'),
  url: z.string().nullable().describe('Where that round was published; null for work given by file.'),
  caption: z.string().nullable().describe('What was to be written beside the post; null without any.'),
  format,
  duration,
  videoUrl,
  note: z.string().nullable().describe('Why it was sent back; null where nobody said.'),
  comments: z
    .array(Comment)
    .describe('What was to be changed, by moment. What was sent in next is the answer to it.'),
  decidedBy: decidedBy.describe('Who sent it back; null where that is not known.'),
  submittedAt: z.string().describe('When that round was sent in.'),
  reviewedAt: z.string().nullable().describe('When it was sent back.'),
});

export const Submission = z
  .object({
    id: ownId('submission'),
    program: id('program').describe('What it was sent in to.'),
    application: id('application').describe('By which the creator is in the program.'),
    creator: id('creator').describe('Whose work it is.'),
    account: id('account').describe("The program's account."),
    status: z
      .enum(SUBMISSION_STATUSES)
      .describe(
        '`review` waits for the brand, `revision` for the creator. `approved` becomes `live` once the URL of the post is known.',
      ),
    note: z
      .string()
      .nullable()
      .describe('What the brand says about the work as it is now; null while it says nothing.'),
    comments: z
      .array(Comment)
      .describe(
        'What is to be changed, by moment: those of `revision`, until the creator sends new work in.',
      ),
    tags: z.array(z.string()).describe("The brand's own labels; empty for the creator."),
    file: id('file').nullable().describe('The video as it is now; null for work given by URL.'),
    url: z.string().nullable().describe('Where the work is published; null until known.'),
    urlProblem: z
      .string()
      .nullable()
      .describe(
        'Why nobody knows the post that the URL leads to, and what to do: for a short link that its platform did not resolve; else null.',
      ),
    samePost: z
      .array(id('submission'))
      .optional()
      .describe(
        'Work of other creators in the program that names the same post, for the account; empty for the creator. Not in lists.',
      ),
    platform: z
      .enum(PROGRAM_PLATFORMS)
      .nullable()
      .describe('Where it is, or is to be, published; null where nobody said.'),
    caption: z.string().nullable().describe('What is to be written beside the post; null without any.'),
    format,
    duration,
    thumbnailUrl: z
      .string()
      .nullable()
      .describe('Short-lived link to the still that the video came with; null without one.'),
    videoUrl,
    thumbnailImage: Image.nullable().describe('The same still with its size; null without one.'),
    product: id('product')
      .nullable()
      .describe('What it is about; null where that is no product of the program.'),
    retainer: id('retainer')
      .nullable()
      .describe(
        "The retainer that ran when it was first sent in, and pays for it in the program's place; null without one.",
      ),
    submittedAt: z.string().describe('When the work as it is now was sent in.'),
    reviewedAt: z.string().nullable().describe('When the brand last decided; null before.'),
    decidedBy: decidedBy.describe('Who decided that; null before, and where it is not known.'),
    revisions: z
      .array(Revision)
      .optional()
      .describe('What was sent in before and sent back, oldest first. Not in lists.'),
    post: id('post')
      .nullable()
      .describe(
        'Its post, which is tracked; null until it is known, and for work elsewhere than on Instagram and TikTok.',
      ),
    postCode: z
      .string()
      .describe(
        "A hashtag of this work alone. In the caption of a post on the creator's connected account it says that the post shows this work.",
      ),
    paid: z
      .object({
        amount: z.int().describe("Cents, before a partner's share."),
        currency: currencyCode,
        payment: id('payment').describe('Where it is paid.'),
      })
      .nullable()
      .describe(
        'What the approval was paid with; null while nothing was, and to a member who is neither owner nor admin.',
      ),
    approvalPay: ApprovalPay.nullable()
      .optional()
      .describe(
        "What the program's rules pay for the approval, or would pay for it now. Null in `revision` and `rejected`, where they pay nothing for it or a retainer does, to a creator before it, and to a member who is neither owner nor admin. Not in lists.",
      ),
    earned: z
      .array(EarnedPay)
      .optional()
      .describe(
        "What the program's rules, and campaigns in their place, have counted for this work, and what became of it. Empty to a member who is neither owner nor admin. Not in lists.",
      ),
    payVersion: z
      .int()
      .describe(
        "The version of the program's pay that the work is paid by: the one it was first sent in under.",
      ),
    version: Version,
    createdAt,
    updatedAt: createdAt,
  })
  .meta({ id: 'Submission' });
recordExample(Submission, {
  id: 'sub_01k2d9q3v7h5m8r4t6w0x1y2z3',
  program: 'prog_01k2d9q3v7h5m8r4t6w0x1y2z3',
  application: 'appl_01k2d9q3v7h5m8r4t6w0x1y2z3',
  creator: 'crtr_01k2d9q3v7h5m8r4t6w0x1y2z3',
  account: 'acct_01k2d9q3v7h5m8r4t6w0x1y2z3',
  status: 'review',
  tags: [],
  platform: 'tiktok',
  file: 'file_01k2d9q3v7h5m8r4t6w0x1y2z3',
  url: null,
  urlProblem: null,
  samePost: [],
  caption: 'Ten thousand steps.',
  format: 'vertical',
  duration: 31,
  videoUrl:
    'https://api.example.com/files/file_01k2d9q3v7h5m8r4t6w0x1y2z3?expires=1786354200000&signature=5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e',
  note: null,
  comments: [],
  submittedAt: '2026-08-10T09:30:00.000Z',
  reviewedAt: null,
  decidedBy: null,
  thumbnailUrl:
    'https://api.example.com/files/file_01k2d9q3v7h5m8r4t6w0x1y2z4?expires=1786354200000&signature=4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d',
  thumbnailImage: {
    fileId: 'file_01k2d9q3v7h5m8r4t6w0x1y2z4',
    url: 'https://api.example.com/files/file_01k2d9q3v7h5m8r4t6w0x1y2z4?expires=1786354200000&signature=4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d4d',
    width: 1080,
    height: 1920,
    blurHash: 'LGF5?xYk^6#M@-5c,1J5@[or[Q6.',
  },
  product: null,
  retainer: null,
  revisions: [],
  post: null,
  postCode: '#wx1y2z3',
  paid: null,
  approvalPay: null,
  earned: [],
  payVersion: 1,
  version: 1,
  createdAt: '2026-08-10T09:30:00.000Z',
  updatedAt: '2026-08-10T09:30:00.000Z',
});

export type Submission = z.output<typeof Submission>;

const PostUrl = webUrl();
const Caption = text(5000).nullable();

export const SubmissionCreate = z.object({
  program: id('program').describe('One that is live, and that approved the creator.'),
  file: id('file').optional().describe('A ready video of yours, uploaded with purpose=submission.'),
  url: PostUrl.optional().describe(
    'Where the work is published: the URL of a post of its platform, kept without what does not name the post. A short link is kept until its platform says which post it leads to. Give this, a file, or both.',
  ),
  platform: z.enum(PROGRAM_PLATFORMS).optional().describe("The program's, when it has only one."),
  caption: Caption.optional().describe('What is to be written beside the post.'),
  product: id('product').nullable().optional().describe("One of the program's products."),
});
bodyExample(SubmissionCreate, 'SubmissionCreate', {
  program: 'prog_01k2d9q3v7h5m8r4t6w0x1y2z3',
  url: 'https://www.tiktok.com/@you/video/7300000000000000001',
});

export const SubmissionUpdate = z.object({
  status: z
    .enum(SUBMISSION_STATUSES)
    .optional()
    .describe('review sends the work in again (creator) or takes a decision back (brand).'),
  note: text(2000)
    .nullable()
    .optional()
    .describe('What the brand says about the work; needed to send it back. The creator reads it.'),
  comments: z
    .array(Comment)
    .max(MOST_COMMENTS)
    .optional()
    .describe('Only with status revision: what is to be changed, by moment. The creator reads them.'),
  tags: z
    .array(text(1000))
    .max(100)
    .optional()
    .describe(
      "The brand's own labels, which the creator does not see. They take the place of all that were there.",
    ),
  file: id('file').optional().describe('The new video of work that was sent back.'),
  url: PostUrl.optional().describe(
    "The post's URL, one of its platform's: on approved work it makes the work live. A creator that repeats the one that the brand named lets the brand see the post's numbers.",
  ),
  platform: z
    .enum(PROGRAM_PLATFORMS)
    .optional()
    .describe("The creator's to say, until the work is decided on."),
  caption: Caption.optional().describe(
    "What is to be written beside the post: the creator's to say, until the work is decided on.",
  ),
  product: id('product')
    .nullable()
    .optional()
    .describe("One of the program's products: the creator's to say, until the work is decided on."),
  version: Version.optional(),
});
bodyExample(SubmissionUpdate, 'SubmissionUpdate', { note: 'The logo comes too late.' });

export type SubmissionUpdateInput = z.output<typeof SubmissionUpdate>;

/** A round that was sent back, as it is stored. */
export interface Round {
  fileId: string | null;
  url: string | null;
  caption: string | null;
  format: string | null;
  durationMs: number | null;
  note: string | null;
  comments: Comment[];
  /** The account and person that decided; null in rounds of before it was kept. */
  decidedBy: Decider | null;
  submittedAt: number;
  reviewedAt: number | null;
}

export interface SubmissionRow extends Round {
  id: string;
  accountId: string;
  programId: string;
  applicationId: string;
  creatorId: string;
  status: State;
  tags: string[];
  platform: string | null;
  productId: string | null;
  retainerId: string | null;
  postId: string | null;
  urlByBrand: boolean;
  urlDueAt: number | null;
  urlTries: number;
  urlProblem: string | null;
  /** Approvals that were taken back: from when until when each was in force. */
  approvedBefore: [from: number, until: number][] | null;
  payVersion: number;
  payOverride: PayOverride | null;
  payDueAt: number | null;
  /**
   * The payment for the submission; without an amount if it is a bonus, or if a retainer's period covers the
   * submission.
   */
  paymentId: string | null;
  paidAmount: number | null;
  paidCurrency: string | null;
  version: number;
  createdAt: number;
  updatedAt: number;
}

/** The columns that a row keeps of a video; null for a submission by URL. */
export function videoColumns(file: FileRow | null): Pick<SubmissionRow, 'fileId' | 'format' | 'durationMs'> {
  return {
    fileId: file?.id ?? null,
    format: file ? formatOf(file.width, file.height) : null,
    durationMs: file?.duration == null ? null : Math.round(file.duration * 1000),
  };
}

function formatOf(width: number | null, height: number | null): Format | null {
  if (width === null || height === null) return null;
  if (width === height) return 'square';
  return width < height ? 'vertical' : 'horizontal';
}

/** Whether a submission was approved or live at a time (milliseconds). */
export function wasApproved(
  row: Pick<SubmissionRow, 'status' | 'reviewedAt' | 'approvedBefore' | 'createdAt'>,
  at: number,
): boolean {
  const isNow = row.status === 'approved' || row.status === 'live';
  if (isNow && at >= (row.reviewedAt ?? row.createdAt)) return true;
  return (row.approvedBefore ?? []).some(([from, until]) => at >= from && at < until);
}
