// The starting point of tests of tracked posts: a creator with a connected account, and work in a program that pays by views.

import { mirrorPosts } from '../../../src/domains/content/mirrors/mirror-posts.ts';
import { matchPosts } from '../../../src/domains/content/posts/match-posts.ts';
import { reviewPosts } from '../../../src/domains/content/posts/review-posts.ts';
import { DAY_MS, HOUR_MS, startOfDay } from '../../../src/kit/time.ts';
import { systemCtx } from '../../../src/system-ctx.ts';
import { connectAds } from '../ads/ad-connections.ts';
import * as clock from '../clock.ts';
import { mintRuled } from '../money/earnings.ts';
import { type Answer, call, testEnv } from '../world.ts';
import { ADA, pass, type SocialCode, type SocialWorld, socialWorld } from './social.ts';
import { mintSubmission, type Pair, patch } from './submissions.ts';

export const PER_VIEW = { type: 'per_thousand_views', amount: 200 };

export interface Tracked {
  pair: Pair;
  world: SocialWorld;
  connection: string;
}

/** Lets a key's people come back to the app after a consent, and connects the creator's account. */
export async function connectSocial(world: SocialWorld, pair: Pair, user?: string): Promise<string> {
  await testEnv.DB.prepare(
    `INSERT INTO key_origins (origin, key_id) SELECT 'https://app.brand.example', id FROM api_keys
      WHERE account_id = ? ON CONFLICT DO NOTHING`,
  )
    .bind(pair.partner)
    .run();
  return await connectAds(
    world,
    { id: pair.creator.as, ...pair.creator },
    user === undefined ? {} : { user },
  );
}

/** Accounts and work of other tests are due as well, and their apps are not this one. */
export async function onlyThisTest(): Promise<void> {
  await testEnv.DB.batch(
    ['mirrors', 'post_matches', 'posts'].map((table) => testEnv.DB.prepare(`DELETE FROM ${table}`)),
  );
}

export async function trackedScene(
  provider: SocialCode,
  rules: object[] = [PER_VIEW],
  pay: { [part: string]: unknown } = {},
): Promise<Tracked> {
  await onlyThisTest();
  const world = await socialWorld(provider);
  const pair = await mintRuled(rules, { viewDays: 5, ...pay });
  return { pair, world, connection: await connectSocial(world, pair) };
}

/** Work that the brand has approved. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
export async function approvedSubmission({ pair }: Tracked, body: object = {}): Promise<any> {
  const submission = await mintSubmission(pair, body as Record<string, unknown>);
  const answer = await patch(pair.brand, submission.id, { status: 'approved' });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body.data;
}

/** The creator publishes a post now. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
export const publish = async ({ world }: Tracked, caption: string, more: object = {}): Promise<any> =>
  await world.sim('posts', { user: ADA[world.provider], caption, at: clock.now(), ...more });

/** The lane's jobs, once. */
export async function runPosts({ world }: Pick<Tracked, 'world'>, env = world.env): Promise<void> {
  for (const job of [mirrorPosts, matchPosts, reviewPosts]) await job(systemCtx(env, clock.now()));
}

/** Goes on to a day's morning, reading each day on the way. @param days how many midnights are passed. */
export async function passDays(scene: Pick<Tracked, 'world'>, days: number): Promise<void> {
  for (let n = 0; n < days; n++) {
    const morning = startOfDay(clock.now()) + DAY_MS + 4 * HOUR_MS;
    await pass(scene.world, morning - clock.now());
    await runPosts(scene);
  }
}

export const readPosts = async (caller: { key: string; as?: string }, query = ''): Promise<Answer> =>
  await call('GET', `/v1/posts${query}`, caller);
export const readPost = async (caller: { key: string; as?: string }, id: string): Promise<Answer> =>
  await call('GET', `/v1/posts/${id}`, caller);
export const patchPost = async (
  caller: { key: string; as?: string },
  id: string,
  body: unknown,
): Promise<Answer> => await call('PATCH', `/v1/posts/${id}`, { ...caller, body });

/** The only post of a brand. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
export async function onlyPost({ pair }: Tracked): Promise<any> {
  const { data } = (await readPosts(pair.brand)).body;
  if (data.length !== 1) throw new Error(`there are ${data.length} posts`);
  return data[0];
}
