import type { SystemCtx } from '../../../context.ts';
import { describeError, log } from '../../../kit/log.ts';
import { HOUR_MS, MINUTE_MS } from '../../../kit/time.ts';
import { forgetVisitors } from '../../measurement/pixel-events/forget-visitors.ts';
import { eraseShop, isStillThere } from './erase-shop.ts';
import {
  deletePrivacyRequest,
  listDuePrivacyRequests,
  type PrivacyRequest,
  savePrivacyProgress,
} from './privacy-store.ts';
import { pixelsOf, type ShopRow } from './shop.ts';
import { findShop } from './store.ts';

/** The requests of one run. The next minute's run continues. */
const MOST = 5;
/** Longer than a run of the archiving job takes. */
const ARCHIVING_MS = 30 * MINUTE_MS;
/** When a request that failed is tried again. Others go on meanwhile. */
const RETRY_MS = HOUR_MS / 4;

/**
 * Carries out requests to forget customers, or everything about a shop, within a day of each. A run that dies or runs
 * twice is harmless. Cron.
 */
export async function forgetCustomers(ctx: SystemCtx): Promise<void> {
  for (const request of await listDuePrivacyRequests(ctx, MOST)) {
    try {
      await carryOn(ctx, request);
    } catch (error) {
      log('error', { request: request.id, error: describeError(error) });
      await savePrivacyProgress(ctx, request, { dueAt: ctx.now + RETRY_MS });
    }
  }
}

async function carryOn(ctx: SystemCtx, request: PrivacyRequest): Promise<void> {
  const { kind, shopId, phase, after } = request;
  const shop = await findShop(ctx, shopId);
  if (shop === null) return await savePrivacyProgress(ctx, request, DONE);
  // Each run asks anew, because the shop may be connected again at any moment.
  if (kind === 'shop' && (await isStillThere(ctx, shop))) return await deletePrivacyRequest(ctx, request);
  const next = await forgetVisitors(ctx, visitorsOf(shop, request), { phase, after });
  if (next === null)
    return kind === 'shop'
      ? await eraseShop(ctx, shop, request)
      : await savePrivacyProgress(ctx, request, DONE);
  const wait = next.phase === phase ? 0 : ARCHIVING_MS;
  await savePrivacyProgress(ctx, request, { ...next, dueAt: ctx.now + wait });
}

function visitorsOf(shop: ShopRow, { kind, hashes, orders, createdAt }: PrivacyRequest) {
  const everybodyUntil = kind === 'shop' ? createdAt : 0;
  return { accountId: shop.accountId, pixelIds: pixelsOf(shop), hashes, orders, everybodyUntil };
}

/** The order numbers stay, so that the customer does not come back with an order that is read again. */
const DONE = { dueAt: null, hashes: {} };
