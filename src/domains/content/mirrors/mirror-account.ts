// Reads one connected account: what it has published, and how often each post was viewed.
import type { SystemCtx } from '../../../context.ts';
import { inOneBatch } from '../../../db/one-batch.ts';
import { ProviderError } from '../../../integrations/provider/error.ts';
import type { ReadCounts, SocialPlatform, SocialSession } from '../../../integrations/social/platform.ts';
import { AppError, reasonOf } from '../../../kit/error.ts';
import { describeError, log } from '../../../kit/log.ts';
import { doubledPause, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../kit/time.ts';
import { connectionById, saveSynced, useSocial } from '../../accounts/connections/interface.ts';
import type { Budget } from './budget.ts';
import {
  claimMirror,
  listDueCounts,
  type MirrorRow,
  saveAskedEnd,
  saveCounts,
  saveListEnd,
  saveListed,
  saveListPage,
  saveReleased,
  saveRemoved,
} from './store.ts';

/** Longer than a run takes. */
const LEASE_MS = 6 * MINUTE_MS;
const ASK_MS = 10 * SECOND_MS;
const LIST_EVERY_MS = HOUR_MS;
/** So many of an account's posts are mirrored the first time, the newest ones. */
const MOST_POSTS = 500;
/** How many posts' counts are stored at once. */
const A_BATCH = 20;
const LONGEST_WAIT_MS = HOUR_MS;
/** What it takes to store what was read, and to give the account back. */
const RESERVE = 4;

/** How the reading of an account ended for the accounts that come after it. */
export type Ended = 'done' | 'limited';

/** Reads an account that is due, as far as the budget goes. Two runs at once read it once. */
export async function mirrorAccount(ctx: SystemCtx, connectionId: string, budget: Budget): Promise<Ended> {
  budget.spend();
  const row = await claimMirror(ctx, connectionId, ctx.now + LEASE_MS);
  if (!row) return 'done';
  budget.spend();
  const connection = await connectionById(ctx, connectionId);
  if (connection?.status !== 'active') {
    await stop(ctx, row);
    return 'done';
  }
  try {
    const isWhole = await useSocial(ctx, connection, async (platform, session) => {
      const asking = { ...session, timeoutMs: ASK_MS, onAsk: () => budget.spend() };
      return (
        (await readList(ctx, row, platform, asking, budget)) &&
        (await readCounts(ctx, row, platform, asking, budget))
      );
    });
    if (isWhole && row.askedAt !== null) {
      budget.spend();
      await saveAskedEnd(ctx, row);
    }
    budget.spend();
    await saveReleased(ctx, row, { tries: 0, notBefore: 0 });
    return 'done';
  } catch (error) {
    return await putOff(ctx, row, error);
  }
}

/** Goes on with the list of the account's posts. @returns false when the budget was used up before its end. */
async function readList(
  ctx: SystemCtx,
  claimed: MirrorRow,
  platform: SocialPlatform,
  session: SocialSession,
  budget: Budget,
): Promise<boolean> {
  let row = claimed;
  while (row.listAt <= ctx.now) {
    if (budget.left < RESERVE + 3) return false;
    const { items, next } = await platform.posts(session, row.listCursor);
    const newest = Math.max(row.listNewest, ...items.map(({ publishedAt }) => publishedAt));
    const pages = row.listPages + 1;
    // Posts that an owner pinned may lie before newer ones, so a page ends the list only where all of it is known.
    const isKnown = items.length > 0 && items.every(({ publishedAt }) => publishedAt <= row.listedTo);
    const isEnd = next === null || isKnown || pages * platform.pageSize >= MOST_POSTS;
    const further = { listCursor: next, listPages: pages, listNewest: newest };
    budget.spend();
    const before = row;
    const postsListed = await ctx.reactions.postsListed();
    const isOurs = await inOneBatch(ctx, (own) => {
      if (isEnd) saveListEnd(own, before, ctx.now + LIST_EVERY_MS, Math.max(before.listedTo, newest));
      else saveListed(own, before, further);
      saveListPage(own, before, items, platform.listCounts);
      postsListed(own, before.creatorId, items);
    });
    if (!isOurs) return false;
    if (isEnd) {
      budget.spend();
      await saveSynced(ctx, row.connectionId, null);
      return true;
    }
    row = { ...row, ...further };
  }
  return true;
}

/** Reads the counts of the posts that are due. @returns false when the budget was used up before. */
async function readCounts(
  ctx: SystemCtx,
  row: MirrorRow,
  platform: SocialPlatform,
  session: SocialSession,
  budget: Budget,
): Promise<boolean> {
  const { countsAtOnce } = platform;
  for (;;) {
    const asks = Math.min(Math.ceil(A_BATCH / countsAtOnce), budget.left - RESERVE - 2);
    if (asks <= 0) return false;
    budget.spend();
    const due = await listDueCounts(ctx, row, Math.min(A_BATCH, asks * countsAtOnce));
    if (due.length === 0) return true;
    const read = new Map<string, ReadCounts>();
    const asked: typeof due = [];
    let failure: unknown = null;
    for (let from = 0; from < due.length && failure === null; from += countsAtOnce) {
      const some = due.slice(from, from + countsAtOnce);
      try {
        const ids = some.map(({ platformId }) => platformId);
        for (const [id, counts] of await platform.counts(session, ids)) read.set(id, counts);
        asked.push(...some);
      } catch (error) {
        failure = error;
      }
    }
    // What was read before a request failed is kept, so that the next run goes on behind it.
    budget.spend();
    const isOurs = await inOneBatch(ctx, (own) => {
      saveListed(own, row, { tries: row.tries });
      saveCounts(
        own,
        row,
        asked.map((one) => ({ ...one, counts: read.get(one.platformId) ?? null })),
      );
    });
    if (failure !== null) throw failure;
    if (!isOurs) return false;
  }
}

/** Waits as long as the platform asks, or longer after each failure. A connection that is over waits for a person. */
async function putOff(ctx: SystemCtx, row: MirrorRow, error: unknown): Promise<Ended> {
  if (error instanceof AppError)
    log('warn', { what: 'posts were not read', connection: row.connectionId, reason: error.message });
  else log('error', { connection: row.connectionId, error: describeError(error) });
  if (reasonOf(error) === 'reconnect_required') {
    await stop(ctx, row);
    return 'done';
  }
  const { kind, retryAfterMs } = error instanceof ProviderError ? error : { kind: null, retryAfterMs: null };
  const isLimited = kind === 'rate_limited';
  // A limit or an outage only delays what somebody asked for.
  if (!isLimited && kind !== 'transient' && row.askedAt !== null) await saveAskedEnd(ctx, row);
  const wait = retryAfterMs ?? doubledPause(MINUTE_MS, row.tries, LONGEST_WAIT_MS);
  const tries = isLimited ? row.tries : row.tries + 1;
  await saveReleased(ctx, row, { tries, notBefore: ctx.now + wait });
  return isLimited ? 'limited' : 'done';
}

/** Nothing more can be read. Who took the access away at the platform also wants what was read forgotten. */
async function stop(ctx: SystemCtx, row: MirrorRow): Promise<void> {
  if (row.askedAt !== null) await saveAskedEnd(ctx, row);
  if (row.removedAt !== null) return void (await inOneBatch(ctx, (own) => saveRemoved(own, row)));
  await saveReleased(ctx, row, { tries: 0, notBefore: null });
}
