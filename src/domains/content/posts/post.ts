import * as z from 'zod';
import { type Actor, seesMoney } from '../../../auth/actor.ts';
import { iso } from '../../../kit/time.ts';
import { bodyExample, recordExample } from '../../../resource/example.ts';
import { createdAt, currencyCode, id, ownId, singleLine, text, Version } from '../../../resource/fields.ts';
import type { MirroredPost } from '../mirrors/interface.ts';
import { type DailyGain, dailyGains } from './daily-gains.ts';
import type { FoundPost } from './found-store.ts';
import { CONFIDENCES, EVIDENCE_CODES } from './judge-post.ts';
import { POST_PLATFORMS } from './post-key.ts';
import type { posts } from './table.ts';
import { STATES } from './transitions.ts';

export type PostRow = typeof posts.$inferSelect;

export const POST_STATUSES = [...STATES, 'archived'] as const;
export const POST_STATUSES_SHOWN = STATES;

const TAG_COLORS = ['grey', 'dark_grey', 'purple', 'teal', 'green', 'yellow', 'orange', 'pink'] as const;

const Tag = z.object({
  name: z.string().describe('What the account calls it.'),
  color: z.enum(TAG_COLORS).describe('How it is shown.'),
});
export type PostTag = z.output<typeof Tag>;

const gained = (what: string) =>
  z.int().nullable().describe(`${what} gained; null where the platform does not tell them.`);

const Day = z.object({
  date: z.string().describe('UTC, `YYYY-MM-DD`.'),
  views: z.int().describe('Views gained; below zero where the platform took some back.'),
  engagements: z.int().describe('Likes, comments and shares together, of those that are told.'),
  likes: gained('Likes'),
  comments: gained('Comments'),
  shares: gained('Shares'),
  estimated: z
    .boolean()
    .describe(
      'Whether the platform told nothing on that day: what came until it did is spread over the days.',
    ),
});

const Evidence = z.object({
  code: z.enum(EVIDENCE_CODES).describe('Names the finding.'),
  text: z.string().describe('The finding in a sentence.'),
  factor: z
    .number()
    .nullable()
    .describe('How far it is from what is usual, as a share or a multiple; null where no number says it.'),
});

export const Post = z
  .object({
    id: ownId('post'),
    submission: id('submission').describe('The work that it shows.'),
    creator: id('creator').describe('Who published it.'),
    program: id('program').describe('What the work was sent in to.'),
    connection: id('connection')
      .nullable()
      .describe('The connected account that it was found on; null without one: then no views are known.'),
    title: z
      .string()
      .describe(
        'Its title or the beginning of its caption; empty without both, and once its account is disconnected.',
      ),
    creatorName: z.string().describe('Who published it, as people call them.'),
    handle: z
      .string()
      .nullable()
      .describe(
        'The handle of the account that it was found on; null without one, and once it is disconnected.',
      ),
    platform: z.enum(POST_PLATFORMS).describe('Where it was published.'),
    programName: z.string().describe('What the account calls the program.'),
    product: id('product').nullable().describe('What the work is about; null where that is no product.'),
    url: z.string().describe('Its address.'),
    videoUrl: z.string().nullable().describe("The platform's video; short-lived, null where it gives none."),
    thumbnailUrl: z.string().nullable().describe("The platform's picture; short-lived, null without one."),
    publishedAt: z.string().nullable().describe('When it was published; null while that is unknown.'),
    trackedUntil: z
      .string()
      .describe(
        "Until when views count: the end of the UTC day that is the pay's viewDays after publication.",
      ),
    status: z
      .enum(POST_STATUSES)
      .describe(
        '`tracking` until trackedUntil. `ready_for_review` waits for the brand, 14 days at most if its numbers look good. `approved` waits for the payment to be made and approved. `payment_approved`: the brand is being charged. `archived` is hidden by the account; its decision and pay go on.',
      ),
    note: z.string().nullable().describe('What the brand said with its decision; null without a word.'),
    needsConfirmation: z
      .boolean()
      .describe(
        'Whether the brand alone named its address. Its numbers are read once its creator has sent the same URL as that of the submission.',
      ),
    confidence: z.enum(CONFIDENCES).describe('What its numbers look like.'),
    reason: z.string().describe('Why, in a sentence.'),
    amount: z
      .int()
      .nullable()
      .describe(
        "Cents that the creator earns for its views, after a partner's share: an estimate until the payment is made. A rejected post earns nothing. Null to a member who is neither owner nor admin.",
      ),
    currency: currencyCode,
    eligibleViews: z
      .int()
      .nullable()
      .describe('Views while it was tracked, without those that ads brought; null where no views are known.'),
    tags: z.array(Tag).describe("The account's own labels; empty for the creator."),
    daily: z.array(Day).describe('What it gained on each day, oldest first, until its tracking ends.'),
    evidence: z
      .array(Evidence)
      .optional()
      .describe('Why it needs a review, for the account. Only when one post is read.'),
    version: Version,
    createdAt,
    updatedAt: createdAt,
  })
  .meta({ id: 'Post' });
recordExample(Post, {
  id: 'post_01k2d9q3v7h5m8r4t6w0x1y2z3',
  submission: 'sub_01k2d9q3v7h5m8r4t6w0x1y2z3',
  creator: 'crtr_01k2d9q3v7h5m8r4t6w0x1y2z3',
  program: 'prog_01k2d9q3v7h5m8r4t6w0x1y2z3',
  connection: 'conn_01k2d9q3v7h5m8r4t6w0x1y2z3',
  title: 'Ten thousand steps. #ad',
  creatorName: 'Ada Stone',
  handle: 'ada.makes',
  platform: 'tiktok',
  programName: 'Autumn shoes',
  product: null,
  url: 'https://www.tiktok.com/@ada.makes/video/7451234567890123456',
  videoUrl: null,
  thumbnailUrl: 'https://pictures.example.com/7451234567890123456.jpeg',
  publishedAt: '2026-08-10T09:30:00.000Z',
  trackedUntil: '2026-09-10T00:00:00.000Z',
  status: 'tracking',
  note: null,
  needsConfirmation: false,
  confidence: 'looks_good',
  reason: 'Its numbers look as usual.',
  amount: 9_200,
  currency: 'usd',
  eligibleViews: 18_400,
  tags: [{ name: 'Reuse', color: 'teal' }],
  daily: [
    {
      date: '2026-08-10',
      views: 12_400,
      engagements: 870,
      likes: 790,
      comments: 60,
      shares: 20,
      estimated: false,
    },
  ],
  evidence: [],
  version: 1,
  createdAt: '2026-08-10T10:00:00.000Z',
  updatedAt: '2026-08-10T10:00:00.000Z',
});
export type Post = z.output<typeof Post>;

export const PostUpdate = z.object({
  status: z
    .enum(['approved', 'rejected', 'ready_for_review', 'archived'])
    .optional()
    .describe(
      'approved or rejected decides a post that is ready for review; ready_for_review takes a rejection back; archived hides it from the account.',
    ),
  note: text(2000)
    .nullable()
    .optional()
    .describe('What the brand says about it, with a decision or after one. The creator reads it.'),
  tag: z
    .object({
      name: singleLine(100).describe('One of each name.'),
      color: z.enum(TAG_COLORS).describe('How it is shown.'),
    })
    .optional()
    .describe('A label of the account to add or, with assigned false, to remove by its name.'),
  assigned: z.boolean().optional().describe('With tag: true adds it, false removes it.'),
  archived: z
    .boolean()
    .optional()
    .describe(
      'false shows an archived post to the account again, with the status that it has by then; true is status archived.',
    ),
  version: Version.optional(),
});
bodyExample(PostUpdate, 'PostUpdate', { tag: { name: 'Reuse', color: 'teal' }, assigned: true });
export type PostUpdateInput = z.output<typeof PostUpdate>;

/** Whether another address of a post, or an account connected later, still changes what is counted. */
export const isUndecided = ({ state }: Pick<PostRow, 'state'>): boolean =>
  state === 'tracking' || state === 'ready_for_review';

export function presentPost(found: FoundPost, reader: Actor, expand?: 'evidence'): Post {
  const { row, mirrored } = found;
  const isAccount = reader.account !== null;
  const pay = found.payOf(row.state === 'rejected' ? 0 : (row.eligibleViews ?? 0));
  return {
    id: row.id,
    submission: row.submissionId,
    creator: row.creatorId,
    program: row.programId,
    connection: row.connectionId,
    title: titleOf(mirrored),
    creatorName: found.creatorName,
    handle: found.handle,
    platform: row.platform,
    programName: found.programName,
    product: found.productId,
    url: row.url,
    videoUrl: mirrored?.videoUrl ?? null,
    thumbnailUrl: mirrored?.thumbnailUrl ?? null,
    publishedAt: row.publishedAt === null ? null : iso(row.publishedAt),
    trackedUntil: iso(row.trackedUntil),
    // Archiving is the account's own filing: the creator goes on reading how far its post is.
    status: isAccount ? row.shown : row.state,
    note: row.note,
    needsConfirmation: found.urlByBrand && row.mirroredPostId === null && isUndecided(row),
    confidence: row.confidence,
    reason: row.reason,
    amount: seesMoney(reader) ? pay.amount : null,
    currency: pay.currency,
    eligibleViews: row.eligibleViews,
    tags: isAccount ? row.tags : [],
    daily: dailyOf(row, mirrored),
    ...(expand && isAccount ? { evidence: row.evidence } : {}),
    version: row.version,
    createdAt: iso(row.createdAt),
    updatedAt: iso(row.updatedAt),
  };
}

/** The gains of each day until the tracking ends. */
export function dailyOf(row: PostRow, mirrored: MirroredPost | null): DailyGain[] {
  if (!mirrored || row.publishedAt === null) return [];
  return dailyGains(mirrored.readings, row.publishedAt, row.trackedUntil);
}

const TITLE_LENGTH = 100;

function titleOf(mirrored: MirroredPost | null): string {
  const title = mirrored?.title ?? mirrored?.caption ?? '';
  const [line = ''] = title.trim().split('\n');
  return line.length > TITLE_LENGTH ? `${line.slice(0, TITLE_LENGTH - 1)}…` : line;
}
