import type { Ctx } from '../../../context.ts';
import { iso } from '../../../kit/time.ts';
import type { ExplainedPixelEvent } from '../../measurement/pixel-events/explained-event.ts';
import { listCustomerEvents } from '../../measurement/pixel-events/list-customer-events.ts';
import { requireDataRequest } from './data-request-store.ts';
import { pixelsOf } from './shop.ts';
import { findShop } from './store.ts';

/** What is kept about a customer who asked a shop for their data. */
export interface CustomerData {
  requestedAt: string;
  /** The numbers of the orders that the request names. */
  orders: readonly string[];
  /** The events of these orders, and the landings that are kept under the customer's email address or phone number. */
  events: ExplainedPixelEvent[];
}

/** Throws not_found. */
export async function getCustomerData(ctx: Ctx, id: string): Promise<CustomerData> {
  const { shopId, hashes, orders, createdAt } = await requireDataRequest(ctx, id);
  const shop = await findShop(ctx, shopId);
  const pixelIds = shop ? pixelsOf(shop) : [];
  const events = await listCustomerEvents(ctx, { pixelIds, hashes, orders });
  return { requestedAt: iso(createdAt), orders, events };
}
