// Everything at an ad platform is created once, whatever dies, times out or is refused on the way.
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { cancelTasks } from '../../../../src/domains/ads/platform-tasks/cancel-tasks.ts';
import { drivePlatformTasks } from '../../../../src/domains/ads/platform-tasks/drive-platform-tasks.ts';
import { retryTask } from '../../../../src/domains/ads/platform-tasks/interface.ts';
import { MOST_SUBREQUESTS } from '../../../../src/domains/ads/platform-tasks/run-budget.ts';
import type { PlannedStep, TaskOwnerName } from '../../../../src/domains/ads/platform-tasks/step.ts';
import type { Env } from '../../../../src/env.ts';
import { metaAdapter } from '../../../../src/integrations/meta/adapter.ts';
import { AppError } from '../../../../src/kit/error.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../../src/kit/time.ts';
import { connectAds, RETURN } from '../../../harness/ads/ad-connections.ts';
import { twinOf } from '../../../harness/ads/live-campaigns.ts';
import { MAIN, type MetaWorld, metaWorld, PAGE } from '../../../harness/ads/meta.ts';
import { ctxOf, nothingHeard, ONE_AD, owner, plan, statusOf } from '../../../harness/ads/platform-tasks.ts';
import * as clock from '../../../harness/clock.ts';
import { counting } from '../../../harness/faults/counting.ts';
import { atEveryDeath } from '../../../harness/faults/mortal.ts';
import { waitingFor } from '../../../harness/faults/trips.ts';
import { PATIENCE } from '../../../harness/patience.ts';
import { call, type Minted, mintAccount, systemCtx, testEnv } from '../../../harness/world.ts';

let meta: MetaWorld;
let brand: Minted;
let connection: string;

/** A connection of a separate person, so that no other test touches what is left. */
async function connect(): Promise<string> {
  brand = await mintAccount('brand', { origins: [new URL(RETURN).origin] });
  const id = await connectAds(meta, brand);
  const body = { selection: { adAccountId: MAIN, pageId: PAGE } };
  const { status } = await call('PATCH', `/v1/connections/${id}`, { env: meta.env, key: brand.key, body });
  expect(status).toBe(200);
  return id;
}

beforeAll(async () => {
  // Tasks of other tests whose connections were taken away would use up what one run may use.
  await testEnv.DB.prepare(
    "UPDATE platform_tasks SET status = 'cancelled' WHERE connection_id NOT IN (SELECT id FROM connections)",
  ).run();
  meta = await metaWorld();
  await meta.sim('settings', { processing: 0 });
  connection = await connect();
});

const disconnect = async () =>
  await call('PATCH', `/v1/connections/${connection}`, {
    env: meta.env,
    key: brand.key,
    body: { status: 'disconnected' },
  });

const KINDS = ['campaign', 'adset', 'video', 'creative', 'ad'] as const;
const ONE_OF_EACH = { campaign: 1, adset: 1, video: 1, creative: 1, ad: 1 };

/** How many objects of each kind have this name at the platform. */
async function counted(name: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const kind of KINDS) {
    const { data } = await meta.sim('nodes', { kind });
    counts[kind] = data.filter((node: object) => JSON.stringify(node).includes(`"${name} [`)).length;
  }
  return counts;
}

let scenes = 0;
/** Each scene is hours later than the one before, so that earlier waits are over. */
let present = clock.now();
async function scene(
  more: { steps?: PlannedStep[]; subject?: string; owner?: TaskOwnerName } = {},
  changes = {},
  after = 2 * HOUR_MS,
) {
  const name = `Scene ${++scenes}`;
  const heard = nothingHeard();
  const by = owner(name, heard, changes);
  present += after;
  const at = present;
  const task = await plan(meta.env, connection, { ...more, now: at });
  const drive = (after = 0, env: Env = meta.env) => drivePlatformTasks(ctxOf(env, by, at + after));
  return { env: meta.env, name, heard, task, by, drive, at };
}

async function cancel(
  { by, at }: Awaited<ReturnType<typeof scene>>,
  subject: string,
  which = {},
): Promise<void> {
  const ctx = ctxOf(meta.env, by, at);
  await cancelTasks(ctx, subject, which);
  await ctx.write.commit();
}

describe('a task', () => {
  it('is done once, wherever its process is killed', async () => {
    const contacts = await atEveryDeath({
      scene,
      live: ({ drive }, env) => drive(0, env),
      async afterwards({ name, heard, task, drive }) {
        // A killed process held the lease for this long, and its request is looked for until it cannot take
        // effect any more.
        for (let at = 10 * SECOND_MS; (await statusOf(task)) === 'open' && at < HOUR_MS; at += MINUTE_MS)
          await drive(at);
        expect(await statusOf(task)).toBe('done');
        expect(await counted(name)).toEqual(ONE_OF_EACH);
        expect(new Set(heard.done).size).toBeLessThanOrEqual(ONE_AD.length);
      },
    });
    const sent = contacts.filter((one) => one.startsWith('platform')).map((one) => one.split('/').at(-1));
    expect(sent).toEqual(['campaigns', 'adsets', 'advideos', 'adcreatives', 'ads', '…']);
  });

  it.each(['campaigns', 'adsets', 'advideos', 'adcreatives', 'ads'])(
    'is done once when the answer of %s is lost after its effect',
    async (edge) => {
      await meta.fault('fail_after', `POST ${MAIN}/${edge}`);
      const { name, heard, task, drive } = await scene();
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
      expect(await counted(name)).toEqual(ONE_OF_EACH);
    },
  );

  it('makes again what is not there, but not before it can come no more', async () => {
    await meta.fault('fail_before', `POST ${MAIN}/campaigns`);
    const { name, task, drive } = await scene();
    await drive();
    await drive(MINUTE_MS);
    expect(await counted(name)).toMatchObject({ campaign: 0 });
    await drive(3 * MINUTE_MS);
    expect([await statusOf(task), await counted(name)]).toEqual(['done', ONE_OF_EACH]);
  });

  it('goes on beside a step that is refused, tells its owner which it was, and makes only that when it is tried again', async () => {
    await meta.fault('refuse', `POST ${MAIN}/adsets`, { status: 400, code: 100 });
    const { name, heard, task, drive } = await scene();
    await drive();
    expect(heard.ended).toEqual([{ outcome: 'failed', failures: [{ key: 'set', reason: 'invalid' }] }]);
    expect(await counted(name)).toEqual({ campaign: 1, adset: 0, video: 1, creative: 1, ad: 0 });
    await drive(HOUR_MS);
    expect(await statusOf(task)).toBe('failed');
    const again = systemCtx();
    retryTask(again, 'campaign', task);
    await again.write.commit();
    await drive(HOUR_MS);
    expect([await statusOf(task), await counted(name)]).toEqual(['done', ONE_OF_EACH]);
  });

  it('waits for those of the same record, and is begun no further when it is cancelled', async () => {
    await meta.fault('fail_before', `POST ${MAIN}/advideos`, { times: 1 });
    const subject = crypto.randomUUID();
    const first = await scene({ subject });
    const second = await scene({ subject, steps: ONE_AD.slice(0, 1) }, {}, SECOND_MS);
    await first.drive();
    expect(await statusOf(second.task)).toBe('open');
    expect((await disconnect()).status).toBe(409);
    await cancel(first, subject);
    await first.drive(HOUR_MS);
    expect([await statusOf(first.task), await statusOf(second.task)]).toEqual(['cancelled', 'cancelled']);
    expect(await counted(first.name)).toMatchObject({ campaign: 1, ad: 0 });
    expect(await counted(second.name)).toMatchObject({ campaign: 0 });
  });

  it('is ended in the same run though its record moves meanwhile, and later when it moves each time', async () => {
    let moving = 2;
    const record = ({ by }: Awaited<ReturnType<typeof scene>>) => {
      const { taskEnded } = by;
      by.taskEnded = async (...told) => {
        if (moving-- > 0) throw new AppError('version_conflict', 'It moved.');
        await taskEnded(...told);
      };
    };
    const twice = await scene();
    record(twice);
    await twice.drive();
    expect([await statusOf(twice.task), twice.heard.ended.length]).toEqual(['done', 1]);
    moving = 3;
    const often = await scene();
    record(often);
    await often.drive();
    expect([await statusOf(often.task), often.heard.ended.length]).toEqual(['open', 0]);
    await often.drive(MINUTE_MS);
    expect([await statusOf(often.task), often.heard.ended.length]).toEqual(['done', 1]);
    expect(await counted(often.name)).toEqual(ONE_OF_EACH);
  });
});

describe('tasks of two owners for one record', () => {
  it('are retried and cancelled by their own, or by whoever ends the record, who tells the other', async () => {
    await meta.fault('refuse', `POST ${MAIN}/campaigns`, { status: 400, code: 100 });
    const subject = crypto.randomUUID();
    const steps = ONE_AD.slice(0, 2);
    const planned = await scene({ subject, steps, owner: 'plan' });
    await planned.drive();
    const own = await scene({ subject, steps });
    const again = systemCtx();
    retryTask(again, 'campaign', planned.task);
    await again.write.commit();
    await cancel(planned, subject, { owner: 'campaign' });
    expect([await statusOf(planned.task), await statusOf(own.task)]).toEqual(['failed', 'cancelled']);
    expect(planned.heard.cancelled).toEqual([['campaign', 'set']]);
    await cancel(planned, subject);
    expect([await statusOf(planned.task), planned.heard.cancelled.length]).toEqual(['cancelled', 2]);
    await planned.drive(HOUR_MS);
    expect(await counted(planned.name)).toMatchObject({ campaign: 0 });
  });

  it('leave no task that was planned while another is being cancelled', async () => {
    const subject = crypto.randomUUID();
    const first = await scene({ subject });
    const ctx = ctxOf(meta.env, first.by, first.at);
    await cancelTasks(ctx, subject);
    const second = await plan(meta.env, connection, { subject, owner: 'plan', now: first.at });
    await expect(ctx.write.commit()).rejects.toMatchObject({ code: 'version_conflict' });
    expect([await statusOf(first.task), await statusOf(second)]).toEqual(['open', 'open']);
    await cancel(first, subject);
  });
});

describe('a step that waits for one of another task', () => {
  const CAMPAIGN = ONE_AD.slice(0, 1);
  const reasonsOf = async (task: string) => {
    const { results } = await testEnv.DB.prepare(
      "SELECT error ->> 'reason' AS reason FROM platform_steps WHERE task_id = ? AND status = 'failed'",
    )
      .bind(task)
      .all<{ reason: string }>();
    return results.map(({ reason }) => reason);
  };
  /** A task whose campaign is made after that of another. */
  const behind = async (task: string, key = 'campaign') =>
    await scene({ steps: [{ ...CAMPAIGN[0]!, waitsFor: [{ task, key }] }] }, {}, 0);

  it('goes on by itself once that is completed, also when that happens while it is being looked at', async () => {
    await meta.fault('fail_before', `POST ${MAIN}/campaigns`, { times: 1 });
    const first = await scene({ steps: CAMPAIGN });
    const second = await behind(first.task);
    const third = await behind(second.task);
    await first.drive();
    expect([await statusOf(first.task), await statusOf(second.task)]).toEqual(['open', 'open']);
    // Nothing of the others is due before the first is made: nobody asks in between.
    await second.drive(MINUTE_MS);
    expect(await counted(second.name)).toMatchObject({ campaign: 0 });
    await first.drive(3 * MINUTE_MS);
    expect(await Promise.all([first, second, third].map(({ task }) => statusOf(task)))).toEqual([
      'done',
      'done',
      'done',
    ]);

    const late = await scene({ steps: CAMPAIGN });
    const looked = await behind(late.task);
    await testEnv.DB.prepare('UPDATE platform_tasks SET due_at = due_at + 1000 WHERE id = ?')
      .bind(late.task)
      .run();
    const env = waitingFor(async (sql) => {
      // The one that looks has read what it waits for, and is about to leave its task until tomorrow.
      if (/CASE WHEN .*woken/.test(sql)) await late.drive(SECOND_MS);
    });
    await looked.drive(0, { ...meta.env, DB: env.DB });
    await looked.drive(2 * SECOND_MS);
    expect([await statusOf(late.task), await statusOf(looked.task)]).toEqual(['done', 'done']);
  });

  it('fails as soon as that fails, is held up by a failed one, or is cancelled, and with it what waits for it', async () => {
    const lost = async (
      end: (first: Awaited<ReturnType<typeof scene>>, subject: string) => Promise<void>,
      key?: string,
    ) => {
      const subject = crypto.randomUUID();
      const first = await scene({ subject, steps: ONE_AD.slice(0, 2) });
      const second = await behind(first.task, key);
      const third = await behind(second.task);
      await end(first, subject);
      // The connection is left alone for half a minute after a request without an answer.
      await second.drive(MINUTE_MS);
      for (const { task } of [second, third])
        expect([await statusOf(task), await reasonsOf(task)]).toEqual(['failed', ['dependency_failed']]);
      expect(await counted(second.name)).toMatchObject({ campaign: 0 });
    };
    const refused = async ({ drive }: Awaited<ReturnType<typeof scene>>) => {
      await meta.fault('refuse', `POST ${MAIN}/campaigns`, { status: 400, code: 100 });
      await drive();
    };
    await lost(refused);
    await lost(refused, 'set');
    await lost(async (first, subject) => {
      // Those that wait have been looked at by then.
      await meta.fault('fail_before', `POST ${MAIN}/campaigns`);
      await first.drive();
      await cancel(first, subject);
    }, 'set');
  });

  it('fails after a day', async () => {
    const first = await scene({ steps: CAMPAIGN });
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

describe('a platform', () => {
  it('is left alone for as long as it asks, and by none but the connection that it asked', async () => {
    const others = connection;
    connection = await connect();
    await meta.fault('rate_limit', `POST ${MAIN}/campaigns`, { minutes: 20 });
    const limited = await scene();
    await limited.drive();
    const behind = await scene({ steps: ONE_AD.slice(0, 1) }, {}, 0);
    connection = others;
    const beside = await scene({ steps: ONE_AD.slice(0, 1) }, {}, 0);
    await beside.drive(MINUTE_MS);
    expect([await statusOf(behind.task), await statusOf(beside.task)]).toEqual(['open', 'done']);
    await behind.drive(21 * MINUTE_MS);
    await limited.drive(21 * MINUTE_MS);
    expect([await statusOf(limited.task), await statusOf(behind.task)]).toEqual(['done', 'done']);
  });

  it('that hangs delays no other, not even what is planned later', async () => {
    const held = Promise.withResolvers<never>();
    const hanging = { ...metaAdapter, create: () => held.promise };
    const twin = await twinOf(connection, brand.id, 7);
    const stuck = await plan(meta.env, connection, { now: present });
    await testEnv.DB.prepare("UPDATE platform_tasks SET platform = 'tiktok', connection_id = ? WHERE id = ?")
      .bind(twin, stuck)
      .run();
    await testEnv.DB.prepare("UPDATE connections SET provider = 'tiktok' WHERE id = ?").bind(twin).run();
    const one = await scene({ steps: ONE_AD.slice(0, 1) });
    const running = drivePlatformTasks(ctxOf(meta.env, one.by, one.at, { tiktok: async () => hanging }));
    await vi.waitFor(async () => expect(await statusOf(one.task)).toBe('done'), PATIENCE);
    const later = await plan(meta.env, connection, { steps: ONE_AD.slice(0, 1), now: one.at });
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
    const { task, by, at } = await scene({ steps });
    const sent: unknown[] = [];
    const LANE_ADS = { send: async (message: unknown) => void sent.push(message) } as never;
    const counts: number[] = [];
    let runs = 0;
    for (; (await statusOf(task)) === 'open' && runs < 10; runs++) {
      const used = counting({ ...meta.env, LANE_ADS });
      await drivePlatformTasks(ctxOf(used.env, by, at + runs * MINUTE_MS));
      counts.push(used.count());
    }
    expect([await statusOf(task), sent.length]).toEqual(['done', runs - 1]);
    expect(runs).toBeGreaterThan(1);
    expect(Math.max(...counts)).toBeLessThanOrEqual(MOST_SUBREQUESTS);
    expect(Math.min(...counts)).toBeGreaterThan(steps.length / runs);
  });
});
