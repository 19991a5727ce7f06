// Reads in the shops how far the orders of samples got.
import type { SystemCtx } from '../../../context.ts';
import { inOneBatch } from '../../../db/one-batch.ts';
import { isOfConnection, isTransient } from '../../../integrations/provider/error.ts';
import type { SampleParcel, ShopPlatform, ShopSession } from '../../../integrations/shops/platform.ts';
import { inParallel } from '../../../kit/in-parallel.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../kit/time.ts';
import { inShop, later } from './make-orders.ts';
import { movedColumns } from './moved-columns.ts';
import { claimSampleOrders, type SampleOrderRow, saveOrderIn } from './order-store.ts';
import type { SampleRow } from './sample.ts';
import { findSample, saveSample } from './store.ts';

/** The most orders of one run. The next minute's run continues. */
const MOST = 100;
const SHOPS_AT_ONCE = 4;
const LEASE_MS = 10 * MINUTE_MS;
/** How long an order is looked at each hour, and after that each day. */
const HOURLY_MS = 30 * DAY_MS;
const DAILY_MS = 120 * DAY_MS;

/** Follows the parcels that are due to be looked at. Cron. */
export async function followParcels(ctx: SystemCtx): Promise<void> {
  const due = await claimSampleOrders(ctx, { until: ctx.now + LEASE_MS, limit: MOST, made: true });
  const shops = [...Map.groupBy(due, ({ catalogue }) => catalogue)];
  await inParallel(shops, SHOPS_AT_ONCE, async ([catalogue, orders]) => {
    let read: Parcels | null = null;
    await inShop(ctx, catalogue, orders, async (platform, session, order) => {
      // The first order reads the parcels of all.
      read ??= await readParcels(platform, session, orders);
      await deleteOthers(platform, session, order);
      const number = order.orderId!;
      const alone = async () => (await platform.sampleParcels(session, [number]))[0] ?? null;
      const parcel = read.get(number);
      await follow(ctx, order, parcel === undefined ? await alone() : parcel);
    });
  });
}

/** What was read of orders by their numbers: null for those that the shop does not have any more. */
type Parcels = Map<string, SampleParcel | null>;

/** Reads parcels together. Where one spoils the answer, those with it are left out, and each is read by itself. */
async function readParcels(
  platform: ShopPlatform,
  session: ShopSession,
  orders: readonly SampleOrderRow[],
): Promise<Parcels> {
  const read: Parcels = new Map();
  for (let at = 0; at < orders.length; at += platform.parcelsAtOnce) {
    const some = orders.slice(at, at + platform.parcelsAtOnce).map(({ orderId }) => orderId!);
    try {
      const parcels = await platform.sampleParcels(session, some);
      for (const number of some) read.set(number, parcels.find(({ order }) => order === number) ?? null);
    } catch (error) {
      if (isOfConnection(error) || isTransient(error)) throw error;
    }
  }
  return read;
}

/** Deletes the drafts that were stored besides the one that became the order, since they hold the address too. */
async function deleteOthers(
  platform: ShopPlatform,
  session: ShopSession,
  { asks, sampleId, draftId }: SampleOrderRow,
): Promise<void> {
  if (asks < 2) return;
  for (const draft of await platform.findSampleDrafts(session, sampleId))
    if (draft.order === null && draft.id !== draftId) await platform.deleteSampleDraft(session, draft.id);
}

async function follow(ctx: SystemCtx, order: SampleOrderRow, parcel: SampleParcel | null): Promise<void> {
  if (order.state === 'left') return await followLeft(ctx, order, parcel);
  const row = (await findSample(ctx, order.sampleId))?.row;
  if (row?.status !== 'shipped') return await later(ctx, order, { state: 'over', dueAt: null });
  if (parcel?.isCancelled) return await later(ctx, order, { problem: 'order_cancelled', dueAt: null });
  const changes = changesOf(row, parcel);
  const next = { leaseUntil: 0, tries: 0, asks: 1, problem: null, dueAt: nextLook(ctx, row) };
  const after = changes.status ? { ...next, state: 'over' as const, dueAt: null } : next;
  await inOneBatch(ctx, (own) => {
    saveOrderIn(own, order, after);
    if (Object.keys(changes).length > 0) saveSample(own, row, changes);
  });
}

/** How long an order can be read whose account was told to cancel it: shops show 60 days. */
const LEFT_MS = 55 * DAY_MS;

/** Once the order is cancelled, or gone, nobody has to do anything about it any more. */
async function followLeft(ctx: SystemCtx, order: SampleOrderRow, parcel: SampleParcel | null): Promise<void> {
  const over = { state: 'over', dueAt: null } as const;
  const age = ctx.now - (order.askedAt ?? order.completingAt ?? 0);
  if (age > LEFT_MS) return await later(ctx, order, over);
  if (parcel === null || parcel.isCancelled)
    return await later(ctx, order, { ...over, problem: null, orderId: null, orderName: null });
  await later(ctx, order, { dueAt: ctx.now + (age > HOURLY_MS ? DAY_MS : HOUR_MS) });
}

function changesOf(row: SampleRow, parcel: SampleParcel | null): Partial<SampleRow> {
  if (parcel === null) return {};
  const { trackingUrl, deliveredAt } = parcel;
  return {
    ...(trackingUrl !== null && trackingUrl !== row.trackingUrl && { trackingUrl }),
    ...(deliveredAt !== null && {
      status: 'delivered' as const,
      ...movedColumns(deliveredAt, row, 'delivered'),
    }),
  };
}

function nextLook(ctx: SystemCtx, { shippedAt }: SampleRow): number | null {
  const age = ctx.now - (shippedAt ?? 0);
  if (age > DAILY_MS) return null;
  return ctx.now + (age > HOURLY_MS ? DAY_MS : HOUR_MS);
}
