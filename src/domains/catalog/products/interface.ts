// What other domains may ask of products, and what products ask of those above them.
import type { SQL, SQLWrapper } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';

export {
  deleteUnlistedVariants,
  type Listed,
  listShopVariants,
  saveAllGone,
  saveErasedProducts,
  saveGoneProducts,
  saveListedProducts,
  saveListedVariants,
  saveReadProducts,
  saveUnlistedProducts,
} from './shop-store.ts';
export { listActiveProducts } from './store.ts';

/**
 * A SELECT of the IDs of products in programs that the caller can see: the caller's own, or with `program` just that
 * one, or with `account` all of that account. Only the latter two include programs that are shown to everybody.
 */
export type ProductsInPrograms = (ctx: Ctx, of: { program?: string; account?: SQLWrapper }) => SQL;

/** A SELECT of the IDs of the accounts that a creator has an agreed relationship with. */
export type AgreedAccounts = (creatorId: string) => SQL;
