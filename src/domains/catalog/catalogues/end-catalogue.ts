import type { SystemCtx } from '../../../context.ts';
import { type ConnectionRow, isShop } from '../../accounts/connections/connection.ts';
import { saveEnding } from './store.ts';

/** Archives the products of a shop that is disconnected, within minutes. */
export function endCatalogue(ctx: SystemCtx, { id, provider }: Pick<ConnectionRow, 'id' | 'provider'>): void {
  if (isShop(provider)) saveEnding(ctx, id);
}
