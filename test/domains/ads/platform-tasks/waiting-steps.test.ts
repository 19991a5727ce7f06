// Tasks of two owners for one record, and steps that wait for those of other tasks.
import { beforeAll, describe, expect, it } from 'vitest';
import { cancelTasks } from '../../../../src/domains/ads/platform-tasks/cancel-tasks.ts';
import { retryTask } from '../../../../src/domains/ads/platform-tasks/interface.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../../src/kit/time.ts';
import { MAIN } from '../../../harness/ads/meta.ts';
import { ctxOf, ONE_AD, plan, statusOf } from '../../../harness/ads/platform-tasks.ts';
import { type Scene, type TaskWorld, taskWorld } from '../../../harness/ads/task-world.ts';
import { waitingFor } from '../../../harness/faults/trips.ts';
import { systemCtx, testEnv } from '../../../harness/world.ts';

let tasks: TaskWorld;
beforeAll(async () => {
  tasks = await taskWorld();
});

/** Why the steps of a task have failed. */
const reasonsOf = async (task: string) => {
  const { results } = await testEnv.DB.prepare(
    "SELECT error ->> 'reason' AS reason FROM platform_steps WHERE task_id = ? AND status = 'failed'",
  )
    .bind(task)
    .all<{ reason: string }>();
  return results.map(({ reason }) => reason);
};

describe('tasks of two owners for one record', () => {
  it('are retried and cancelled by their own, or by whoever ends the record, who tells the other', async () => {
    await tasks.meta.fault('refuse', `POST ${MAIN}/campaigns`, { status: 400, code: 100 });
    const subject = crypto.randomUUID();
    const steps = ONE_AD.slice(0, 2);
    const planned = await tasks.scene({ subject, steps, owner: 'plan' });
    await planned.drive();
    const own = await tasks.scene({ subject, steps });
    const again = systemCtx();
    retryTask(again, 'campaign', planned.task);
    await again.write.commit();
    expect(await reasonsOf(planned.task)).toEqual(['invalid']);
    await tasks.cancel(planned, subject, { owner: 'campaign' });
    expect([await statusOf(planned.task), await statusOf(own.task)]).toEqual(['failed', 'cancelled']);
    expect(planned.heard.cancelled).toEqual([['campaign', 'set']]);
    await tasks.cancel(planned, subject);
    expect([await statusOf(planned.task), planned.heard.cancelled.length]).toEqual(['cancelled', 2]);
    await planned.drive(HOUR_MS);
    expect(await tasks.counted(planned.name)).toMatchObject({ campaign: 0 });
  });

  it('leave no task that was planned while another is being cancelled', async () => {
    const subject = crypto.randomUUID();
    const first = await tasks.scene({ subject });
    const ctx = ctxOf(tasks.meta.env, first.by, first.at);
    await cancelTasks(ctx, 'campaign', subject);
    const second = await plan(tasks.meta.env, tasks.connection, { subject, owner: 'plan', now: first.at });
    await expect(ctx.write.commit()).rejects.toMatchObject({ code: 'version_conflict' });
    expect([await statusOf(first.task), await statusOf(second)]).toEqual(['open', 'open']);
    await tasks.cancel(first, subject);
    // What the verb's own owner planned meanwhile is cancelled with the rest.
    const own = ctxOf(tasks.meta.env, first.by, first.at);
    await cancelTasks(own, 'campaign', subject);
    const third = await plan(tasks.meta.env, tasks.connection, { subject, now: first.at });
    await own.write.commit();
    expect(await statusOf(third)).toBe('cancelled');
  });
});

describe('a step that waits for one of another task', () => {
  const CAMPAIGN = ONE_AD.slice(0, 1);
  /** A task whose campaign is made after that of another. */
  const behind = async (task: string, key = 'campaign') =>
    await tasks.scene({ steps: [{ ...CAMPAIGN[0]!, waitsFor: [{ task, key }] }] }, {}, 0);

  it('goes on by itself once that is completed, also when that happens while it is being looked at', async () => {
    await tasks.meta.fault('fail_before', `POST ${MAIN}/campaigns`, { times: 1 });
    const first = await tasks.scene({ steps: CAMPAIGN });
    const second = await behind(first.task);
    const third = await behind(second.task);
    await first.drive();
    expect([await statusOf(first.task), await statusOf(second.task)]).toEqual(['open', 'open']);
    // Nothing of the others is due before the first is made: nobody asks in between.
    await second.drive(MINUTE_MS);
    expect(await tasks.counted(second.name)).toMatchObject({ campaign: 0 });
    await first.drive(3 * MINUTE_MS);
    expect(await Promise.all([first, second, third].map(({ task }) => statusOf(task)))).toEqual([
      'done',
      'done',
      'done',
    ]);

    const late = await tasks.scene({ steps: CAMPAIGN });
    const looked = await behind(late.task);
    await testEnv.DB.prepare('UPDATE platform_tasks SET due_at = due_at + 1000 WHERE id = ?')
      .bind(late.task)
      .run();
    const env = waitingFor(async (sql) => {
      // The one that looks has read what it waits for, and is about to leave its task until tomorrow.
      if (/CASE WHEN .*woken/.test(sql)) await late.drive(SECOND_MS);
    });
    await looked.drive(0, { ...tasks.meta.env, DB: env.DB });
    await looked.drive(2 * SECOND_MS);
    expect([await statusOf(late.task), await statusOf(looked.task)]).toEqual(['done', 'done']);
  });

  it('fails as soon as that fails, is held up by a failed one, or is cancelled, and with it what waits for it', async () => {
    const lost = async (end: (first: Scene, subject: string) => Promise<void>, key?: string) => {
      const subject = crypto.randomUUID();
      const first = await tasks.scene({ subject, steps: ONE_AD.slice(0, 2) });
      const second = await behind(first.task, key);
      const third = await behind(second.task);
      await end(first, subject);
      // The connection is left alone for half a minute after a request without an answer.
      await second.drive(MINUTE_MS);
      for (const { task } of [second, third])
        expect([await statusOf(task), await reasonsOf(task)]).toEqual(['failed', ['dependency_failed']]);
      expect(await tasks.counted(second.name)).toMatchObject({ campaign: 0 });
    };
    const refused = async ({ drive }: Scene) => {
      await tasks.meta.fault('refuse', `POST ${MAIN}/campaigns`, { status: 400, code: 100 });
      await drive();
    };
    await lost(refused);
    await lost(refused, 'set');
    await lost(async (first, subject) => {
      // Those that wait have been looked at by then.
      await tasks.meta.fault('fail_before', `POST ${MAIN}/campaigns`);
      await first.drive();
      await tasks.cancel(first, subject);
    }, 'set');
  });

  it('fails after a day', async () => {
    const first = await tasks.scene({ steps: CAMPAIGN });
    const second = await behind(first.task);
    await testEnv.DB.prepare('UPDATE platform_tasks SET due_at = due_at + 1e9 WHERE id = ?')
      .bind(first.task)
      .run();
    await second.drive(DAY_MS - MINUTE_MS);
    expect(await statusOf(second.task)).toBe('open');
    await second.drive(DAY_MS);
    expect(await reasonsOf(second.task)).toEqual(['blocked_too_long']);
  });
});
