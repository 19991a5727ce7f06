// The health endpoint tells uptime checks the truth, and costs little when strangers call it all day.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { dispatch } from '../../../../queues/dispatch.ts';
import { lanePulse } from '../../../../src/domains/operations/health/lane-pulse.ts';
import { findQueueFigures } from '../../../../src/domains/operations/health/queue-figures.ts';
import type { Env } from '../../../../src/env.ts';
import { jobs } from '../../../../src/jobs.ts';
import { MINUTE_MS, SECOND_MS } from '../../../../src/kit/time.ts';
import { EVERY_MINUTE, LANES } from '../../../../src/lanes.ts';
import * as clock from '../../../harness/clock.ts';
import { expectLogged } from '../../../harness/logs.ts';
import { PATIENCE } from '../../../harness/patience.ts';
import { call, mintAccount, systemCtx, testEnv } from '../../../harness/world.ts';

/** Each test uses an hour of its own, after the isolate's memory of the one before has expired. */
let hours = 0;
beforeEach(async () => {
  clock.hold(Math.floor(clock.now() / MINUTE_MS) * MINUTE_MS + ++hours * 60 * MINUTE_MS);
  await testEnv.DB.batch(
    ['lane_runs', 'dead_letters'].map((one) => testEnv.DB.prepare(`DELETE FROM ${one}`)),
  );
});
afterEach(clock.release);

const ask = async (env: Env = testEnv) => {
  const { status, body } = await call('GET', '/healthz', { env });
  return { ...(body.data ?? body.error.details), status, message: body.error?.message };
};

async function runLanes(lanes: readonly (typeof LANES)[number][] = LANES): Promise<void> {
  for (const lane of lanes) await lanePulse(systemCtx(), lane)();
}

/** An environment whose main database counts its queries. */
function counting(answers: () => Promise<void> = async () => {}) {
  let asked = 0;
  const DB = {
    prepare: (text: string) => testEnv.DB.prepare(text),
    batch: async (all: D1PreparedStatement[]) => {
      asked++;
      await answers();
      return await testEnv.DB.batch(all);
    },
  };
  return { env: { ...testEnv, DB } as unknown as Env, asked: () => asked };
}

describe('the health of the service', () => {
  it('is failing on a new deployment, with the reason, and fine once each lane ran', async () => {
    expect(await ask()).toMatchObject({
      status: 503,
      problems: ['No lane has run yet. The cron wakes each of them within a minute of the first release.'],
    });
    // Messages of earlier test files are handled first.
    await vi.waitFor(async () => {
      for (const { backlog } of await findQueueFigures(systemCtx())) expect(backlog).toBe(0);
    }, PATIENCE);
    await runLanes();
    clock.advance(11 * SECOND_MS);
    const lastRunAt = new Date(clock.now() - 11 * SECOND_MS).toISOString();
    expect(await ask()).toEqual({
      status: 200,
      problems: [],
      deadLetters: 0,
      lanes: LANES.map((lane) => ({ lane, lastRunAt })),
      queues: [
        'pixel-events',
        'webhooks',
        'webhooks-slow',
        'jobs',
        'shops',
        ...LANES.map((lane) => `lane-${lane}`),
      ].map((queue) => ({ queue, backlog: 0, oldestMessageAt: null })),
      checkedAt: new Date(clock.now()).toISOString(),
    });
  });

  it('names the lanes that have not run for five minutes, and those that never did', async () => {
    await runLanes(['events', 'files', 'ads', 'upkeep']);
    clock.advance(5 * MINUTE_MS);
    await runLanes(['events', 'files', 'ads']);
    clock.advance(MINUTE_MS);
    const { status, problems } = await ask();
    expect([status, problems]).toEqual([
      503,
      [
        'The lane money has not run yet.',
        'The lane results has not run yet.',
        'The lane shops has not run yet.',
        'The lane products has not run yet.',
        'The lane posts has not run yet.',
        'The lane upkeep has not run for 6 minutes.',
      ],
    ]);
  });

  it('is failing while a database does not answer', async () => {
    await runLanes();
    expectLogged('error', /"health":"(the main database|EVENTS_1|the search database)"/);
    const broken = {
      prepare: () => {
        throw new Error('out of order');
      },
      batch: async () => {
        throw new Error('out of order');
      },
    };
    const DB = { ...broken, prepare: () => ({}) };
    const env = { ...testEnv, DB, EVENTS_1: broken, SEARCH: broken } as unknown as Env;
    expect(await ask(env)).toMatchObject({
      status: 503,
      message:
        'The main database does not answer. The database EVENTS_1 does not answer. The search database does not answer.',
      deadLetters: null,
    });
  });

  it('counts what was given up on, and copes with queues that tell nothing', async () => {
    await runLanes();
    const batch = {
      queue: 'staging-webhooks-dlq',
      messages: [{ id: 'one', body: {}, attempts: 5 }],
      ackAll: () => {},
    } as unknown as MessageBatch<unknown>;
    expectLogged('error', /"deadLetters":\["one"\]/);
    await dispatch(batch, testEnv, {} as ExecutionContext);
    const kept = await testEnv.DB.prepare('SELECT queue FROM dead_letters').first();
    expect(kept).toEqual({ queue: 'webhooks' });
    const env = {
      ...testEnv,
      JOBS: {},
      WEBHOOKS: {
        metrics: async () => ({
          backlogCount: 7,
          backlogBytes: 9,
          oldestMessageTimestamp: new Date(clock.now()),
        }),
      },
    } as unknown as Env;
    const { status, deadLetters, queues } = await ask(env);
    expect([status, deadLetters]).toEqual([200, 1]);
    expect(queues).toContainEqual({ queue: 'jobs', backlog: null, oldestMessageAt: null });
    expect(queues).toContainEqual({
      queue: 'webhooks',
      backlog: 7,
      oldestMessageAt: new Date(clock.now()).toISOString(),
    });
  });

  it('costs one look in ten seconds, however many ask', async () => {
    await runLanes();
    const { env, asked } = counting(() => new Promise((resolve) => setTimeout(resolve, 120)));
    const answers = await Promise.all(Array.from({ length: 50 }, () => ask(env)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(asked()).toBe(1);
    clock.advance(9 * SECOND_MS);
    await ask(env);
    expect(asked()).toBe(1);
    clock.advance(2 * SECOND_MS);
    // Requests that arrive during a new check get the previous answer.
    await Promise.all(Array.from({ length: 50 }, () => ask(env)));
    expect(asked()).toBe(2);
    // An hour later that answer is too old, so all wait for a new one.
    clock.advance(60 * MINUTE_MS);
    await runLanes();
    const later = new Date(clock.now()).toISOString();
    const all = await Promise.all(Array.from({ length: 50 }, () => ask(env)));
    expect(all.map(({ checkedAt }) => checkedAt >= later)).toEqual(all.map(() => true));
    expect(asked()).toBe(3);
  });

  it('says nothing of anybody', async () => {
    const brand = await mintAccount();
    const text = JSON.stringify(await ask());
    for (const word of [brand.id, brand.key, 'acct_', 'SEALING', '@']) expect(text).not.toContain(word);
  });
});

describe('a lane', () => {
  it('is expected each minute, since each has jobs for it', () => {
    for (const lane of LANES)
      expect(
        jobs.some((job) => job.lane === lane && job.when === EVERY_MINUTE),
        lane,
      ).toBe(true);
  });

  it('is noted once a minute, however many jobs it has, and by the name of its queue in any deployment', async () => {
    const message = {
      id: 'm',
      body: { cron: EVERY_MINUTE, at: 0 },
      attempts: 1,
      ack: () => {},
      retry: () => {},
    };
    const all = jobs as (typeof jobs)[number][];
    const real = all.splice(0, all.length);
    try {
      for (const name of ['a', 'b'])
        all.push({ name, when: EVERY_MINUTE, lane: 'files', atMost: 1000, load: async () => async () => {} });
      await dispatch({ queue: 'staging-lane-files', messages: [message] } as never, testEnv, {} as never);
    } finally {
      all.splice(0, all.length, ...real);
    }
    const rows = async () => (await testEnv.DB.prepare('SELECT * FROM lane_runs').all()).results;
    const first = clock.now();
    expect(await rows()).toEqual([{ lane: 'files', ran_at: first }]);
    clock.advance(59 * SECOND_MS);
    await lanePulse(systemCtx(), 'files')();
    expect(await rows()).toEqual([{ lane: 'files', ran_at: first }]);
    clock.advance(SECOND_MS);
    await lanePulse(systemCtx(), 'files')();
    expect(await rows()).toEqual([{ lane: 'files', ran_at: first + MINUTE_MS }]);
  });
});
