// Days of posts at the moments that calendar code gets wrong.
import { afterEach, describe, expect, it } from 'vitest';
import { DAY_MS, day, startOfDay } from '../../../src/kit/time.ts';
import * as clock from '../../harness/clock.ts';
import { paidFor, tick } from '../../harness/money/earnings.ts';
import { pass } from '../../harness/work/social.ts';
import {
  approvedSubmission,
  onlyPost,
  passDays,
  patchPost,
  publish,
  runPosts,
  trackedScene,
} from '../../harness/work/tracked.ts';
import { call } from '../../harness/world.ts';

const VIEW_DAYS = 5;

interface Gain {
  date: string;
  views: number;
  estimated: boolean;
}

afterEach(() => clock.release());

describe.each(clock.MOMENTS)('%s', (_, at) => {
  it('a post counts each UTC day once, an outage of three days makes no spike, and a deletion ends it', async () => {
    clock.hold(at);
    const scene = await trackedScene('tiktok');
    const submission = await approvedSubmission(scene);
    const made = await publish(scene, `Mine ${submission.postCode}`, { _reach: 100_000 });
    await runPosts(scene);
    const first = startOfDay(at);
    const { trackedUntil, publishedAt } = await onlyPost(scene);
    expect(Date.parse(publishedAt)).toBe(Math.floor(at / 1000) * 1000);
    expect(Date.parse(trackedUntil)).toBe(first + (VIEW_DAYS + 1) * DAY_MS);
    // Nothing is read for three days.
    await pass(scene.world, 3 * DAY_MS);
    await passDays(scene, 1);
    const { daily } = (await onlyPost(scene)) as { daily: Gain[] };
    expect(daily.map(({ date }) => date)).toEqual([0, 1, 2, 3, 4].map((n) => day(first + n * DAY_MS)));
    const whole = daily.slice(1, 4).map(({ views }) => views);
    expect(Math.max(...whole) - Math.min(...whole)).toBeLessThanOrEqual(1);
    expect(daily.some(({ estimated }) => estimated)).toBe(true);
    await scene.world.sim(`nodes/${made.id}`, { _deleted: true });
    const before = (await onlyPost(scene)).eligibleViews;
    await passDays(scene, 3);
    const gone = await onlyPost(scene);
    expect(gone).toMatchObject({
      status: 'ready_for_review',
      confidence: 'needs_review',
      eligibleViews: before,
    });
    const range = `from=${day(first)}&to=${day(first + VIEW_DAYS * DAY_MS)}`;
    const { body } = await call('GET', `/v1/analytics?mode=organic&${range}`, scene.pair.brand);
    expect(body.data.currencies[0].totals.views).toBe(before);
    expect(body.data.currencies[0].rows).toHaveLength(VIEW_DAYS + 1);
    await patchPost(scene.pair.brand, gone.id, { status: 'approved', version: gone.version });
    await tick(clock.now() + DAY_MS);
    await tick(clock.now() + 2 * DAY_MS);
    expect(await paidFor(submission.id)).toEqual([['organic', Math.round((before * 200) / 1000)]]);
  });
});
