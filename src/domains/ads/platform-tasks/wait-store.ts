// What steps wait for in other tasks. Whoever ends such a step wakes those that wait for it, in the same batch.
import { sql } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { EVERY_MINUTE } from '../../../lanes.ts';
import type { PlannedStep } from './step.ts';

/** How it is with what a step waits for: `over` all is completed, `lost` some of it never will be. */
export type WaitState = 'open' | 'over' | 'lost';

export interface Waits {
  /** By the keys of the task's steps, those that wait for steps of other tasks. */
  of: ReadonlyMap<string, WaitState>;
  /** The keys of its steps that other tasks wait for. */
  awaited: ReadonlySet<string>;
}

export async function findWaits(ctx: SystemCtx, taskId: string): Promise<Waits> {
  const db = mainDb(ctx.env);
  const [waiting, awaited] = await Promise.all([
    // In the alphabet, `lost` comes before `open` and that before `over`.
    db.all<{ key: string; state: WaitState }>(sql`SELECT key, MIN(state) AS state FROM (
      SELECT w.key, CASE
        WHEN s.status IN ('done', 'skipped') THEN 'over'
        WHEN s.status = 'planned' AND t.status = 'open' THEN 'open'
        ELSE 'lost' END AS state
      FROM platform_waits w LEFT JOIN platform_tasks t ON t.id = w.on_task
        LEFT JOIN platform_steps s ON s.task_id = w.on_task AND s.key = w.on_key
      WHERE w.task_id = ${taskId}) GROUP BY key`),
    db.all<{ key: string }>(sql`SELECT DISTINCT on_key AS key FROM platform_waits WHERE on_task = ${taskId}`),
  ]);
  return {
    of: new Map(waiting.map(({ key, state }) => [key, state])),
    awaited: new Set(awaited.map(({ key }) => key)),
  };
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
