import { sql } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { AppError } from '../../../kit/error.ts';
import { tasksOf } from './interface.ts';
import { ownerOf, type TaskOwnerName, taskOf } from './step.ts';
import { saveWoken } from './wait-store.ts';

/** Which tasks of a subject: by default all. */
export interface CancelledTasks {
  platform?: string;
  owner?: TaskOwnerName;
}

/**
 * Cancels a subject's tasks, in the caller's batch, which tells their owners. A step under way may still be completed. Throws
 * version_conflict when another task was planned meanwhile.
 */
export async function cancelTasks(
  ctx: SystemCtx,
  subject: string,
  { platform, owner }: CancelledTasks = {},
): Promise<void> {
  const tasks = (await tasksOf(ctx, subject)).filter(
    (task) =>
      (task.status === 'open' || task.status === 'failed') &&
      (platform === undefined || task.platform === platform) &&
      (owner === undefined || task.owner === owner),
  );
  const ids = tasks.map(({ id }) => id);
  const them = JSON.stringify(ids);
  const [there, theirs] = [
    platform === undefined ? sql`` : sql`AND platform = ${platform}`,
    owner === undefined ? sql`` : sql`AND owner = ${owner}`,
  ];
  ctx.write.require(
    sql`NOT EXISTS (SELECT 1 FROM platform_tasks WHERE subject = ${subject} ${there} ${theirs} AND status = 'open'
      AND id NOT IN (SELECT value FROM json_each(${them})))`,
    async () => new AppError('version_conflict', 'Another change began meanwhile. Read the record again.'),
  );
  if (tasks.length === 0) return;
  ctx.write.addSql(sql`UPDATE platform_tasks SET status = 'cancelled', updated_at = ${ctx.now}
    WHERE id IN (SELECT value FROM json_each(${them})) AND status IN ('open', 'failed')`);
  saveWoken(ctx, ids);
  for (const task of tasks) {
    const open = task.steps.filter(({ status }) => status === 'planned').map(({ key }) => key);
    await (await ownerOf(ctx, task.owner)).taskCancelled(ctx, { task: taskOf(task), open });
  }
}
