import type { SystemCtx } from '../../../context.ts';
import { listDueFiles } from './store.ts';

/** How many files one run wakes. These are only messages, so the next minute can send the rest. */
const BATCH = 100;

/** Wakes the job for every file that is due because its message was lost or its upload has expired. */
export async function sweepFiles(ctx: SystemCtx): Promise<void> {
  const ids = await listDueFiles(ctx, BATCH);
  if (ids.length === 0) return;
  await ctx.env.JOBS.sendBatch(ids.map((id) => ({ body: { kind: 'file' as const, id, at: ctx.now } })));
}
