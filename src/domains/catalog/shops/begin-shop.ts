import type { SystemCtx } from '../../../context.ts';
import { DAY_MS } from '../../../kit/time.ts';
import { type ConnectionRow, isShop } from '../../accounts/connections/connection.ts';
import { insertShop } from './store.ts';
import { wakeShop } from './wake-shop.ts';

/** How far back orders are read when a shop is connected for the first time. */
const BEFORE_MS = DAY_MS;

/** Begins to read a shop that was connected, in the batch that keeps the connection. Other connections are ignored. */
export function beginShop(
  ctx: SystemCtx,
  { id, holder, provider, handle }: Pick<ConnectionRow, 'id' | 'holder' | 'provider' | 'handle'>,
): void {
  if (!isShop(provider) || handle === null) return;
  insertShop(ctx, { id, accountId: holder, provider, shop: handle, sweptTo: ctx.now - BEFORE_MS });
  ctx.write.afterCommit(() => wakeShop(ctx, id));
}
