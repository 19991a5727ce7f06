// GET /v1/analytics with mode=organic: what tracked posts gained by day.
import { beforeAll, expect, it } from 'vitest';
import { newId } from '../../../../src/kit/ids.ts';
import { DAY_MS, day, HOUR_MS, startOfDay } from '../../../../src/kit/time.ts';
import * as clock from '../../../harness/clock.ts';
import { mintPair, mintSubmission, type Pair } from '../../../harness/work/submissions.ts';
import { call, testEnv } from '../../../harness/world.ts';

const TODAY = startOfDay(clock.now());
const FIRST = TODAY - 10 * DAY_MS;
const date = (n: number) => day(FIRST + n * DAY_MS);

/** A tracked post, published at the start of the first day, with the totals that were read at each day's end. */
async function track(
  pair: Pair,
  submission: string,
  platform: string,
  totals: (number | null)[],
): Promise<void> {
  const mirrored = newId('post', clock.now());
  await testEnv.DB.batch([
    testEnv.DB.prepare(
      `INSERT INTO mirrored_posts (id, connection_id, platform_id, published_at) VALUES (?1, ?1, ?1, ?2)`,
    ).bind(mirrored, FIRST),
    testEnv.DB.prepare(
      `INSERT INTO posts (id, submission_id, account_id, program_id, creator_id, platform, url, mirrored_post_id, accepted_at,
        published_at, tracked_until, state, shown, confidence, reason, judged_at, version, created_at, updated_at)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, 'https://x.example', ?1, 1, ?7, ?8, 'tracking', 'tracking', 'high', 'x', 1, 1, 1, 1)`,
    ).bind(
      mirrored,
      submission,
      pair.brand.id,
      pair.program,
      pair.creator.as,
      platform,
      FIRST,
      FIRST + 60 * DAY_MS,
    ),
    ...totals.flatMap((total, n) =>
      total === null
        ? []
        : testEnv.DB.prepare(
            'INSERT INTO post_days (post_id, day, at, views, likes, comments, shares, saves) VALUES (?, ?, ?, ?, ?, ?, NULL, ?)',
          ).bind(mirrored, date(n), FIRST + (n + 1) * DAY_MS, total, total / 10, 1, total / 5),
    ),
  ]);
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
async function ask(caller: { key: string; as?: string }, query = '', to = 3): Promise<any> {
  const path = `/v1/analytics?mode=organic&from=${date(0)}&to=${date(to)}${query}`;
  const answer = await call('GET', path, caller);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.data;
}

let pair: Pair;
const submissions: string[] = [];

beforeAll(async () => {
  pair = await mintPair();
  for (let n = 0; n < 2; n++) submissions.push((await mintSubmission(pair)).id);
  await track(pair, submissions[0]!, 'instagram', [100, 150, 140, 200]);
  // The readings of two days are missing.
  await track(pair, submissions[1]!, 'tiktok', [10, null, null, 40]);
});

const viewsOf = (data: { currencies: { rows: { views: number }[] }[] }) =>
  data.currencies[0]!.rows.map(({ views }) => views);

it('adds up the days of posts in one entry without a currency, falls and outages with them', async () => {
  const data = await ask(pair.brand);
  expect(data).toMatchObject({ mode: 'organic', complete: true, currencies: [{ currency: null }] });
  expect(viewsOf(data)).toEqual([110, 60, 0, 70]);
  expect(data.currencies[0].totals).toEqual({ views: 240, likes: 24, comments: 2, shares: 0, saves: 48 });
  expect(data.currencies[0].rows[1]).toEqual({
    date: date(1),
    views: 60,
    likes: 6,
    comments: 0,
    shares: 0,
    saves: 12,
  });
  // Days without any gain are zeros, and what was not read yet is not complete.
  const longer = await ask(pair.brand, '', 5);
  expect(viewsOf(longer)).toEqual([110, 60, 0, 70, 0, 0]);
  expect(longer).toMatchObject({ complete: false, readAt: new Date(FIRST + 4 * DAY_MS).toISOString() });
});

it('splits and filters by what posts have', async () => {
  const rows = (await ask(pair.brand, '&group=platform,submission,creator', 0)).currencies[0].rows;
  expect(rows).toMatchObject([
    { platform: 'instagram', submission: submissions[0], creator: pair.creator.as, views: 100 },
    { platform: 'tiktok', submission: submissions[1], creator: pair.creator.as, views: 10 },
  ]);
  const cases = [
    ['platform=tiktok', 10],
    [`submission=${submissions[0]}`, 100],
    [`program=${pair.program}`, 110],
    [`creator=${pair.creator.as}`, 110],
    [`creator=crtr_${'0'.repeat(26)}`.replace('crtr', pair.creator.as.split('_')[0]!), 0],
  ] as const;
  for (const [query, views] of cases)
    expect([query, viewsOf(await ask(pair.brand, `&${query}`, 0))]).toEqual([query, [views]]);
});

it('is for the account and the creator of the work alone', async () => {
  expect(viewsOf(await ask(pair.creator, '', 0))).toEqual([110]);
  const strangers = await mintPair();
  for (const stranger of [strangers.brand, strangers.creator])
    expect((await ask(stranger, '&group=submission')).currencies[0]).toMatchObject({
      rows: [],
      totals: { views: 0 },
    });
});

it('rejects what posts do not have, and days before the last 90', async () => {
  const from = day(clock.now() - 90 * DAY_MS);
  const bad = [
    [`from=${from}&to=${day(clock.now() - HOUR_MS)}`, 'to|from'],
    [`from=${from}&to=${from}`, 'from'],
    [`from=${date(1)}&to=${date(0)}`, 'to'],
    [`from=${date(0)}&to=${date(1)}&source=external`, 'source'],
    [`from=${date(0)}&to=${date(1)}&group=ad`, 'group'],
    [`from=${date(0)}&to=${date(1)}&group=platform,campaign`, 'group'],
    [`from=${date(0)}&to=${date(1)}&campaign=camp_${'0'.repeat(26)}`, 'campaign'],
  ] as const;
  for (const [query, field] of bad) {
    const { status, body } = await call('GET', `/v1/analytics?mode=organic&${query}`, {
      key: pair.brand.key,
    });
    expect([query, status]).toEqual([query, 400]);
    expect(body.error.message).toMatch(new RegExp(`(${field}):`));
  }
  const first = day(clock.now() - 89 * DAY_MS);
  const { status } = await call('GET', `/v1/analytics?mode=organic&from=${first}&to=${day(clock.now())}`, {
    key: pair.brand.key,
  });
  expect(status).toBe(200);
});
