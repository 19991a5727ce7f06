import type { SystemCtx } from '../../../context.ts';
import { pruneInBatches } from '../../../db/prune.ts';
import { monthsBefore } from '../../../kit/time.ts';
import { deleteReadingsBefore } from './store.ts';

const KEEP_MONTHS = 13;

/** Deletes records of who read an access code after 13 months, a bounded number at a time. */
export async function pruneCodeReadings(ctx: SystemCtx): Promise<void> {
  const oldest = monthsBefore(ctx.now, KEEP_MONTHS);
  await pruneInBatches(() => deleteReadingsBefore(ctx, oldest));
}
