import type { SystemCtx } from '../../../context.ts';
import { inParallel } from '../../../kit/in-parallel.ts';
import { listDueShops } from './store.ts';
import { syncShop } from './sync-shop.ts';

const AT_ONCE = 4;
/** The most shops of one run. The next minute's run continues. */
const MOST = 40;

/** Reads the shops that are due, of which a message was lost or whose hour has come. Cron. */
export async function syncDueShops(ctx: SystemCtx): Promise<void> {
  await inParallel(await listDueShops(ctx, MOST), AT_ONCE, async (id) => await syncShop(ctx, id));
}
