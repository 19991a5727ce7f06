import type { SystemCtx } from '../../../context.ts';
import { describeError, log } from '../../../kit/log.ts';
import { listDueCatalogues } from './store.ts';
import { syncCatalogue } from './sync-catalogue.ts';

const MOST = 20;
/** The pages of lists and the readings of products of one run, since an invocation may only send so many queries. */
const PAGES = 60;
const READINGS = 20;

/** Reads the catalogues that are due, one after another, as far as one run goes. The next minute's run goes on. Cron. */
export async function syncDueCatalogues(ctx: SystemCtx): Promise<void> {
  const left = { pages: PAGES, readings: READINGS };
  for (const id of await listDueCatalogues(ctx, MOST)) {
    if (left.pages <= 0 || left.readings <= 0) return;
    await syncCatalogue(ctx, id, left).catch((error) =>
      log('error', { catalogue: id, error: describeError(error) }),
    );
  }
}
