// Refunds that only a person can judge: whatever the staff decides, each cent is refunded once and booked
// once.
import { describe, expect, it } from 'vitest';
import { newId } from '../../../../src/kit/ids.ts';
import { DAY_MS, HOUR_MS } from '../../../../src/kit/time.ts';
import { runJobs } from '../../../../src/run-jobs.ts';
import { jobsNamed } from '../../../harness/jobs.ts';
import {
  booksAgree,
  bucket,
  minute,
  nextDay,
  owe,
  pass,
  payments,
  recover,
} from '../../../harness/money/charges.ts';
import { actionsOn } from '../../../harness/people/staff.ts';
import {
  disputed,
  eventsOf,
  giveBackOutside,
  refresh,
  refundsOf,
  resolve,
  type StaffScene,
  waiting,
} from '../../../harness/people/staff-scenes.ts';
import { testEnv } from '../../../harness/world.ts';

const decide = (scene: StaffScene, refund: string, outcome: string, payments?: string[]) =>
  scene.staff.post(`/refunds/${refund}/decision`, { outcome, ...(payments ? { payments } : {}) });

/** Decides, and expects this error; nothing is recorded. */
async function refused(scene: StaffScene, refund: string, asked: [string, string[]?], says: string) {
  const before = await actionsOn(scene.staff, refund);
  const { status, body } = await decide(scene, refund, ...asked);
  expect([status, body.error?.details?.reason ?? body.error?.code]).toEqual([
    says === 'conflict' ? 409 : 422,
    says,
  ]);
  expect(await actionsOn(scene.staff, refund)).toEqual(before);
}

async function taken(scene: StaffScene, refund: string, ...asked: [string, string[]?]) {
  const answer = await decide(scene, refund, ...asked);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  expect(await actionsOn(scene.staff, refund)).toMatchObject([{ action: `refund.decide:${asked[0]}` }]);
}

describe('a refund made outside', () => {
  it('of everything was for both payments, also for the one that waits for its own refund', async () => {
    const scene = await disputed();
    await giveBackOutside(scene);
    await resolve(scene, 'refund');
    await refresh(scene);
    const [own, outside] = await refundsOf(scene);
    expect([own!.status, outside!.status]).toEqual(['review', 'outside']);
    expect(await waiting(scene, 'refunds')).toHaveLength(2);
    await taken(scene, outside!.id, 'payments', [scene.payment, scene.other]);
    expect(await payments(scene)).toEqual({ refunded: 2 });
    expect(await refundsOf(scene)).toMatchObject([{ status: 'succeeded' }, { status: 'outside' }]);
    expect(await bucket(scene, 'receivable')).toBe(0);
    await booksAgree(scene);
    expect(await waiting(scene, 'refunds')).toEqual([]);
    for (const id of [scene.payment, scene.other]) expect(await eventsOf(id)).toContain('payment.refunded');
    await refresh(scene);
    await refused(scene, outside!.id, ['leave'], 'conflict');
  });

  it('was for no more than it gave back, and only for payments of its charge, each once', async () => {
    const scene = await disputed();
    await resolve(scene, 'creator');
    await giveBackOutside(scene, 525);
    await refresh(scene);
    const [outside] = await refundsOf(scene);
    const later = await owe(scene, 100);
    await nextDay(scene);
    await refused(scene, outside!.id, ['payments', [scene.payment]], 'not_enough');
    await refused(scene, outside!.id, ['payments', [later]], 'not_of_this_charge');
    const answers = await Promise.all(
      [1, 2].map(() => decide(scene, outside!.id, 'payments', [scene.other])),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await payments(scene)).toEqual({ succeeded: 2, refunded: 1 });
    expect(await bucket(scene, 'receivable')).toBe(0);
    await giveBackOutside(scene, 525);
    await refresh(scene);
    const second = (await refundsOf(scene)).find((refund) => refund.decided_at === null)!;
    await refused(scene, second.id, ['payments', [scene.other]], 'conflict');
    await taken(scene, second.id, 'leave');
    expect(await bucket(scene, 'receivable')).toBe(525);
    await booksAgree(scene);
  });

  it('names its payments in the outcome payments, and in no other', async () => {
    const scene = await disputed();
    await giveBackOutside(scene, 300);
    await refresh(scene);
    const [outside] = await refundsOf(scene);
    for (const asked of [['payments'], ['leave', [scene.payment]]] as [string, string[]?][]) {
      expect((await decide(scene, outside!.id, ...asked)).body.error.details).toMatchObject([
        { path: '/payments' },
      ]);
    }
    for (const outcome of ['refresh', 'retry', 'accept'])
      await refused(scene, outside!.id, [outcome], 'conflict');
  });
});

describe('a refund of ours in review', () => {
  it('that was refused is asked for again, and tried anew under another key once it can be', async () => {
    const scene = await disputed();
    const made = await giveBackOutside(scene);
    await resolve(scene, 'refund');
    const [own] = await refundsOf(scene);
    await taken(scene, own!.id, 'refresh');
    expect((await refundsOf(scene))[0]).toMatchObject({ status: 'review', attempt: 1 });
    await refused(scene, own!.id, ['accept'], 'nothing_given_back');
    await refused(scene, own!.id, ['leave'], 'conflict');
    await refresh(scene);
    await scene.stripe.sim(`refunds/${made.id}`);
    await refresh(scene);
    expect((await decide(scene, own!.id, 'retry')).status).toBe(200);
    expect(await refundsOf(scene)).toMatchObject([
      { status: 'succeeded', attempt: 2, amount: 1050 },
      { status: 'returned' },
    ]);
    expect(await payments(scene)).toEqual({ refunded: 1, succeeded: 1 });
    expect(await bucket(scene, 'receivable')).toBe(0);
    await booksAgree(scene);
  });

  it('of which another amount was given back is accepted as that, and never given back again', async () => {
    const scene = await disputed();
    await scene.stripe.fault('fail_before', 'POST /v1/refunds', 2);
    await resolve(scene, 'refund');
    const [own] = await refundsOf(scene);
    await scene.stripe.stripe.refunds.create({
      payment_intent: scene.intent,
      amount: 900,
      metadata: { attempt: `${own!.id}:attempt:1` },
    });
    await pass(scene, DAY_MS);
    await recover(scene);
    expect((await refundsOf(scene))[0]).toMatchObject({ status: 'review' });
    await refused(scene, own!.id, ['retry'], 'refund_exists');
    await taken(scene, own!.id, 'accept');
    expect(await refundsOf(scene)).toMatchObject([{ status: 'succeeded', amount: 900 }]);
    expect(await payments(scene)).toEqual({ refunded: 1, succeeded: 1 });
    // The service owes the brand the rest.
    expect(await bucket(scene, 'receivable')).toBe(-150);
    await booksAgree(scene);
  });
});

describe('a refund of ours that the bank sent back', () => {
  async function returned() {
    const scene = await disputed();
    await resolve(scene, 'refund');
    await sendBack(scene);
    return { scene, own: (await refundsOf(scene))[0]! };
  }

  async function sendBack(scene: Awaited<ReturnType<typeof disputed>>) {
    const [made] = (await scene.stripe.stripe.refunds.list({})).data;
    await scene.stripe.sim(`refunds/${made!.id}`);
    await refresh(scene);
    expect(await bucket(scene, 'receivable')).toBe(-1050);
  }

  it('is given back again, as often as it comes back, and the payment is refunded once', async () => {
    const { scene, own } = await returned();
    for (const attempt of [2, 3]) {
      expect((await decide(scene, own.id, 'retry')).status).toBe(200);
      expect(await refundsOf(scene)).toMatchObject([{ status: 'succeeded', attempt, amount: 1050 }]);
      expect(await bucket(scene, 'receivable')).toBe(0);
      await booksAgree(scene);
      if (attempt === 2) await sendBack(scene);
    }
    const told = (await eventsOf(scene.payment)).filter((type) => type === 'payment.refunded');
    expect(told).toHaveLength(1);
  });

  it('is left as it is: the service owes it to the brand', async () => {
    const { scene, own } = await returned();
    await refused(scene, own.id, ['accept'], 'conflict');
    await taken(scene, own.id, 'leave');
    await refused(scene, own.id, ['retry'], 'conflict');
    await refresh(scene);
    await pass(scene, HOUR_MS);
    await minute(scene);
    expect(await refundsOf(scene)).toMatchObject([{ status: 'returned', attempt: 1 }]);
    expect(await waiting(scene, 'refunds')).toEqual([]);
    expect(await bucket(scene, 'receivable')).toBe(-1050);
    await booksAgree(scene);
  });
});

describe('the daily comparison with the processor', () => {
  const JOBS = jobsNamed('reconcile charges');
  const compare = (scene: StaffScene) => runJobs(JOBS, scene.at, scene.stripe.env);
  const newDay = () => testEnv.DB.prepare('DELETE FROM refund_rounds').run();

  it('finds a refund made outside and one sent back, of which no webhook told, each once', async () => {
    const scene = await disputed();
    await newDay();
    const made = await giveBackOutside(scene, 300);
    await compare(scene);
    expect(await refundsOf(scene)).toMatchObject([{ status: 'outside', amount: 300 }]);
    expect(await bucket(scene, 'receivable')).toBe(300);
    await scene.stripe.sim(`refunds/${made.id}`);
    await compare(scene);
    expect(await refundsOf(scene)).toMatchObject([{ status: 'outside' }]);
    await pass(scene, DAY_MS);
    await compare(scene);
    await compare(scene);
    expect(await refundsOf(scene)).toMatchObject([{ status: 'returned' }]);
    expect(await bucket(scene, 'receivable')).toBe(0);
    await booksAgree(scene);
  });

  it('looks at a few charges a run and goes on where it was, a round of two days too', async () => {
    const scene = await disputed();
    await newDay();
    // Older charges that the processor does not know.
    const old = Array.from({ length: 45 }, () => newId('charge', scene.at - 10 * DAY_MS));
    await testEnv.DB.prepare(
      `INSERT INTO charge_attempts (charge_id, n, first_sent_at, outcome, intent)
      SELECT value, 1, 0, 'succeeded', 'pi_' || value FROM json_each(?)`,
    )
      .bind(JSON.stringify(old))
      .run();
    await giveBackOutside(scene, 300);
    await compare(scene);
    await compare(scene);
    expect(await refundsOf(scene)).toEqual([]);
    await pass(scene, DAY_MS);
    await compare(scene);
    expect(await refundsOf(scene)).toMatchObject([{ status: 'outside' }]);
    await testEnv.DB.prepare('DELETE FROM charge_attempts WHERE intent GLOB ?').bind('pi_chg_*').run();
  });
});
