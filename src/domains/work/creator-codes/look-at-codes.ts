// Looks at the orders of codes and flags those that look as if they had leaked. Run again, it changes only what has changed.
import type { SystemCtx } from '../../../context.ts';
import { shards } from '../../../db/client.ts';
import { inOneBatch } from '../../../db/one-batch.ts';
import { emit } from '../../../db/outbox.ts';
import { inParallel } from '../../../kit/in-parallel.ts';
import { describeError, log } from '../../../kit/log.ts';
import { DAY_MS } from '../../../kit/time.ts';
import { eventsShardOf } from '../../accounts/accounts/interface.ts';
import {
  type CodeToLookAt,
  countCodeOrders,
  deleteLookedAt,
  listCodesToLookAt,
  saveLookedInVain,
} from '../../measurement/pixel-events/code-orders.ts';
import { holdSales } from '../../measurement/pixel-events/hold-sales.ts';
import type { CodeRow, Views } from './creator-code.ts';
import { EARLIER_DAYS, leakOf, RECENT_DAYS } from './leak.ts';
import { findCodeOf, listToHold, listUnanswered, saveCode, saveHeld, saveLooked } from './store.ts';
import { codeMachine } from './transitions.ts';

const AT_ONCE = 100;
const IN_PARALLEL = 4;

/** Without an answer by then the sales that waited count. */
const ANSWER_MS = 14 * DAY_MS;
/** One reading of views a day, as far back as they are compared. */
const READINGS = RECENT_DAYS + EARLIER_DAYS + 1;

/** Flags codes with signs of a leak, keeps those that nobody answered for, and tells the shards. Cron. */
export async function lookAtCodes(ctx: SystemCtx): Promise<void> {
  for (const shard of shards(ctx.env)) {
    const codes = await listCodesToLookAt(ctx, shard, AT_ONCE);
    const seen: CodeToLookAt[] = [];
    const failed: CodeToLookAt[] = [];
    await inParallel(codes, IN_PARALLEL, async (one) => {
      const done = await byItself(one, async () => await lookAt(ctx, shard, one));
      (done ? seen : failed).push(one);
    });
    if (seen.length > 0) await deleteLookedAt(ctx, shard, seen);
    if (failed.length > 0) await saveLookedInVain(ctx, shard, failed);
  }
  for (const code of await listUnanswered(ctx, AT_ONCE))
    await byItself(code, async () => await keep(ctx, code));
  for (const code of await listToHold(ctx, AT_ONCE))
    await byItself(code, async () => await tellShard(ctx, code));
}

/** One code's failure is its own: the next run tries it again. @returns whether it went well. */
async function byItself(
  { accountId, code }: { accountId: string; code: string },
  act: () => Promise<void>,
): Promise<boolean> {
  try {
    await act();
    return true;
  } catch (error) {
    log('error', { code, account: accountId, error: describeError(error) });
    return false;
  }
}

async function lookAt(ctx: SystemCtx, shard: number, { accountId, code }: CodeToLookAt): Promise<void> {
  const row = await findCodeOf(ctx, accountId, code);
  if (!row) return;
  const since = {
    // What was answered for is not held against the code again.
    recent: Math.max(ctx.now - RECENT_DAYS * DAY_MS, row.answeredAt ?? 0),
    earlier: ctx.now - (RECENT_DAYS + EARLIER_DAYS) * DAY_MS,
  };
  const { creatorId } = row;
  const orders = await countCodeOrders(ctx, shard, { accountId, code, creatorId }, since);
  const views = await viewsOf(ctx, row);
  await saveLooked(ctx, row.id, { uses: orders.total, views });
  const evidence = row.status === 'active' ? leakOf({ ...orders, views, now: ctx.now }) : null;
  if (evidence === null) return;
  const { to } = codeMachine.require(row.status, 'flag', 'service', {});
  // A new flag takes the place of what the shard was not told yet.
  if (row.toHold) await tellShard(ctx, row);
  const flagged: Partial<CodeRow> = {
    status: to,
    flaggedAt: ctx.now,
    answerBy: ctx.now + ANSWER_MS,
    answer: null,
    answeredAt: null,
    note: null,
    resumedAt: null,
    evidence,
    toHold: true,
  };
  await inOneBatch(ctx, (own) => {
    saveCode(own, row, flagged);
    emit(own, {
      type: 'creator_code.flagged',
      account: accountId,
      creator: creatorId,
      data: { creator_code: row.id, creator: creatorId, program: row.programId },
    });
  });
}

/** The readings of views with today's, if anybody reports them. */
async function viewsOf(ctx: SystemCtx, { accountId, creatorId, views }: CodeRow): Promise<Views[]> {
  const known = views ?? [];
  const last = known.at(-1);
  if (last && last.at > ctx.now - DAY_MS) return known;
  const total = await (await ctx.reactions.creatorViews())(ctx, accountId, creatorId);
  return total === null ? known : [...known, { at: ctx.now, views: total }].slice(-READINGS);
}

async function keep(ctx: SystemCtx, code: CodeRow): Promise<void> {
  const { to } = codeMachine.require(code.status, 'keep', 'service', {});
  await inOneBatch(ctx, (own) =>
    saveCode(own, code, { status: to, answer: 'keep', answeredAt: ctx.now, toHold: true }),
  );
}

/** Tells the account's shard what its sales wait for, or what was answered. */
export async function tellShard(ctx: SystemCtx, code: CodeRow): Promise<void> {
  const { accountId, key, flaggedAt, answerBy, answer, resumedAt } = code;
  const shard = await eventsShardOf(ctx, accountId);
  if (shard !== null && flaggedAt !== null) {
    const state = answer === null ? 'waiting' : answer === 'keep' ? 'kept' : 'stopped';
    const until = { waiting: answerBy, kept: null, stopped: resumedAt }[state];
    await holdSales(ctx, shard, { accountId, code: key, since: flaggedAt, state, until });
  }
  await saveHeld(ctx, code);
}
