// Makes the orders of approved samples in their shops, each exactly once: a draft is stored there first, and that one
// alone is completed.
import type { SystemCtx } from '../../../context.ts';
import { inOneBatch } from '../../../db/one-batch.ts';
import {
  isOfConnection,
  isTransient,
  MOST_MISSES,
  ProviderError,
} from '../../../integrations/provider/error.ts';
import type { SampleDraft, ShopPlatform, ShopSession } from '../../../integrations/shops/platform.ts';
import { AppError, reasonOf } from '../../../kit/error.ts';
import { inParallel } from '../../../kit/in-parallel.ts';
import { describeError, log } from '../../../kit/log.ts';
import { DAY_MS, doubledPause, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../kit/time.ts';
import { useShopOf } from '../../accounts/connections/use-connection.ts';
import { findConnectionOf } from '../../catalog/catalogues/interface.ts';
import { openAddress } from './address.ts';
import { closeOne } from './close-samples.ts';
import { emitMove } from './emit-move.ts';
import { movedColumns } from './moved-columns.ts';
import {
  claimSampleOrders,
  INDEX_LAG_MS,
  type SampleOrderRow,
  saveOrderCompleting,
  saveOrderIn,
  saveOrderPutOff,
  saveOrderStep,
} from './order-store.ts';
import type { Problem } from './problem.ts';
import { findSample, saveSample } from './store.ts';

/** The most orders of one run. Each takes five requests at most. */
const MOST = 20;
const SHOPS_AT_ONCE = 4;
const ASK_MS = 5 * SECOND_MS;
/** Longer than a run takes even if each request takes ASK_MS. */
const LEASE_MS = 10 * MINUTE_MS;
const LONGEST_WAIT_MS = HOUR_MS;
const FIRST_LOOK_MS = 10 * MINUTE_MS;

/** Carries on with the orders that are due. Two runs at once see to each order once. Cron. */
export async function makeOrders(ctx: SystemCtx): Promise<void> {
  const due = await claimSampleOrders(ctx, { until: ctx.now + LEASE_MS, limit: MOST, made: false });
  const shops = [...Map.groupBy(due, ({ catalogue }) => catalogue)];
  await inParallel(shops, SHOPS_AT_ONCE, async ([catalogue, orders]) => {
    await inShop(ctx, catalogue, orders, (platform, session, order) =>
      carryOn({ ctx, platform, session }, order),
    );
  });
}

/**
 * Does something for each of a shop's orders. What fails is one order's own and is put off, and its neighbours go on; what
 * concerns the shop ends the run.
 */
export async function inShop(
  ctx: SystemCtx,
  catalogue: number,
  orders: readonly SampleOrderRow[],
  see: (platform: ShopPlatform, session: ShopSession, order: SampleOrderRow) => Promise<void>,
): Promise<void> {
  const left = new Set(orders);
  let misses = 0;
  try {
    await useShopOf(ctx, await findConnectionOf(ctx, catalogue), async (platform, session) => {
      for (const order of [...left]) {
        try {
          await see(platform, { ...session, timeoutMs: ASK_MS }, order);
          misses = 0;
          left.delete(order);
        } catch (error) {
          if (isOfConnection(error)) throw error;
          if (!(error instanceof AppError))
            log('error', { sample: order.sampleId, error: describeError(error) });
          await putOff(ctx, order, error);
          left.delete(order);
          if (isTransient(error) && ++misses === MOST_MISSES) throw error;
        }
      }
    });
  } catch (error) {
    if (!(error instanceof AppError)) log('error', { catalogue, error: describeError(error) });
    const put = misses === MOST_MISSES ? putNext : putOff;
    for (const order of left) await put(ctx, order, error);
  }
}

interface Run {
  ctx: SystemCtx;
  platform: ShopPlatform;
  session: ShopSession;
}

async function carryOn(run: Run, order: SampleOrderRow): Promise<void> {
  if (order.state === 'withdrawn') return await deleteDrafts(run, order);
  const stored = await storedDraft(run, order);
  if (stored === null) return;
  const draft = await run.platform.sampleDraft(run.session, stored.draftId!);
  if (draft?.order) return await made(run.ctx, stored, draft.order);
  if (draft === null) return await drafted(run.ctx, stored);
  if (stored.state === 'completing') {
    // From here on nobody else decides what became of it. Whoever has done so already took the order away from this run.
    const sure = await saveOrderStep(run.ctx, stored, { problem: null });
    if (sure) await complete(run, sure);
    return;
  }
  const sample = await findSample(run.ctx, stored.sampleId);
  // The creator has changed the address since.
  if (sample?.row.version !== stored.draftVersion) {
    await run.platform.deleteSampleDraft(run.session, draft.id);
    return await drafted(run.ctx, stored);
  }
  if (!draft.isReady) return await later(run.ctx, stored, { dueAt: run.ctx.now + MINUTE_MS });
  if (draft.stock !== 'there') return await stuck(run.ctx, stored, OUT[draft.stock]);
  const completing = await saveOrderCompleting(run.ctx, stored);
  if (completing) await complete(run, completing);
}

const OUT = { out: 'out_of_stock', gone: 'product_gone' } as const satisfies Record<
  Exclude<SampleDraft['stock'], 'there'>,
  Problem
>;

/** The order with its stored draft. Null when there is none yet, or nothing is to be made any more. */
async function storedDraft(run: Run, order: SampleOrderRow): Promise<SampleOrderRow | null> {
  if (order.state === 'completing') return order;
  const { ctx, platform, session } = run;
  const sample = await findSample(ctx, order.sampleId);
  if (sample?.row.status !== 'approved' || sample.row.address === null) return null;
  if (!sample.together) {
    await closeOne(ctx, sample.row);
    return null;
  }
  if (order.draftId !== null) return order;
  // The answer to an earlier request was lost. What it stored is found once the shop's index has it.
  if (order.askedAt !== null) {
    const [found] = await platform.findSampleDrafts(session, order.sampleId);
    if (found) return await saveOrderStep(ctx, order, { draftId: found.id });
  }
  const asked = await saveOrderStep(ctx, order, {
    ...{ askedAt: ctx.now, asks: order.asks + 1, dueAt: ctx.now + INDEX_LAG_MS },
    draftVersion: sample.row.version,
  });
  if (!asked) return null;
  const address = await openAddress(ctx, sample.row, sample.row.address);
  const { variant, sampleId: id } = order;
  const draftId = await platform.createSampleDraft(session, { id, variant, address });
  return await saveOrderStep(ctx, asked, { draftId });
}

async function complete({ ctx, platform, session }: Run, order: SampleOrderRow): Promise<void> {
  const { sampleDraft, completeSampleDraft } = platform;
  try {
    return await made(ctx, order, await completeSampleDraft(session, order.draftId!));
  } catch (error) {
    if (!(error instanceof ProviderError && error.kind === 'invalid')) throw error;
    // The shop has refused, or another run was first.
    const draft = await sampleDraft(session, order.draftId!);
    if (draft?.order) return await made(ctx, order, draft.order);
    const problem = draft && draft.stock !== 'there' ? OUT[draft.stock] : 'shop_error';
    await stuck(ctx, order, problem, { state: 'due' });
  }
}

/** The shop has made the order: the sample is on its way. */
async function made(
  ctx: SystemCtx,
  order: SampleOrderRow,
  { id, name }: { id: string; name: string },
): Promise<void> {
  const sample = await findSample(ctx, order.sampleId);
  await inOneBatch(ctx, (own) => {
    saveOrderIn(own, order, {
      ...{ state: 'made', orderId: id, orderName: name, problem: null, tries: 0, leaseUntil: 0 },
      dueAt: ctx.now + FIRST_LOOK_MS,
    });
    if (sample?.row.status !== 'approved') return;
    saveSample(own, sample.row, { status: 'shipped', ...movedColumns(ctx.now, sample.row, 'shipped') });
    emitMove(own, sample.row, 'sample.shipped');
  });
}

/** The draft is gone: another is stored, unless the order may have been made of it. */
async function drafted(ctx: SystemCtx, order: SampleOrderRow): Promise<void> {
  if (order.state === 'completing') return await stuck(ctx, order, 'order_unknown');
  await later(ctx, order, { draftId: null, askedAt: null, dueAt: ctx.now });
}

/**
 * Deletes all drafts of a sample that the shop shall not send any more, since they hold its address. An order that it had
 * made before is told of.
 */
async function deleteDrafts({ ctx, platform, session }: Run, order: SampleOrderRow): Promise<void> {
  if (order.asks > 0) {
    const found = await platform.findSampleDrafts(session, order.sampleId);
    const stored = order.draftId === null ? null : await platform.sampleDraft(session, order.draftId);
    const drafts = new Map([...found, ...(stored ? [stored] : [])].map((one) => [one.id, one]));
    for (const draft of drafts.values())
      if (draft.order === null) await platform.deleteSampleDraft(session, draft.id);
    const left = [...drafts.values()].find((draft) => draft.order !== null)?.order;
    if (left) {
      const told = { orderId: left.id, orderName: left.name, problem: 'order_left' } as const;
      return await later(ctx, order, { ...told, state: 'left', dueAt: ctx.now + FIRST_LOOK_MS });
    }
  }
  await later(ctx, order, { state: 'over', dueAt: null });
}

async function stuck(
  ctx: SystemCtx,
  order: SampleOrderRow,
  problem: Problem,
  more: Partial<SampleOrderRow> = {},
): Promise<void> {
  await later(ctx, order, { ...more, problem, dueAt: ctx.now + HOUR_MS });
}

/** Gives a claimed order back. */
export async function later(
  ctx: SystemCtx,
  order: SampleOrderRow,
  changes: Partial<SampleOrderRow>,
): Promise<void> {
  await saveOrderStep(ctx, order, { tries: 0, leaseUntil: 0, ...changes });
}

const KINDS: Partial<Record<string, Problem>> = {
  permission: 'permission',
  needs_human: 'shop_locked',
  unreadable: 'shop_error',
  invalid: 'shop_error',
  not_found: 'shop_error',
};

/** Tries again later. What was asked of the shop and is not known to have failed is looked up there first. */
async function putOff(ctx: SystemCtx, order: SampleOrderRow, error: unknown): Promise<void> {
  const told = error instanceof ProviderError ? error : null;
  const isOver = reasonOf(error) === 'reconnect_required';
  const backoff = doubledPause(MINUTE_MS, order.tries, LONGEST_WAIT_MS);
  const wait = isOver || told?.kind === 'permission' ? HOUR_MS : (told?.retryAfterMs ?? backoff);
  await saveOrderPutOff(ctx, order, {
    tries: order.tries + 1,
    // Nothing changes before the creator gives another address.
    dueAt: ctx.now + (told?.field === 'address' ? DAY_MS : wait),
    problem: unanswered(ctx, order, isOver, problemOf(told, isOver)),
    // A refusal stored no draft.
    refused: told?.kind === 'invalid' && !told.mayHaveHappened,
  });
}

/** An order that was not reached has not failed: it is among the first in the next run. */
const putNext = async (ctx: SystemCtx, order: SampleOrderRow) =>
  await saveOrderPutOff(ctx, order, {
    ...{ tries: order.tries, dueAt: ctx.now + MINUTE_MS, problem: null, refused: false },
  });

/** How long a shop that was asked for an order may not answer before a person decides what became of it. */
const UNANSWERED_MS = 7 * DAY_MS;

/** What is wrong where the shop may have made the order already: while it may still say so, nobody else does. */
function unanswered(
  ctx: SystemCtx,
  { state, completingAt }: SampleOrderRow,
  isOver: boolean,
  problem: Problem | null,
): Problem | null {
  // Where the shop cannot be asked, its order is still there.
  if (state === 'left') return null;
  if (state !== 'completing') return problem;
  const isLate = completingAt !== null && ctx.now - completingAt >= UNANSWERED_MS;
  return isOver || isLate ? 'order_unconfirmed' : problem;
}

function problemOf(told: ProviderError | null, over: boolean): Problem | null {
  if (over) return 'shop_disconnected';
  if (told?.field === 'address') return 'address_refused';
  if (told?.field === 'variant') return 'product_gone';
  return told === null ? null : (KINDS[told.kind] ?? null);
}
