import type { SystemCtx } from '../../../context.ts';
import { type ConnectionRow, isShop } from '../../accounts/connections/connection.ts';
import { saveOrdersDue } from './order-store.ts';

/** Carries on with the samples of a shop, in the batch that connects it again. */
export function resumeOrders(ctx: SystemCtx, { id, provider }: Pick<ConnectionRow, 'id' | 'provider'>): void {
  if (isShop(provider)) saveOrdersDue(ctx, id);
}
