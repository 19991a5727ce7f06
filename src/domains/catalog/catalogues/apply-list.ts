// Takes over what a list of all products has, page by page, and at its end archives what it does not have.
import type { SystemCtx } from '../../../context.ts';
import { inOneBatch } from '../../../db/one-batch.ts';
import type { ListedPage } from '../../../integrations/shops/platform.ts';
import {
  deleteUnlistedVariants,
  saveListedProducts,
  saveListedVariants,
  saveUnlistedProducts,
} from '../products/interface.ts';
import { type CatalogueRow, insertListedPage, listedNumbers, saveProgress } from './store.ts';

/**
 * Reads pages of the list under way while the budget lasts. Each is one batch with the place behind it, so a run that is
 * killed, or whose token ends, costs one page. @param pages from the place of `claimed` on; null for a list without
 * products. @returns whether the list was read to its end.
 */
export async function applyList(
  ctx: SystemCtx,
  claimed: CatalogueRow,
  pages: AsyncGenerator<ListedPage> | null,
  left: { pages: number },
): Promise<boolean> {
  let row = claimed;
  const list = { catalogue: row.id, accountId: row.accountId, began: row.listBegan! };
  if (pages === null) return await endList(ctx, list);
  for await (const page of pages) {
    left.pages--;
    const at = row;
    const isOurs = await inOneBatch(ctx, (own) => {
      saveListedProducts(own, list, page.products);
      saveListedVariants(own, list, page.variants);
      insertListedPage(own, at, page);
      saveProgress(own, at, { place: page.isLast ? at.place : page.next });
    });
    if (!isOurs) return false;
    row = { ...row, place: page.next };
    if (page.isLast) return await endList(ctx, list);
    if (left.pages <= 0) return false;
  }
  return false;
}

/** What is left after so many steps is archived by the next run, which reads the last page again first. */
const STEPS = 100;

async function endList(ctx: SystemCtx, list: { catalogue: number; began: number }): Promise<boolean> {
  let steps = 0;
  while (await saveUnlistedProducts(ctx, list, listedNumbers(list.catalogue, 'products')))
    if (++steps >= STEPS) return false;
  while (await deleteUnlistedVariants(ctx, list, listedNumbers(list.catalogue, 'variants')))
    if (++steps >= STEPS) return false;
  return true;
}
