// What shops tell the domains above them.
import type { Ctx, SystemCtx } from '../../../context.ts';
import type { ConnectionRow } from '../../accounts/connections/connection.ts';
import type { Sync } from './shop.ts';

/** A shop that is erased. */
export interface ErasedShop {
  /** Its connection. */
  id: string;
  accountId: string;
  /** Null when its products were never listed. */
  catalogue: number | null;
}

/** Told in the batch of orders of which webhooks told, whatever they are. @param orders the shops' numbers. */
export type ShopOrdersHeard = (
  ctx: SystemCtx,
  orders: readonly { catalogue: number; order: string }[],
) => void;

/** Told of a shop that is erased, in the batch that erases it: takes out what the domain has of it. */
export type ShopErased = (ctx: SystemCtx, shop: ErasedShop) => void;

/** Answers a creator's request to read the posts of a connected account now. */
export type PostsAsked = (ctx: Ctx, connection: ConnectionRow) => Promise<Sync>;
