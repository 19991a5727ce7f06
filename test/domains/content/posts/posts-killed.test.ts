// Killed at any contact, a run leaves each post found once, told once and paid once.
import { afterEach, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS, startOfDay } from '../../../../src/kit/time.ts';
import * as clock from '../../../harness/clock.ts';
import { atEveryDeath } from '../../../harness/faults/mortal.ts';
import { paidFor, tick } from '../../../harness/money/earnings.ts';
import { eventsOf } from '../../../harness/work/creators.ts';
import { pass } from '../../../harness/work/social.ts';
import {
  approvedSubmission,
  onlyPost,
  passDays,
  publish,
  runPosts,
  type Tracked,
  trackedScene,
} from '../../../harness/work/tracked.ts';

afterEach(() => clock.release());

const told = async ({ pair }: Tracked) =>
  (await eventsOf(pair.brand.id))
    .map(({ type }) => type)
    .filter((type) => /^(post|submission\.live)/.test(type));

async function published(): Promise<{ scene: Tracked; id: string }> {
  clock.hold(clock.noon());
  const scene = await trackedScene('tiktok');
  const { id, postCode } = await approvedSubmission(scene);
  await publish(scene, postCode, { _reach: 10_000 });
  return { scene, id };
}

it('while it looks for the post of a work', async () => {
  const ends = new Set<string>();
  let scene: Tracked;
  const contacts = await atEveryDeath({
    async scene() {
      ({ scene } = await published());
      return { env: scene.world.env };
    },
    live: async (_, env) => await runPosts(scene, env),
    async afterwards() {
      await pass(scene.world, 6 * MINUTE_MS);
      await runPosts(scene);
      await pass(scene.world, 6 * MINUTE_MS);
      await runPosts(scene);
      const { status, connection } = await onlyPost(scene);
      ends.add(JSON.stringify([status, connection === scene.connection, await told(scene)]));
    },
  });
  expect([...ends]).toEqual(['["tracking",true,["submission.live"]]']);
  expect(contacts.length).toBeGreaterThan(5);
}, 120_000);

it('while it ends the tracking and approves the post', async () => {
  const ends = new Set<string>();
  let scene: Tracked;
  let id: string;
  const contacts = await atEveryDeath({
    async scene() {
      ({ scene, id } = await published());
      await runPosts(scene);
      await passDays(scene, 5);
      await pass(scene.world, startOfDay(clock.now()) + DAY_MS + 4 * HOUR_MS - clock.now());
      return { env: scene.world.env };
    },
    live: async (_, env) => await runPosts(scene, env),
    async afterwards() {
      await pass(scene.world, HOUR_MS);
      await runPosts(scene);
      await tick(clock.now() + DAY_MS);
      await tick(clock.now() + 2 * DAY_MS);
      const { status } = await onlyPost(scene);
      ends.add(JSON.stringify([status, (await paidFor(id)).length, await told(scene)]));
    },
  });
  expect([...ends]).toEqual(['["payment_approved",1,["submission.live","post.approved"]]']);
  expect(contacts.length).toBeGreaterThan(3);
}, 120_000);
