// What steps wait for in other tasks. Whoever ends such a step wakes those that wait for it, in the same batch.
import { sql } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { EVERY_MINUTE } from '../../../lanes.ts';
import type { PlannedStep } from './step.ts';

/** What a step waits for: `over` it is completed, `lost` it never will be. */
export interface Wait {
  key: string;
  state: 'open' | 'over' | 'lost';
}

/** What the steps of a task wait for in other tasks. */
export async function listWaits(ctx: SystemCtx, taskId: string): Promise<Wait[]> {
  return await mainDb(ctx.env).all<Wait>(sql`SELECT w.key, CASE
      WHEN s.status IN ('done', 'skipped') THEN 'over'
      WHEN s.status = 'planned' AND t.status = 'open' THEN 'open'
      ELSE 'lost' END AS state
    FROM platform_waits w LEFT JOIN platform_tasks t ON t.id = w.on_task
      LEFT JOIN platform_steps s ON s.task_id = w.on_task AND s.key = w.on_key
    WHERE w.task_id = ${taskId}`);
}

/** The keys of a task's steps that other tasks wait for. */
export async function listAwaited(ctx: SystemCtx, taskId: string): Promise<string[]> {
  const rows = await mainDb(ctx.env).all<{ key: string }>(
    sql`SELECT DISTINCT on_key AS key FROM platform_waits WHERE on_task = ${taskId}`,
  );
  return rows.map(({ key }) => key);
}

/** Adds to the batch what a task's steps wait for. */
export function insertWaits(ctx: SystemCtx, taskId: string, steps: readonly PlannedStep[]): void {
  const rows = steps.flatMap(({ key, waitsFor = [] }) => waitsFor.map((on) => [key, on.task, on.key]));
  if (rows.length === 0) return;
  ctx.write.addSql(sql`INSERT INTO platform_waits (task_id, key, on_task, on_key)
    SELECT ${taskId}, value ->> 0, value ->> 1, value ->> 2 FROM json_each(${JSON.stringify(rows)})`);
}

/** Wakes, in the caller's batch, the tasks that wait for a step of these, or for the one step that is named. */
export function saveWoken(ctx: SystemCtx, tasks: readonly string[], key?: string): void {
  const one = key === undefined ? sql`` : sql`AND on_key = ${key}`;
  ctx.write.addSql(sql`UPDATE platform_tasks SET due_at = ${ctx.now}, woken = woken + 1
    WHERE status = 'open' AND id IN (SELECT task_id FROM platform_waits
      WHERE on_task IN (SELECT value FROM json_each(${JSON.stringify(tasks)})) ${one})`);
  wakeLane(ctx);
}

/** Drives what is due right after the commit. */
export function wakeLane(ctx: SystemCtx): void {
  ctx.write.afterCommit(() => ctx.env.LANE_ADS.send({ cron: EVERY_MINUTE, at: ctx.now }));
}
