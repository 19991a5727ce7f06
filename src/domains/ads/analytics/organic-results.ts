// What tracked posts gained by day. Their days are UTC.
import type { Ctx } from '../../../context.ts';
import { DAY_MS, day, isoOrNull } from '../../../kit/time.ts';
import { listTrackedPosts, type TrackedPost } from '../../content/posts/interface.ts';
import type { ResultGroup, ResultsAsked } from '../ad-sync/interface.ts';
import type { Analytics, AnalyticsQuery, OrganicNumbers, OrganicRow } from './analytics.ts';
import { askedOf, MOST_ROWS, refused, tooManyRows } from './asked-of.ts';
import { earliestOfAll, sumOf } from './sums.ts';
import { withZeros } from './with-zeros.ts';

/** The days of more posts than this do not fit into the memory of a request. */
const MOST_POSTS = 5000;
const WEEK_MS = 7 * DAY_MS;

const NOTHING: OrganicNumbers = { views: 0, likes: 0, comments: 0, shares: 0, saves: 0 };
const NAMES = Object.keys(NOTHING) as (keyof OrganicNumbers)[];

type Group = Exclude<ResultGroup, 'campaign' | 'ad'>;
const KEYS: Readonly<Record<Group, (post: TrackedPost) => string>> = {
  account: ({ accountId }) => accountId,
  submission: ({ submissionId }) => submissionId,
  creator: ({ creatorId }) => creatorId,
  platform: ({ platform }) => platform,
};

/** Throws invalid_request for what the caller may not ask, or for too many posts or rows. */
export async function organicResults(
  ctx: Ctx,
  query: AnalyticsQuery,
): Promise<Pick<Analytics, 'readAt' | 'complete' | 'currencies'>> {
  const asked = askedOf(ctx, query);
  const posts = await postsOf(ctx, asked);
  const rows = rowsOf(asked, posts);
  if (rows.length > MOST_ROWS) throw tooManyRows();
  const readAt = earliestOfAll(posts.map((one) => one.readAt));
  const ended = Date.parse(asked.to) + DAY_MS <= ctx.now;
  return {
    readAt: isoOrNull(readAt),
    complete: posts.length === 0 ? ended : posts.every(({ isComplete }) => isComplete),
    currencies: [{ currency: null, totals: sumOf<OrganicNumbers>(rows, NOTHING), rows }],
  };
}

/** The rows of `organicResults`, however many, a week at a time. Throws invalid_request before the first. */
export async function organicParts(ctx: Ctx, query: AnalyticsQuery): Promise<AsyncIterable<OrganicRow[]>> {
  const asked = askedOf(ctx, query);
  const posts = await postsOf(ctx, asked);
  const last = Date.parse(asked.to);
  return (async function* () {
    for (let first = Date.parse(asked.from); first <= last; first += WEEK_MS) {
      const until = Math.min(last, first + WEEK_MS - DAY_MS);
      yield rowsOf({ ...asked, from: day(first), to: day(until) }, posts);
    }
  })();
}

async function postsOf(ctx: Ctx, asked: ResultsAsked): Promise<TrackedPost[]> {
  const posts = await listTrackedPosts(ctx, asked, MOST_POSTS + 1);
  if (posts.length > MOST_POSTS)
    throw refused('program', `There are more than ${MOST_POSTS} posts. Ask for one program or creator.`);
  return posts;
}

/** Ordered by date; with zeros where nothing splits the days. */
function rowsOf(asked: ResultsAsked, posts: readonly TrackedPost[]): OrganicRow[] {
  const { from, to, group } = asked;
  const found = new Map<string, OrganicRow>();
  for (const post of posts) {
    const keys = Object.fromEntries(group.map((name) => [name, KEYS[name as Group](post)]));
    for (const gain of post.days) {
      const { date } = gain;
      if (date < from || date > to) continue;
      const place = JSON.stringify([date, ...Object.values(keys)]);
      const row = found.get(place) ?? ({ date, ...keys, ...NOTHING } as OrganicRow);
      for (const name of NAMES) row[name] += gain[name] ?? 0;
      found.set(place, row);
    }
  }
  const rows = [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
  return group.length === 0 ? withZeros(asked, rows, NOTHING) : rows;
}
