// Reads a shop: what changed since it was last listed, and the orders that webhooks told of.
import type { SystemCtx } from '../../../context.ts';
import { inOneBatch } from '../../../db/one-batch.ts';
import { ProviderError } from '../../../integrations/provider/error.ts';
import type { ShopOrder, ShopPlatform, ShopSession } from '../../../integrations/shops/platform.ts';
import { AppError, reasonOf } from '../../../kit/error.ts';
import { describeError, log } from '../../../kit/log.ts';
import { doubledPause, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../kit/time.ts';
import { connectionById, saveSynced, saveSyncProblem } from '../../accounts/connections/interface.ts';
import { useShop } from '../../accounts/connections/use-connection.ts';
import { findOrderTimes } from '../../measurement/pixel-events/find-order-times.ts';
import { listOrdersToRead } from '../../measurement/pixel-events/list-orders-to-read.ts';
import { recordOrders } from './record-orders.ts';
import { setUpShop } from './set-up-shop.ts';
import type { ShopRow } from './shop.ts';
import {
  claimShop,
  deleteDueOrders,
  insertDueOrders,
  listDueOrders,
  saveProgress,
  saveReleased,
  saveStopped,
  saveSwept,
  saveSyncEnd,
  saveUnread,
} from './store.ts';
import { wakeShop } from './wake-shop.ts';

/** The most pages of changed orders, and the most readings of orders, of one run. The next run goes on. */
const PAGES = 5;
const READINGS = 10;
/** Longer than a run takes even if each request takes ASK_MS. */
const LEASE_MS = 5 * MINUTE_MS;
const ASK_MS = 10 * SECOND_MS;

/** The most orders whose sales wait to mature that are read with one listing. */
const LAST_LOOKS = 1000;

/** When an order is read again whose visits were not worked out yet, and how long that is tried. */
const JOURNEY_MS = 20 * MINUTE_MS;
const JOURNEYS_MS = 2 * HOUR_MS;

const SWEEP_EVERY_MS = HOUR_MS;
/** How far each listing reaches back before the one before it: the platform's clock and index may lag behind. */
const OVERLAP_MS = 10 * MINUTE_MS;
const LONGEST_WAIT_MS = HOUR_MS;

/** Reads a shop that is due, as far as one run goes. Two runs at once read it once. */
export async function syncShop(ctx: SystemCtx, id: string): Promise<void> {
  const shop = await claimShop(ctx, id, ctx.now + LEASE_MS);
  if (!shop) return;
  const connection = await connectionById(ctx, id);
  if (connection?.status !== 'connected') return await stop(ctx, shop, 'The shop is not connected.');
  try {
    const { done, missing } = await useShop(ctx, connection, async (platform, session) => {
      const paced = { ...session, timeoutMs: ASK_MS };
      const isFirst = connection.lastSyncedAt === null;
      const listed = await sweep(ctx, shop, { platform, session: paced, isFirst });
      const isRead = await readOrders(ctx, listed.shop, platform, paced);
      return { done: isRead && listed.done, missing: listed.shop.missing };
    });
    if (done) {
      await saveSynced(ctx, id, missing && { reason: 'partial', missing });
      await saveSyncEnd(ctx, shop, null);
    }
    await saveReleased(ctx, shop, { tries: 0, notBefore: done ? ctx.now + 1 : ctx.now });
    if (!done) await wakeShop(ctx, id);
  } catch (error) {
    await putOff(ctx, shop, error);
  }
}

/** Lists the orders that changed, once an hour, so that those are read of which no webhook told. */
async function sweep(
  ctx: SystemCtx,
  claimed: ShopRow,
  { platform, session, isFirst }: { platform: ShopPlatform; session: ShopSession; isFirst: boolean },
): Promise<{ shop: ShopRow; done: boolean }> {
  if (claimed.sweepAt > ctx.now) return { shop: claimed, done: true };
  let shop = claimed;
  if (shop.sweepBegan === null) {
    shop = await setUpShop(ctx, shop, platform, session);
    await addLastLooks(ctx, shop);
    shop = await saveProgress(ctx, shop, { sweepBegan: ctx.now });
  }
  const since = shop.sweptTo - OVERLAP_MS;
  for (let page = 0; page < PAGES; page++) {
    const { items, next } = await platform.changedOrders(session, { since, next: shop.sweepNext });
    const missed = isFirst ? 0 : await countMissed(ctx, shop, items);
    if (missed > 0) shop = await saveProgress(ctx, shop, missedMore(shop, missed, ctx.now));
    await inOneBatch(ctx, (own) => {
      insertDueOrders(
        own,
        items.map(({ id }) => ({ shopId: shop.id, orderId: id })),
      );
    });
    if (next === null) {
      const ended = { sweptTo: shop.sweepBegan ?? ctx.now, next: ctx.now + SWEEP_EVERY_MS };
      return { shop: await saveSwept(ctx, shop, ended), done: true };
    }
    shop = await saveProgress(ctx, shop, { sweepNext: next });
  }
  return { shop, done: false };
}

/** How long a webhook may take before its order counts as missed. */
const HEARD_WITHIN_MS = 2 * MINUTE_MS;

/** How many of the listed orders no webhook told of. What happened before the first listing was not to be told. */
async function countMissed(
  ctx: SystemCtx,
  { accountId, pixelId, sweptTo, sweepBegan }: ShopRow,
  listed: readonly { id: string; updatedAt: number }[],
): Promise<number> {
  const until = (sweepBegan ?? ctx.now) - HEARD_WITHIN_MS;
  const changed = listed.filter(({ updatedAt }) => updatedAt > sweptTo && updatedAt <= until);
  if (pixelId === null || changed.length === 0) return 0;
  const ids = changed.map((order) => order.id);
  const known = await findOrderTimes(ctx, { accountId, pixelId }, ids);
  return changed.filter((order) => order.updatedAt > (known.get(order.id) ?? 0)).length;
}

const missedMore = ({ missed, missedAt, sweepBegan }: ShopRow, more: number, now: number) => ({
  missed: missedAt !== null && missedAt >= (sweepBegan ?? now) ? missed + more : more,
  missedAt: now,
});

/** Sales mature only after their order was read once more. Deleted orders are asked for until their sales go on. */
async function addLastLooks(ctx: SystemCtx, { id, accountId, pixelId }: ShopRow): Promise<void> {
  const waiting = await listOrdersToRead(ctx, accountId, LAST_LOOKS);
  const own = waiting.filter((order) => order.pixelId === pixelId);
  await inOneBatch(ctx, (batch) => {
    insertDueOrders(
      batch,
      own.map(({ orderId }) => ({ shopId: id, orderId })),
    );
  });
}

/** Reads the orders that are due. @returns whether none is left. */
async function readOrders(
  ctx: SystemCtx,
  shop: ShopRow,
  platform: ShopPlatform,
  session: ShopSession,
): Promise<boolean> {
  for (let reading = 0; reading < READINGS; reading++) {
    const due = await listDueOrders(ctx, shop.id, platform.ordersAtOnce);
    if (due.length === 0) return true;
    const orders = await platform.orders(
      session,
      due.map(({ orderId }) => orderId),
    );
    const failed = await recordOrders(ctx, shop, orders);
    const unready = new Set(orders.filter((order) => awaitsJourney(ctx, order)).map(({ id }) => id));
    await deleteDueOrders(
      ctx,
      shop.id,
      due.filter(({ orderId }) => !failed.has(orderId) && !unready.has(orderId)),
    );
    const unread = due.filter(({ orderId }) => failed.has(orderId));
    await saveUnread(ctx, shop.id, unread, ctx.now + waitMs(unread[0]?.tries ?? 0));
    await saveUnread(
      ctx,
      shop.id,
      due.filter(({ orderId }) => unready.has(orderId)),
      ctx.now + JOURNEY_MS,
    );
  }
  return false;
}

/** Whether the visits before an order with a code, which tell where buyers found it, are not known yet. */
const awaitsJourney = ({ now }: SystemCtx, { codes, journey, createdAt }: ShopOrder) =>
  codes.length > 0 && journey?.ready === false && createdAt > now - JOURNEYS_MS;

const waitMs = (tries: number) => doubledPause(MINUTE_MS, tries, LONGEST_WAIT_MS);

/** Waits as long as the platform asks, or longer after each failure. A connection that is over waits for a person. */
async function putOff(ctx: SystemCtx, shop: ShopRow, error: unknown): Promise<void> {
  if (!(error instanceof AppError)) log('error', { shop: shop.id, error: describeError(error) });
  else log('warn', { what: 'a shop was not read', shop: shop.id, reason: error.message });
  const said = error instanceof AppError ? error.message : 'The shop could not be read. It is tried again.';
  if (isOver(error)) return await stop(ctx, shop, said);
  await notePlatform(ctx, shop, error);
  // What a person asked for has failed once it has failed twice: a platform that limits requests only delays it.
  if (!isPassing(error)) {
    await saveSyncEnd(ctx, shop, said);
    // A cursor that the platform no longer takes would be refused for ever, so the listing begins anew.
    await saveProgress(ctx, shop, { sweepNext: null });
  }
  const asked = error instanceof ProviderError ? error.retryAfterMs : null;
  const limited = error instanceof ProviderError && error.kind === 'rate_limited';
  await saveReleased(ctx, shop, {
    tries: limited ? shop.tries : shop.tries + 1,
    notBefore: ctx.now + (asked ?? waitMs(shop.tries)),
  });
}

const isOver = (error: unknown) => reasonOf(error) === 'reconnect_required';
const isPassing = (error: unknown) =>
  error instanceof ProviderError && (error.kind === 'rate_limited' || error.kind === 'transient');

/** Says on the connection what only a person can mend at the platform. */
async function notePlatform(ctx: SystemCtx, { id }: ShopRow, error: unknown): Promise<void> {
  if (error instanceof ProviderError && (error.kind === 'needs_human' || error.kind === 'permission'))
    await saveSyncProblem(ctx, id, { reason: error.kind });
}

async function stop(ctx: SystemCtx, shop: ShopRow, why: string): Promise<void> {
  await saveSyncEnd(ctx, shop, why);
  await saveStopped(ctx, shop);
}
