// Everything at an ad platform is created once, whatever dies, times out or is refused on the way.
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { drivePlatformTasks } from '../../../../src/domains/ads/platform-tasks/drive-platform-tasks.ts';
import { retryTask } from '../../../../src/domains/ads/platform-tasks/interface.ts';
import { MOST_SUBREQUESTS } from '../../../../src/domains/ads/platform-tasks/run-budget.ts';
import { metaAdapter } from '../../../../src/integrations/meta/adapter.ts';
import { AppError } from '../../../../src/kit/error.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../../src/kit/time.ts';
import { twinOf } from '../../../harness/ads/live-campaigns.ts';
import { MAIN } from '../../../harness/ads/meta.ts';
import { ctxOf, ONE_AD, plan, statusOf } from '../../../harness/ads/platform-tasks.ts';
import { type Scene, type TaskWorld, taskWorld } from '../../../harness/ads/task-world.ts';
import { counting } from '../../../harness/faults/counting.ts';
import { atEveryDeath } from '../../../harness/faults/mortal.ts';
import { PATIENCE } from '../../../harness/patience.ts';
import { call, systemCtx, testEnv } from '../../../harness/world.ts';

let tasks: TaskWorld;
beforeAll(async () => {
  tasks = await taskWorld();
});

const disconnect = async () =>
  await call('PATCH', `/v1/connections/${tasks.connection}`, {
    env: tasks.meta.env,
    key: tasks.brand.key,
    body: { status: 'disconnected' },
  });

const ONE_OF_EACH = { campaign: 1, adset: 1, video: 1, creative: 1, ad: 1 };

describe('a task', () => {
  it('is done once, wherever its process is killed', async () => {
    const contacts = await atEveryDeath({
      scene: () => tasks.scene(),
      live: ({ drive }, env) => drive(0, env),
      async afterwards({ name, heard, task, drive }) {
        // A killed process held the lease for this long, and its request is looked for until it cannot take
        // effect any more.
        for (let at = 10 * SECOND_MS; (await statusOf(task)) === 'open' && at < HOUR_MS; at += MINUTE_MS)
          await drive(at);
        expect(await statusOf(task)).toBe('done');
        expect(await tasks.counted(name)).toEqual(ONE_OF_EACH);
        expect(new Set(heard.done).size).toBeLessThanOrEqual(ONE_AD.length);
      },
    });
    const sent = contacts.filter((one) => one.startsWith('platform')).map((one) => one.split('/').at(-1));
    expect(sent).toEqual(['campaigns', 'adsets', 'advideos', 'adcreatives', 'ads', '…']);
  });

  it.each(['campaigns', 'adsets', 'advideos', 'adcreatives', 'ads'])(
    'is done once when the answer of %s is lost after its effect',
    async (edge) => {
      await tasks.meta.fault('fail_after', `POST ${MAIN}/${edge}`);
      const { name, heard, task, drive } = await tasks.scene();
      await drive();
      expect(await statusOf(task)).toBe('open');
      await drive(5 * SECOND_MS);
      expect(heard.ended).toEqual([]);
      await drive(MINUTE_MS);
      expect([await statusOf(task), heard.ended]).toEqual(['done', [{ outcome: 'done', failures: [] }]]);
      expect(heard.done).toEqual([
        'campaign made',
        'set made',
        'video made',
        'ready made',
        'creative made',
        'ad made',
        'go',
      ]);
      expect(await tasks.counted(name)).toEqual(ONE_OF_EACH);
    },
  );

  it('makes again what is not there, but not before it can come no more', async () => {
    await tasks.meta.fault('fail_before', `POST ${MAIN}/campaigns`);
    const { name, task, drive } = await tasks.scene();
    await drive();
    await drive(MINUTE_MS);
    expect(await tasks.counted(name)).toMatchObject({ campaign: 0 });
    await drive(3 * MINUTE_MS);
    expect([await statusOf(task), await tasks.counted(name)]).toEqual(['done', ONE_OF_EACH]);
  });

  it('goes on beside a step that is refused, tells its owner which it was, and makes only that when it is tried again', async () => {
    await tasks.meta.fault('refuse', `POST ${MAIN}/adsets`, { status: 400, code: 100 });
    const { name, heard, task, drive } = await tasks.scene();
    await drive();
    expect(heard.ended).toEqual([{ outcome: 'failed', failures: [{ key: 'set', reason: 'invalid' }] }]);
    expect(await tasks.counted(name)).toEqual({ campaign: 1, adset: 0, video: 1, creative: 1, ad: 0 });
    await drive(HOUR_MS);
    expect(await statusOf(task)).toBe('failed');
    const again = systemCtx();
    retryTask(again, 'campaign', task);
    await again.write.commit();
    await drive(HOUR_MS);
    expect([await statusOf(task), await tasks.counted(name)]).toEqual(['done', ONE_OF_EACH]);
  });

  it('waits for those of the same record, and is begun no further when it is cancelled', async () => {
    await tasks.meta.fault('fail_before', `POST ${MAIN}/advideos`, { times: 1 });
    const subject = crypto.randomUUID();
    const first = await tasks.scene({ subject });
    const second = await tasks.scene({ subject, steps: ONE_AD.slice(0, 1) }, {}, SECOND_MS);
    await first.drive();
    expect(await statusOf(second.task)).toBe('open');
    expect((await disconnect()).status).toBe(409);
    await tasks.cancel(first, subject);
    await first.drive(HOUR_MS);
    expect([await statusOf(first.task), await statusOf(second.task)]).toEqual(['cancelled', 'cancelled']);
    expect(await tasks.counted(first.name)).toMatchObject({ campaign: 1, ad: 0 });
    expect(await tasks.counted(second.name)).toMatchObject({ campaign: 0 });
  });

  it('is ended in the same run though its record moves meanwhile, and later when it moves each time', async () => {
    let moving = 2;
    const record = ({ by }: Scene) => {
      const { taskEnded } = by;
      by.taskEnded = async (...told) => {
        if (moving-- > 0) throw new AppError('version_conflict', 'It moved.');
        await taskEnded(...told);
      };
    };
    const twice = await tasks.scene();
    record(twice);
    await twice.drive();
    expect([await statusOf(twice.task), twice.heard.ended.length]).toEqual(['done', 1]);
    moving = 3;
    const often = await tasks.scene();
    record(often);
    await often.drive();
    expect([await statusOf(often.task), often.heard.ended.length]).toEqual(['open', 0]);
    await often.drive(MINUTE_MS);
    expect([await statusOf(often.task), often.heard.ended.length]).toEqual(['done', 1]);
    expect(await tasks.counted(often.name)).toEqual(ONE_OF_EACH);
  });
});

describe('a platform', () => {
  it('is left alone for as long as it asks, and by none but the connection that it asked', async () => {
    const others = tasks.connection;
    tasks.connection = await tasks.connect();
    await tasks.meta.fault('rate_limit', `POST ${MAIN}/campaigns`, { minutes: 20 });
    const limited = await tasks.scene();
    await limited.drive();
    const behind = await tasks.scene({ steps: ONE_AD.slice(0, 1) }, {}, 0);
    tasks.connection = others;
    const beside = await tasks.scene({ steps: ONE_AD.slice(0, 1) }, {}, 0);
    await beside.drive(MINUTE_MS);
    expect([await statusOf(behind.task), await statusOf(beside.task)]).toEqual(['open', 'done']);
    await behind.drive(21 * MINUTE_MS);
    await limited.drive(21 * MINUTE_MS);
    expect([await statusOf(limited.task), await statusOf(behind.task)]).toEqual(['done', 'done']);
  });

  it('that hangs delays no other, not even what is planned later', async () => {
    const held = Promise.withResolvers<never>();
    const hanging = { ...metaAdapter, create: () => held.promise };
    const twin = await twinOf(tasks.connection, tasks.brand.id, 7);
    const stuck = await plan(tasks.meta.env, tasks.connection, { now: tasks.now });
    await testEnv.DB.prepare("UPDATE platform_tasks SET platform = 'tiktok', connection_id = ? WHERE id = ?")
      .bind(twin, stuck)
      .run();
    await testEnv.DB.prepare("UPDATE connections SET provider = 'tiktok' WHERE id = ?").bind(twin).run();
    const one = await tasks.scene({ steps: ONE_AD.slice(0, 1) });
    const running = drivePlatformTasks(
      ctxOf(tasks.meta.env, one.by, one.at, { tiktok: async () => hanging }),
    );
    await vi.waitFor(async () => expect(await statusOf(one.task)).toBe('done'), PATIENCE);
    const later = await plan(tasks.meta.env, tasks.connection, { steps: ONE_AD.slice(0, 1), now: one.at });
    await vi.waitFor(async () => expect(await statusOf(later)).toBe('done'), PATIENCE);
    expect(await statusOf(stuck)).toBe('open');
    const ended = new Error('over');
    held.reject(ended);
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await running;
    expect(logged).toHaveBeenCalled();
    logged.mockRestore();
    await testEnv.DB.prepare("UPDATE platform_tasks SET status = 'cancelled' WHERE id = ?").bind(stuck).run();
  });

  it('is asked within what an invocation may use, and the next run begins at once', async () => {
    const steps = [
      ...ONE_AD.slice(0, 1),
      ...Array.from({ length: 60 }, (_, n) => ({
        key: `change ${n}`,
        kind: 'change' as const,
        after: ['campaign'],
      })),
    ];
    const { task, by, at } = await tasks.scene({ steps });
    const sent: unknown[] = [];
    const LANE_ADS = { send: async (message: unknown) => void sent.push(message) } as never;
    const counts: number[] = [];
    let runs = 0;
    for (; (await statusOf(task)) === 'open' && runs < 10; runs++) {
      const used = counting({ ...tasks.meta.env, LANE_ADS });
      await drivePlatformTasks(ctxOf(used.env, by, at + runs * MINUTE_MS));
      counts.push(used.count());
    }
    expect([await statusOf(task), sent.length]).toEqual(['done', runs - 1]);
    expect(runs).toBeGreaterThan(1);
    expect(Math.max(...counts)).toBeLessThanOrEqual(MOST_SUBREQUESTS);
    expect(Math.min(...counts)).toBeGreaterThan(steps.length / runs);
  });
});
