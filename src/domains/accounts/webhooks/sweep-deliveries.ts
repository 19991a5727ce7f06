import type { SystemCtx } from '../../../context.ts';
import { listAsleep, saveWoken, WOKEN_FOR_MS } from './delivery-store.ts';
import { wake } from './wake-messages.ts';

const PAGE = 500;
const PAGES = 20;

/**
 * Wakes due deliveries whose queue message was lost or could not be delayed that long, and fails those whose time is
 * up. Deliveries that were woken are left alone for five minutes, so that a backlog is not queued again every minute.
 * At most 10,000 a run; the next minute's run continues.
 */
export async function sweepDeliveries(ctx: SystemCtx): Promise<void> {
  for (let page = 0; page < PAGES; page++) {
    const rows = await listAsleep(ctx.env, ctx.now, PAGE);
    if (rows.length === 0) return;
    const woken = rows.filter((row) => row.over === 0);
    // Messages are sent before the rows are marked: a run that dies in between only wakes deliveries twice.
    await wake(
      ctx.env,
      woken.map((row) => ({ id: row.id, key: row.key_id, slow: row.slow === 1 })),
      ctx.now,
    );
    await saveWoken(
      ctx.env,
      ctx.now,
      woken.map((row) => row.id),
      rows.filter((row) => row.over === 1).map((row) => row.id),
      ctx.now + WOKEN_FOR_MS,
    );
    if (rows.length < PAGE) return;
  }
}
