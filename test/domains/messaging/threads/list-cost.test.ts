// What a page of threads costs the database, whatever the number of threads.
import { expect, it } from 'vitest';
import { built } from '../../../../src/db/merged-list.ts';
import { threadListIds, unreadUpToMost } from '../../../../src/domains/messaging/thread-record/store.ts';
import { newId } from '../../../../src/kit/ids.ts';
import * as clock from '../../../harness/clock.ts';
import { countTrips } from '../../../harness/faults/trips.ts';
import { call, mintAccount, testEnv } from '../../../harness/world.ts';

async function fill(account: string, count: number): Promise<void> {
  const now = clock.now();
  await testEnv.DB.prepare(
    `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
    INSERT INTO threads (id, kind, account_id, creator_id, active_at, created_at, updated_at)
    SELECT 'thr_' || substr(?2, 5, 10) || printf('%016d', i), 'direct', ?3,
      'crtr_' || printf('%026d', i), ?4 + (i * 7919) % ?1, ?4, ?4 FROM n`,
  )
    .bind(count, newId('thread', now + count), account, now)
    .run();
}

/** Programs with their threads, which a creator is in and has read nothing of. */
async function fillPrograms(account: string, creator: string, programs: number, messages: number) {
  const now = clock.now();
  const newer = newId('message', now + 60_000).slice(0, 14);
  for (let n = 0; n < programs; n++) {
    const [program, thread] = [newId('program', now), newId('thread', now)];
    await testEnv.DB.batch([
      testEnv.DB.prepare(
        `INSERT INTO applications (id, account_id, program_id, creator_id, status, version, created_at, updated_at)
        VALUES (?1, ?2, ?3, ?4, 'approved', 1, ?5, ?5)`,
      ).bind(newId('application', now), account, program, creator, now),
      testEnv.DB.prepare(
        `INSERT INTO threads (id, kind, account_id, program_id, active_at, created_at, updated_at)
        VALUES (?1, 'program', ?2, ?3, ?4, ?4, ?4)`,
      ).bind(thread, account, program, now),
      testEnv.DB.prepare(
        `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
        INSERT INTO thread_messages (thread_id, id, sender, automated, deleted, version, seq)
        SELECT ?2, ?3 || printf('%016d', i), ?4, 0, 0, 1, i FROM n`,
      ).bind(messages, thread, newer, account),
    ]);
  }
}

const filter = {
  kinds: ['direct', 'program', 'support'] as const,
  program: undefined,
  limit: 25,
  range: { after: null, before: null },
};

it('reads as many rows of 10,000 threads as of 100, also far back, in one statement', async () => {
  const read: number[] = [];
  for (const count of [100, 10_000]) {
    const { id, key } = await mintAccount();
    await fill(id, count);
    for (const behind of [null, { activeAt: clock.now() + 50, id: 'thr_' }]) {
      const { sql, params } = built(threadListIds(id, { ...filter, behind }));
      const { meta, results } = await testEnv.DB.prepare(sql)
        .bind(...params)
        .all();
      expect(results).toHaveLength(26);
      read.push(meta.rows_read);
    }
    const { env, count: trips } = countTrips();
    const page = await call('GET', '/v1/threads?limit=100', { key, env });
    // The key, and the list.
    expect([page.body.data.length, trips()]).toEqual([100, 2]);
  }
  expect(Math.max(...read), String(read)).toBeLessThanOrEqual(Math.min(...read) * 1.3);
});

it('counts what is unread for the navigation with as few rows for a creator of 20 programs as of one', async () => {
  const read: number[] = [];
  const unread: unknown[] = [];
  for (const programs of [1, 20]) {
    const creator = newId('creator', clock.now());
    const { id: account } = await mintAccount();
    await fillPrograms(account, creator, programs, 1_200);
    const { sql, params } = built(unreadUpToMost(creator));
    const { meta, results } = await testEnv.DB.prepare(sql)
      .bind(...params)
      .all<{ unread: number }>();
    unread.push(results[0]!.unread);
    read.push(meta.rows_read);
  }
  expect(unread).toEqual([1_000, 1_000]);
  // Besides the messages, each program has its application, its thread and its mark.
  expect(read[1]! - read[0]!, String(read)).toBeLessThan(20 * 10);
});
