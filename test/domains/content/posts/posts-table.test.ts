// Posts in each state that there is: what the brand may decide, and what the payment for the views makes of one.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inOneBatch } from '../../../../src/db/one-batch.ts';
import { paymentMoved } from '../../../../src/domains/content/posts/payment-moved.ts';
import {
  type Action,
  postMachine,
  STATES,
  type State,
} from '../../../../src/domains/content/posts/transitions.ts';
import { systemCtx } from '../../../../src/system-ctx.ts';
import * as clock from '../../../harness/clock.ts';
import { eventsOf } from '../../../harness/work/creators.ts';
import {
  approvedSubmission,
  onlyPost,
  patchPost,
  publish,
  readPost,
  runPosts,
  type Tracked,
  trackedScene,
} from '../../../harness/work/tracked.ts';
import { testEnv } from '../../../harness/world.ts';

let scene: Tracked;
let post: { id: string; submission: string };

beforeAll(async () => {
  clock.hold(clock.noon());
  scene = await trackedScene('tiktok');
  const { postCode } = await approvedSubmission(scene);
  await publish(scene, postCode);
  await runPosts(scene);
  post = await onlyPost(scene);
});
afterAll(() => clock.release());

const DECISIONS = { approve: 'approved', reject: 'rejected', reopen: 'ready_for_review' } as const;
const PAYMENT = {
  accrue: { status: 'processing', closedAt: null },
  settle: { status: 'succeeded', closedAt: null },
  unsettle: { status: 'failed', closedAt: 1 },
} as const;

const put = (state: State) =>
  testEnv.DB.prepare('UPDATE posts SET state = ?1, shown = ?1 WHERE id = ?2').bind(state, post.id).run();
const state = async () => (await readPost(scene.pair.brand, post.id)).body.data.status;
const told = async () =>
  (await eventsOf(scene.pair.brand.id))
    .filter(({ type }) => type.startsWith('post.'))
    .map(({ type }) => type);
const cases = <A extends Action>(actions: Record<A, unknown>) =>
  STATES.flatMap((from) => (Object.keys(actions) as A[]).map((action) => ({ from, action })));

it.each(cases(DECISIONS))('$from: $action by the brand', async ({ from, action }) => {
  await put(from);
  const before = await told();
  const verdict = postMachine.decide(from, action, 'brand', {});
  const { status } = await patchPost(scene.pair.brand, post.id, { status: DECISIONS[action] });
  const news = (await told()).slice(before.length);
  if ('move' in verdict) expect([status, news]).toEqual([200, [verdict.move.event]]);
  // To say what it is already changes nothing.
  else expect([status, news]).toEqual([from === DECISIONS[action] ? 200 : 409, []]);
  expect(await state()).toBe('move' in verdict ? verdict.move.to : from);
});

it.each(cases(PAYMENT))('$from: $action with the payment', async ({ from, action }) => {
  await put(from);
  const payment = { submissionId: post.submission, source: 'organic', campaignId: null, ...PAYMENT[action] };
  await inOneBatch(systemCtx(testEnv, clock.now()), (own) =>
    paymentMoved(own, payment as Parameters<typeof paymentMoved>[1]),
  );
  expect(await state()).toBe(postMachine.moves(from, action, {})[0]?.to ?? from);
});
