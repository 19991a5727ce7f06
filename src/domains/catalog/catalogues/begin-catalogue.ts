import type { SystemCtx } from '../../../context.ts';
import { type ConnectionRow, isShop } from '../../accounts/connections/connection.ts';
import { insertCatalogue } from './store.ts';

/** Begins to read the products of a shop that was connected, in the batch that keeps the connection. */
export function beginCatalogue(
  ctx: SystemCtx,
  { id, holder, provider, handle }: Pick<ConnectionRow, 'id' | 'holder' | 'provider' | 'handle'>,
): void {
  if (!isShop(provider) || handle === null) return;
  insertCatalogue(ctx, { connectionId: id, accountId: holder, provider, shop: handle });
}
