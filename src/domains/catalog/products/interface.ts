// What other domains may ask of products, and what products ask of those above them.
import type { SQL, SQLWrapper } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { openAccessCode } from './access-code.ts';
import { saveCodeReading } from './store.ts';
import type { products } from './table.ts';

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
export {
  findProduct,
  findProductToSend,
  isSampleable,
  listActiveProducts,
  type ProductToSend,
} from './store.ts';

/**
 * The access code of a product, for whoever its caller lets read it. The reading is recorded in the batch. Null where none
 * is set. Throws unavailable when it cannot be decrypted.
 */
export async function getAccessCode(ctx: Ctx, row: typeof products.$inferSelect): Promise<string | null> {
  saveCodeReading(ctx, row.id);
  return row.accessCode === null ? null : await openAccessCode(ctx, row, row.accessCode);
}

/**
 * A SELECT of the IDs of products in programs that the caller can see: the caller's own, or with `program` just that
 * one, or with `account` all of that account. Only the latter two include programs that are shown to everybody.
 */
export type ProductsInPrograms = (ctx: Ctx, of: { program?: string; account?: SQLWrapper }) => SQL;

/** A SELECT of the IDs of the accounts that a creator has an agreed relationship with, as far as the caller is shown them. */
export type AgreedAccounts = (ctx: Ctx, creatorId: string) => SQL;
