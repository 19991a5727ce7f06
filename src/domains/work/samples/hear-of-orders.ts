import type { ShopOrdersHeard } from '../../catalog/shops/interface.ts';
import { saveParcelsDue } from './order-store.ts';

/** Has the parcels of samples looked at of whose orders a shop has told something. */
export const hearOfOrders: ShopOrdersHeard = (ctx, orders) => saveParcelsDue(ctx, orders);
