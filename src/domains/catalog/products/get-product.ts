import { actingId } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../kit/error.ts';
import { idRange, type ListInput, type ListPage, listOf, toListPage } from '../../../resource/list-page.ts';
import { openAccessCode } from './access-code.ts';
import { presentProducts, presentWhole } from './present-products.ts';
import type { Product, ProductStatus } from './product.ts';
import * as store from './store.ts';

/**
 * A product that the caller can see. Throws not_found; permission_denied for a creator that asks for the code;
 * unavailable when the code cannot be decrypted.
 * @param expand with accessCode: the code too, and the reading is recorded.
 */
export async function getProduct(ctx: Ctx, id: string, expand?: 'accessCode'): Promise<Product> {
  if (ctx.actor.account === null) {
    if (expand)
      throw new AppError('permission_denied', 'A creator cannot read the access code of a product.');
    const sight = await sightOf(ctx, ctx.actor.creator!);
    return await presentWhole(ctx, await store.requireSeenProduct(ctx, id, sight));
  }
  const row = await store.requireOwnProduct(ctx, id);
  const shown = await presentWhole(ctx, row);
  if (!expand) return shown;
  store.saveCodeReading(ctx, row.id);
  const accessCode = row.accessCode === null ? null : await openAccessCode(ctx, row, row.accessCode);
  return { ...shown, accessCode };
}

export interface ProductQuery extends ListInput {
  status?: ProductStatus[] | undefined;
  sampleable?: boolean | undefined;
  program?: string | undefined;
  /** How the title begins; only for an account's own products. */
  q?: string | undefined;
  /** Part of the title; only for an account's own products. */
  titled?: string | undefined;
}

/** The account's products, or those that a creator sees without asking for a program. */
export async function listProducts(ctx: Ctx, query: ProductQuery): Promise<ListPage<Product>> {
  if (query.q !== undefined && ctx.actor.account === null)
    throw new AppError(
      'invalid_request',
      'q finds products of an account. A creator lists all that it sees.',
    );
  const list = listOf(ctx, `products ${actingId(ctx.actor)}`);
  const inPrograms = await ctx.reactions.productsInPrograms();
  const filter: store.ProductFilter = {
    statuses: [...new Set(query.status ?? (['active'] as const))],
    sampleable: query.sampleable,
    among: query.program === undefined ? undefined : inPrograms(ctx, { program: query.program }),
    named: query.q,
    titled: query.titled,
    limit: query.limit,
    range: idRange(list, 'product', query),
  };
  const { account, creator } = ctx.actor;
  // Creators never see archived ones.
  if (!account && !filter.statuses.includes('active')) return { items: [], nextCursor: null };
  const ids = account
    ? store.ownProductIds(account.id, filter)
    : store.seenProductIds(await sightOf(ctx, creator!), filter);
  const page = toListPage(list, query, await store.listProductsOf(ctx, ids, filter.range));
  return { ...page, items: await presentProducts(ctx, page.items) };
}

async function sightOf(ctx: Ctx, creator: string): Promise<store.CreatorSight> {
  const [inPrograms, agreed] = await Promise.all([
    ctx.reactions.productsInPrograms(),
    ctx.reactions.agreedAccounts(),
  ]);
  return { inPrograms: (of) => inPrograms(ctx, of), agreed: agreed(ctx, creator) };
}
