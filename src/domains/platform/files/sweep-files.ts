import type { SystemCtx } from '../../../context.ts';
import { listDueFiles } from './store.ts';

/** How many files one run wakes: messages, not work, so the next minute has the rest. */
const BATCH = 100;

/** Wakes the job for every file that is due: whose message was lost, or whose day of uploading is over. */
export async function sweepFiles(ctx: SystemCtx): Promise<void> {
  const ids = await listDueFiles(ctx, BATCH);
  if (ids.length === 0) return;
  await ctx.env.JOBS.sendBatch(ids.map((id) => ({ body: { kind: 'file' as const, id, at: ctx.now } })));
}
