// A charge for which the processor took another amount: whatever the staff decides, no cent is made or lost.
import { describe, expect, it } from 'vitest';
import { presentStaffCharge } from '../../../../src/domains/money/charging/staff-charge.ts';
import { decideCharge } from '../../../../src/domains/money/reconciliation/decide-charge.ts';
import { audited } from '../../../../src/domains/operations/staff/audited.ts';
import { type Env, vars } from '../../../../src/env.ts';
import { atEveryDeath } from '../../../harness/faults/mortal.ts';
import {
  booksAgree,
  bucket,
  intents,
  minute,
  onlyCharge,
  payments,
  recover,
} from '../../../harness/money/charges.ts';
import { actionsOn, REASON } from '../../../harness/people/staff.ts';
import {
  chargeInReview,
  giveBackOutside,
  refresh,
  refundsOf,
  waiting,
} from '../../../harness/people/staff-scenes.ts';

type Review = Awaited<ReturnType<typeof chargeInReview>>;

const decide = (scene: Review, outcome: string) =>
  scene.staff.post(`/charges/${scene.charge}/decision`, { outcome });

async function refused(scene: Review, outcome: string, reason: string): Promise<void> {
  const answer = await decide(scene, outcome);
  expect([answer.status, answer.body.error?.details?.reason]).toEqual([422, reason]);
  expect(await onlyCharge(scene)).toMatchObject({ status: 'review' });
  expect(await actionsOn(scene.staff, scene.charge)).toEqual([]);
}

describe('a charge in review', () => {
  it.each([
    ['less', 999, 51],
    ['more', 1100, -50],
  ])('that took %s is accepted: the brand owes the rest, or is owed it', async (_title, taken, rest) => {
    const scene = await chargeInReview(taken);
    expect(await waiting(scene, 'charges')).toEqual([scene.charge]);
    const answer = await decide(scene, 'accept');
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expect(await onlyCharge(scene)).toMatchObject({ status: 'succeeded', next_at: null, message: null });
    expect(await payments(scene)).toEqual({ succeeded: 1 });
    expect(await bucket(scene, 'receivable')).toBe(rest);
    await booksAgree(scene);
    expect(await waiting(scene, 'charges')).toEqual([]);
    expect(await actionsOn(scene.staff, scene.charge)).toMatchObject([
      {
        staff: scene.staff.name,
        action: 'charge.decide:accept',
        reason: REASON,
        before: { status: 'review', processorPayment: scene.intent },
        after: { status: 'succeeded', amount: 1050 },
      },
    ]);
  });

  it('is decided once, however many decide at once and again', async () => {
    const scene = await chargeInReview(999);
    const answers = await Promise.all([1, 2, 3].map(() => decide(scene, 'accept')));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409]);
    expect((await decide(scene, 'retry')).status).toBe(409);
    expect(await actionsOn(scene.staff, scene.charge)).toHaveLength(1);
    expect(await payments(scene)).toEqual({ succeeded: 1 });
    expect(await bucket(scene, 'receivable')).toBe(51);
    await booksAgree(scene);
  });

  it('is not accepted for another currency, nor for what was given back', async () => {
    await refused(await chargeInReview(1050, 'eur'), 'accept', 'other_currency');
    const scene = await chargeInReview(999);
    await giveBackOutside(scene);
    await refused(scene, 'accept', 'given_back');
  });

  it('is tried again only when all of it was given back, and then takes what was due', async () => {
    const scene = await chargeInReview(999);
    await refused(scene, 'retry', 'not_given_back');
    await giveBackOutside(scene, 998);
    await refused(scene, 'retry', 'not_given_back');
    await giveBackOutside(scene);
    const answer = await decide(scene, 'retry');
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expect(await onlyCharge(scene)).toMatchObject({ status: 'succeeded', attempt: 2, next_at: null });
    expect((await intents(scene)).map((intent) => intent.amount_received).sort()).toEqual([1050, 999]);
    expect(await payments(scene)).toEqual({ succeeded: 1 });
    expect(await bucket(scene, 'receivable')).toBe(0);
    await booksAgree(scene);
    // The refund that gave it back needs no further decision.
    expect(await refundsOf(scene)).toMatchObject([{ status: 'outside' }, { status: 'outside' }]);
    expect(await waiting(scene, 'refunds')).toEqual([]);
  });

  it('that was tried again owes the brand what its bank sent back of the first attempt', async () => {
    const scene = await chargeInReview(999);
    const made = await giveBackOutside(scene);
    await decide(scene, 'retry');
    await scene.stripe.sim(`refunds/${made.id}`);
    for (let i = 0; i < 2; i++) await refresh(scene);
    expect(await refundsOf(scene)).toMatchObject([{ status: 'returned' }]);
    expect(await waiting(scene, 'refunds')).toHaveLength(1);
    expect(await bucket(scene, 'receivable')).toBe(-999);
    await booksAgree(scene);
  });

  it('is asked for again, and stays where it is while the processor says the same', async () => {
    const scene = await chargeInReview(999);
    expect((await decide(scene, 'refresh')).status).toBe(200);
    await minute(scene);
    expect(await onlyCharge(scene)).toMatchObject({ status: 'review', attempt: 1, next_at: null });
    expect(await intents(scene)).toHaveLength(1);
    expect(await bucket(scene, 'charging')).toBe(1050);
    expect(await actionsOn(scene.staff, scene.charge)).toMatchObject([{ action: 'charge.decide:refresh' }]);
    await decide(scene, 'accept');
    await booksAgree(scene);
  });

  it('is decided by a process that is killed at any moment: wholly with its record, or not at all', async () => {
    const retry = async (scene: Review, env: Env) => {
      const ctx = { ...scene.stripe.ctx(scene.at), env, vars: vars(env), staff: 'ada', requestId: 'req_1' };
      const what = { action: 'charge.decide:retry', subject: scene.charge, reason: REASON };
      await audited(ctx, what, () => decideCharge(ctx, scene.charge, 'retry'), presentStaffCharge);
      await Promise.allSettled(await ctx.write.commit());
    };
    const contacts = await atEveryDeath({
      async scene() {
        const scene = await chargeInReview(999);
        await giveBackOutside(scene);
        return scene;
      },
      live: retry,
      async afterwards(scene) {
        const recorded = (await actionsOn(scene.staff, scene.charge)).length;
        const { status } = await onlyCharge(scene);
        expect(recorded).toBe(status === 'review' ? 0 : 1);
        if (status === 'review') await retry(scene, scene.stripe.env);
        await recover(scene);
        expect(await onlyCharge(scene)).toMatchObject({ status: 'succeeded', attempt: 2 });
        expect(await bucket(scene, 'receivable')).toBe(0);
        await booksAgree(scene);
      },
    });
    expect(contacts).toContain('processor POST /v1/payment_intents');
  }, 240_000);
});
