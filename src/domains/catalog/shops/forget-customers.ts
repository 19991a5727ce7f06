import type { SystemCtx } from '../../../context.ts';
import { describeError, log } from '../../../kit/log.ts';
import { HOUR_MS, MINUTE_MS } from '../../../kit/time.ts';
import { forgetCustomer } from '../../measurement/pixel-events/forget-customer.ts';
import { listDuePrivacyRequests, type PrivacyRequest, savePrivacyProgress } from './privacy-store.ts';
import { findShop } from './store.ts';

/** The requests of one run. The next minute's run continues. */
const MOST = 5;
/** Longer than a run of the archiving job takes. */
const ARCHIVING_MS = 30 * MINUTE_MS;
/** When a request that failed is tried again. Others go on meanwhile. */
const RETRY_MS = HOUR_MS / 4;

/** Carries out requests to forget customers, within a day of each. A run that dies or runs twice is harmless. Cron. */
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
  const { shopId, hashes, orders, phase, after } = request;
  const shop = await findShop(ctx, shopId);
  if (shop === null) return await savePrivacyProgress(ctx, request, DONE);
  const customer = { accountId: shop.accountId, pixelId: shop.pixelId, hashes, orders };
  const next = await forgetCustomer(ctx, customer, { phase, after });
  const wait = next?.phase === phase ? 0 : ARCHIVING_MS;
  await savePrivacyProgress(ctx, request, next === null ? DONE : { ...next, dueAt: ctx.now + wait });
}

/** The order numbers stay, so that the customer does not come back with an order that is read again. */
const DONE = { dueAt: null, hashes: {} };
