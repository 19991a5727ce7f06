// What the domains above tell of posts, and what they may ask of them.
import { and, eq, gte, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { DAY_MS } from '../../../kit/time.ts';
import { findMirroredPosts, type PostReading } from '../mirrors/interface.ts';
import { type DailyGain, dailyGains } from './daily-gains.ts';
import type { PostRow } from './post.ts';
import { posts } from './table.ts';

/** A submission, and the UTC day up to which the views of its ads are asked for. */
export interface AdViewsAsked {
  submissionId: string;
  until: string;
}

/**
 * How many of the views that a platform counts on the post of a submission came from ads with it, by submission. Those without
 * any are left out.
 */
export type FindAdViews = (
  ctx: SystemCtx,
  asked: readonly AdViewsAsked[],
) => Promise<ReadonlyMap<string, number>>;

export interface TrackedPostsAsked {
  /** An account, the clients of a partner (a subquery of their IDs), or a creator. */
  of: { account: string } | { clients: SQL } | { creator: string };
  /** UTC days, both inclusive. */
  from: string;
  to: string;
  submission?: string | undefined;
  program?: string | undefined;
  creator?: string | undefined;
  platform?: string | undefined;
}

/** A tracked post that was found on an account, with what it gained on each day of a range. */
export interface TrackedPost extends Pick<PostRow, 'accountId' | 'submissionId' | 'creatorId' | 'platform'> {
  days: (DailyGain & { saves: number | null })[];
  /** When its counts were last read, in milliseconds; null before the first time. */
  readAt: number | null;
  /** Whether nothing more of the range is to be read. */
  isComplete: boolean;
}

/** The tracked posts of a range of days; at most `limit` of them. */
export async function listTrackedPosts(
  ctx: SystemCtx,
  { of, from, to, submission, program, creator, platform }: TrackedPostsAsked,
  limit: number,
): Promise<TrackedPost[]> {
  const end = Date.parse(to) + DAY_MS;
  const given = <T>(value: T | undefined, is: (value: T) => SQL) =>
    value === undefined ? undefined : is(value);
  const where = and(
    'account' in of ? eq(posts.accountId, of.account) : undefined,
    'clients' in of ? sql`${posts.accountId} IN (${of.clients})` : undefined,
    'creator' in of ? eq(posts.creatorId, of.creator) : undefined,
    given(submission, (id) => eq(posts.submissionId, id)),
    given(program, (id) => eq(posts.programId, id)),
    given(creator, (id) => eq(posts.creatorId, id)),
    given(platform, (name) => sql`${posts.platform} = ${name}`),
    isNotNull(posts.mirroredPostId),
    isNotNull(posts.publishedAt),
    gte(posts.trackedUntil, Date.parse(from)),
    sql`${posts.publishedAt} < ${end}`,
  );
  const rows = await mainDb(ctx.env).select().from(posts).where(where).orderBy(posts.id).limit(limit).all();
  const ids = JSON.stringify(rows.map(({ mirroredPostId }) => mirroredPostId));
  const found = await findMirroredPosts(ctx, sql`SELECT value FROM json_each(${ids})`);
  return rows.map((row) => {
    const { accountId, submissionId, creatorId, platform: of, trackedUntil } = row;
    const mirrored = found.get(row.mirroredPostId!);
    const readings = mirrored?.readings ?? [];
    const readAt = readings.at(-1)?.at ?? null;
    return {
      ...{ accountId, submissionId, creatorId, platform: of, readAt },
      days: gainsOf(readings, row.publishedAt!, trackedUntil).filter(
        ({ date }) => date >= from && date <= to,
      ),
      isComplete: mirrored?.goneAt != null || (readAt ?? 0) >= Math.min(end, trackedUntil),
    };
  });
}

/** Saves are calculated as views are, because the days of a post as a record do not tell them. */
function gainsOf(readings: readonly PostReading[], publishedAt: number, until: number): TrackedPost['days'] {
  const told = readings.flatMap((one) => (one.saves === null ? [] : [{ ...one, views: one.saves }]));
  const saves = new Map(dailyGains(told, publishedAt, until).map(({ date, views }) => [date, views]));
  return dailyGains(readings, publishedAt, until).map((day) => ({
    ...day,
    saves: saves.get(day.date) ?? null,
  }));
}
