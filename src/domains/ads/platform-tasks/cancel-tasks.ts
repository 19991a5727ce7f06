import type { SystemCtx } from '../../../context.ts';
import { tasksOf } from './interface.ts';
import { ownerOf, type TaskOwnerName, taskOf } from './step.ts';
import { saveCancelled } from './store.ts';
import { saveWoken } from './wait-store.ts';

/** Which tasks of a subject: by default all. */
export interface CancelledTasks {
  platform?: string;
  owner?: TaskOwnerName;
}

/**
 * Cancels a subject's tasks, in the caller's batch, which tells their owners. A step under way may still be completed. Throws
 * version_conflict when somebody else than `by`, the owner whose verb it is, planned another meanwhile: it would not be told.
 */
export async function cancelTasks(
  ctx: SystemCtx,
  by: TaskOwnerName,
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
  saveCancelled(ctx, { by, subject, platform, owner, told: ids });
  if (ids.length > 0) saveWoken(ctx, ids);
  for (const task of tasks) {
    const open = task.steps.filter(({ status }) => status === 'planned').map(({ key }) => key);
    await (await ownerOf(ctx, task.owner)).taskCancelled(ctx, { task: taskOf(task), open });
  }
}
