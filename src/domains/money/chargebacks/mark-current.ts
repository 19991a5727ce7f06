import type { SystemCtx } from '../../../context.ts';
import { setPayStatus } from '../../work/applications/interface.ts';
import { listPastDue, onlyIfNonePastDue } from './store.ts';

/**
 * Adds to ctx.write that these applications of an account are current, except those that something else makes
 * past due. The batch fails when that changes meanwhile.
 * @param but dues that no longer count as failed once this batch commits.
 */
export async function markCurrent(
  ctx: SystemCtx,
  accountId: string,
  applications: string[],
  but: string[] = [],
): Promise<void> {
  const others = await listPastDue(ctx, accountId, applications, but);
  const current = applications.filter((id) => !others.has(id));
  onlyIfNonePastDue(ctx, accountId, current);
  for (const id of current) setPayStatus(ctx, id, 'current');
}
