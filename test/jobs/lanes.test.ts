// From the cron to the jobs: which lanes are woken, what a lane does with its messages, and what happens when
// a job fails.
import { describe, expect, it, vi } from 'vitest';
import { consumeLane } from '../../queues/lanes.ts';
import { wakeLanes } from '../../src/cron.ts';
import type { Job } from '../../src/define-job.ts';
import type { Env } from '../../src/env.ts';
import { jobs } from '../../src/jobs.ts';
import { EVERY_MINUTE, LANES, NIGHTLY, queueOf } from '../../src/lanes.ts';
import { runJobs } from '../../src/run-jobs.ts';
import * as clock from '../harness/clock.ts';
import { expectLogged } from '../harness/logs.ts';
import { PATIENCE } from '../harness/patience.ts';
import { systemCtx, testEnv } from '../harness/world.ts';

/** A job that records when it ran. */
function noting(ran: unknown[], name: string, run: () => Promise<void> = async () => undefined): Job {
  const load = async () => async (ctx: { now: number }) => {
    ran.push([name, ctx.now]);
    await run();
  };
  return { name, when: EVERY_MINUTE, lane: 'money', atMost: 1000, load };
}

/** Lanes' queues that keep their messages. */
function heldLanes(broken: string[] = []): { env: Env; sent: Record<string, unknown[]> } {
  const sent: Record<string, unknown[]> = {};
  const queues = LANES.map((lane) => {
    const send = async (body: unknown) => {
      if (broken.includes(lane)) throw new Error('out of order');
      sent[lane] = [...(sent[lane] ?? []), body];
    };
    return [`LANE_${lane.toUpperCase()}`, { send }];
  });
  return { env: { ...testEnv, ...Object.fromEntries(queues) }, sent };
}

/**
 * Passes messages to a lane for which only these jobs are registered. @returns the result of each message.
 */
async function consume(queue: string, registered: Job[], ...bodies: unknown[]): Promise<string[]> {
  const all = jobs as Job[];
  const real = all.splice(0, all.length, ...registered);
  const ends = bodies.map(() => 'neither');
  const messages = bodies.map((body, n) => ({
    id: String(n),
    body,
    attempts: 1,
    ack: () => ends.splice(n, 1, 'acknowledged'),
    retry: () => ends.splice(n, 1, 'tried again'),
  }));
  try {
    await consumeLane({ queue, messages } as unknown as MessageBatch<unknown>, systemCtx(0));
  } finally {
    all.splice(0, all.length, ...real);
  }
  return ends;
}

describe('a cron', () => {
  it('wakes each lane that has jobs for it once, with its time', async () => {
    const minute = heldLanes();
    await wakeLanes(EVERY_MINUTE, 1234, minute.env);
    const message = { cron: EVERY_MINUTE, at: 1234 };
    expect(minute.sent).toEqual({
      events: [message],
      money: [message],
      files: [message],
      ads: [message],
      results: [message],
      shops: [message],
      products: [message],
      posts: [message],
      upkeep: [message],
    });
    const night = heldLanes();
    await wakeLanes(NIGHTLY, 1234, night.env);
    expect(Object.keys(night.sent).sort()).toEqual(['money', 'shops', 'upkeep']);
  });

  it('wakes the others when one lane cannot be woken, and says which', async () => {
    expectLogged('error', /"lane":"events".*out of order/);
    const { env, sent } = heldLanes(['events']);
    await expect(wakeLanes(EVERY_MINUTE, 1234, env)).rejects.toThrow('not woken: events');
    expect(Object.keys(sent).sort()).toEqual([
      'ads',
      'files',
      'money',
      'posts',
      'products',
      'results',
      'shops',
      'upkeep',
    ]);
  });

  it('that nobody has jobs for is an error', async () => {
    await expect(wakeLanes('1 2 3 4 5', 0, heldLanes().env)).rejects.toThrow('no jobs for cron 1 2 3 4 5');
  });

  it('reaches the jobs through the queues themselves', async () => {
    const ran: unknown[] = [];
    const all = jobs as Job[];
    const real = all.splice(0, all.length, noting(ran, 'a'));
    try {
      const at = clock.now() + 3_600_000;
      await wakeLanes(EVERY_MINUTE, at, testEnv);
      await vi.waitFor(() => expect(ran).toEqual([['a', at]]), PATIENCE);
    } finally {
      all.splice(0, all.length, ...real);
    }
  });
});

describe('a lane', () => {
  it('runs every job even if one fails, each at the given time, and says which failed', async () => {
    expectLogged('error', /"lane":"money","job":"b"/);
    const ran: unknown[] = [];
    const fails = async () => {
      throw new Error('broken');
    };
    const three = [noting(ran, 'a'), noting(ran, 'b', fails), noting(ran, 'c')];
    await expect(runJobs(three, 1234, testEnv)).rejects.toThrow('failed: b');
    expect(ran).toEqual([
      ['a', 1234],
      ['b', 1234],
      ['c', 1234],
    ]);
  });

  it('goes on without a job that takes longer than it may', async () => {
    expectLogged('error', /"job":"hangs","error":"Error: took longer than 0.02 s/);
    const ran: unknown[] = [];
    const hangs = noting(ran, 'hangs', () => new Promise(() => undefined));
    const both = [{ ...hangs, atMost: 20 }, noting(ran, 'next')];
    await expect(runJobs(both, 1234, testEnv)).rejects.toThrow('failed: hangs');
    expect(ran).toEqual([
      ['hangs', 1234],
      ['next', 1234],
    ]);
  });

  it('gives a job that fails to load no power over the next', async () => {
    expectLogged('error', /no such module/);
    const ran: unknown[] = [];
    const broken = { ...noting(ran, 'broken'), load: () => Promise.reject(new Error('no such module')) };
    await expect(runJobs([broken, noting(ran, 'next')], 1, testEnv)).rejects.toThrow('failed: broken');
    expect(ran).toEqual([['next', 1]]);
  });

  it('does once, at the newest moment, what waited while it ran', async () => {
    const ran: unknown[] = [];
    const ends = await consume(
      'lane-money',
      [
        noting(ran, 'a'),
        { ...noting(ran, 'of another lane'), lane: 'events' },
        { ...noting(ran, 'of the night'), when: NIGHTLY },
      ],
      { cron: EVERY_MINUTE, at: 60_000 },
      { cron: EVERY_MINUTE, at: 180_000 },
      { cron: EVERY_MINUTE, at: 120_000 },
    );
    expect(ran).toEqual([['a', 180_000]]);
    expect(ends).toEqual(['acknowledged', 'acknowledged', 'acknowledged']);
  });

  it('leaves what failed to the next minute, and tries a night again', async () => {
    expectLogged('error', /broken/);
    const fails = async () => {
      throw new Error('broken');
    };
    const ran: unknown[] = [];
    const minute = noting(ran, 'minute', fails);
    const night: Job = { ...noting(ran, 'night', fails), when: NIGHTLY };
    const ends = await consume(
      'lane-money',
      [night, minute],
      { cron: NIGHTLY, at: 60_000 },
      { cron: EVERY_MINUTE, at: 60_000 },
    );
    expect(ran).toEqual([
      ['minute', 60_000],
      ['night', 60_000],
    ]);
    expect(ends).toEqual(['tried again', 'acknowledged']);
  });

  it('lets what it cannot read end as a dead letter', async () => {
    expectLogged('error', /unreadable/);
    const ran: unknown[] = [];
    const ends = await consume('lane-money', [noting(ran, 'a')], null, { cron: 'never', at: 1 }, { at: 1 });
    expect([ran, ends]).toEqual([[], ['tried again', 'tried again', 'tried again']]);
  });

  it('has a queue of its own', () => {
    expect(new Set(LANES.map((lane) => queueOf(testEnv, lane))).size).toBe(LANES.length);
    expect(LANES.map((lane) => queueOf(testEnv, lane))).not.toContain(undefined);
  });
});
