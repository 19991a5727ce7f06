import type { SystemCtx } from '../../../context.ts';
import { listDueFiles, saveUnstrippedDueNow } from './store.ts';

/** How many files one run wakes: messages, not work, so the next minute has the rest. */
const BATCH = 100;
/** How many pictures from before metadata was taken out one run begins: what people upload now comes first. */
const OLD_PICTURES = 20;

/** Wakes the job for every file that is due: whose message was lost, or whose day of uploading is over. */
export async function sweepFiles(ctx: SystemCtx): Promise<void> {
  await saveUnstrippedDueNow(ctx, OLD_PICTURES);
  const ids = await listDueFiles(ctx, BATCH);
  if (ids.length === 0) return;
  await ctx.env.JOBS.sendBatch(ids.map((id) => ({ body: { kind: 'file' as const, id, at: ctx.now } })));
}
