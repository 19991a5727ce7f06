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
import { type CatalogueRow, countListed, insertListedPage, listedNumbers, saveProgress } from './store.ts';

/** How far a list was taken over. `short`: its file has fewer lines than the platform wrote, so it tells of nothing missing. */
type Applied = 'partly' | 'whole' | 'short';

/** What there is to read. */
interface Told {
  /** From the place of the claimed row on; null for a list without products. */
  pages: AsyncGenerator<ListedPage> | null;
  /** What the platform says that the file has. */
  counts: { products: number; lines: number };
}

/**
 * Reads pages of the list under way while the budget lasts. Each is one batch with the place behind it, so a run that is
 * killed, or whose token ends, costs one page.
 */
export async function applyList(
  ctx: SystemCtx,
  claimed: CatalogueRow,
  { pages, counts }: Told,
  left: { pages: number },
): Promise<Applied> {
  let row = claimed;
  const list = { catalogue: row.id, accountId: row.accountId, began: row.listBegan! };
  if (pages === null) return await endList(ctx, list, counts);
  for await (const page of pages) {
    left.pages--;
    const at = row;
    const isOurs = await inOneBatch(ctx, (own) => {
      saveListedProducts(own, list, page.products);
      saveListedVariants(own, list, page.variants);
      insertListedPage(own, at, page);
      saveProgress(own, at, { place: page.isLast ? at.place : page.next });
    });
    if (!isOurs) return 'partly';
    row = { ...row, place: page.next };
    if (page.isLast) return await endList(ctx, list, counts);
    if (left.pages <= 0) return 'partly';
  }
  return 'partly';
}

/** What is left after so many steps is archived by the next run, which reads the last page again first. */
const STEPS = 100;

async function endList(
  ctx: SystemCtx,
  list: { catalogue: number; began: number },
  counts: Told['counts'],
): Promise<Applied> {
  const listed = await countListed(ctx, list.catalogue);
  if (listed.lines < counts.lines || listed.products < counts.products) return 'short';
  let steps = 0;
  while (await saveUnlistedProducts(ctx, list, listedNumbers(list.catalogue, 'products')))
    if (++steps >= STEPS) return 'partly';
  while (await deleteUnlistedVariants(ctx, list, listedNumbers(list.catalogue, 'variants')))
    if (++steps >= STEPS) return 'partly';
  return 'whole';
}
