// Who pays for a creator's submissions under a retainer, when, and only once.
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { listPayDue } from '../../../../src/domains/work/submissions/interface.ts';
import { updateSubmission } from '../../../../src/domains/work/submissions/update-submission.ts';
import * as clock from '../../../harness/clock.ts';
import { overtakenBy } from '../../../harness/money/payments.ts';
import { verbCtx } from '../../../harness/work/creators.ts';
import {
  approve,
  approvedLate,
  approvedSubmission,
  change,
  endOf,
  forgetDue,
  mintAccepted,
  mintActive,
  PAY,
  paidFor,
  paidOf,
  passTime,
  paymentsOf,
  rowOf,
} from '../../../harness/work/retainers.ts';
import { mintPair, mintSubmission, type Pair, patch } from '../../../harness/work/submissions.ts';
import { call, systemCtx, testEnv } from '../../../harness/world.ts';

const byRules = async (id: string) =>
  (await listPayDue(systemCtx(clock.now() + 1_000), 1_000)).some((row) => row.id === id);

afterEach(forgetDue);

describe('work under a retainer', () => {
  it('is what the creator sends in while it runs, for its program if it names one', async () => {
    const pair = await mintPair();
    const before = await mintSubmission(pair);
    const open = await mintAccepted({ startsAt: new Date(clock.now() + 60_000).toISOString() }, pair);
    const early = await mintSubmission(pair);
    const { starts_at } = await rowOf(open.id);
    await testEnv.DB.prepare('UPDATE retainers SET starts_at = 1 WHERE id = ?').bind(open.id).run();
    // It has begun, although the cron that activates it is late.
    const first = await mintSubmission(pair);
    expect((await rowOf(open.id)).status).toBe('accepted');
    await passTime(starts_at);
    const during = await mintSubmission(pair);
    const all = [before, early, first, during];
    expect(all.map(({ retainer }) => retainer)).toEqual([null, null, open.id, open.id]);

    const elsewhere = await mintPair();
    const other = await mintPair();
    await testEnv.DB.prepare('UPDATE programs SET account_id = ? WHERE id = ?')
      .bind(elsewhere.brand.id, other.program)
      .run();
    const named = await mintActive({ program: other.program }, elsewhere);
    expect((await mintSubmission(elsewhere)).retainer).toBe(null);
    await change(named, 'brand', { status: 'canceled' });
    expect((await mintSubmission(elsewhere)).retainer).toBe(null);
  });

  it('is taken until the last period ends, and no longer', async () => {
    const deal = await mintActive();
    await change(deal, 'creator', { status: 'canceled' });
    expect((await mintSubmission(deal.pair)).retainer).toBe(deal.id);
    await testEnv.DB.prepare('UPDATE retainers SET current_period_end_at = ?2 WHERE id = ?1')
      .bind(deal.id, clock.now())
      .run();
    expect((await mintSubmission(deal.pair)).retainer).toBe(null);
  });

  it('is paid by the retainer with the period that it was approved in, never by the rules of the program', async () => {
    const deal = await mintActive({ pay: { ...PAY, cap: 53_000 } });
    const { pair } = deal;
    const end = await endOf(deal);
    const ids = [
      await approvedSubmission(pair),
      await approvedSubmission(pair),
      await approvedSubmission(pair),
    ];
    const next = await approvedSubmission(pair, end);
    const open = await mintSubmission(pair);
    for (const id of ids) expect(await byRules(id)).toBe(false);
    await passTime(end);
    expect(await paidOf(deal)).toEqual(['retainer:it:1 53000']);
    const [payment] = await paymentsOf(deal.id);
    // By the cap, the second is paid in part and the third is covered.
    expect(await Promise.all(ids.map((id) => paidFor(pair, id)))).toEqual([
      { amount: 2_000, currency: 'usd', payment: payment!.id },
      { amount: 1_000, currency: 'usd', payment: payment!.id },
      null,
    ]);
    const { body } = await call('GET', '/v1/earnings?source=retainer', pair.creator);
    const why = await call('GET', `/v1/earnings/${body.data[0].id}?expand=explanation`, pair.creator);
    const told = why.body.data.explanation.map((one: { step: string; amount: number }) => [
      one.step,
      one.amount,
    ]);
    expect(told.slice(0, 7)).toEqual([
      ['event', null],
      ['rule', 50_000],
      ...ids.map(() => ['rule', 2_000]),
      ['limit', -3_000],
      ['payment', 53_000],
    ]);
    expect((await patch(pair.brand, ids[0]!, { status: 'review' })).status).toBe(409);
    expect(await paidFor(pair, next)).toBe(null);
    await passTime(await endOf(deal));
    expect(await paidOf(deal)).toEqual(['retainer:it:1 53000', 'retainer:it:2 52000']);
    expect(await paidFor(pair, next)).toMatchObject({ amount: 2_000 });
    expect(await paidFor(pair, open.id)).toBe(null);
    for (const id of [...ids, next]) expect(await byRules(id)).toBe(false);
  });

  it('that is taken back before the period ends is not paid', async () => {
    const deal = await mintActive();
    const id = await approvedSubmission(deal.pair);
    await patch(deal.pair.brand, id, { status: 'review' });
    await passTime(await endOf(deal));
    expect(await paidOf(deal)).toEqual(['retainer:it:1 50000']);
  });

  it('is covered by the base where no rule pays for it', async () => {
    const deal = await mintActive({ pay: { base: 100 } });
    const id = await approvedSubmission(deal.pair);
    await passTime(await endOf(deal));
    expect(await paidOf(deal)).toEqual(['retainer:it:1 100']);
    expect([await paidFor(deal.pair, id), await byRules(id)]).toEqual([null, false]);
  });

  it('stays approved once a period counted it or a bonus was paid for it, until that is taken back', async () => {
    const deal = await mintActive({ pay: { base: 100, approval: 'manual' } });
    const { brand, creator } = deal.pair;
    const [counted, given] = [await approvedSubmission(deal.pair), await mintSubmission(deal.pair)];
    const takeBack = (id: string) => patch(brand, id, { status: 'review' });
    const reopening = verbCtx({ ...brand, keyId: 'key_1', readKey: '' }, { account: 'brand' });
    await updateSubmission(reopening, counted, { status: 'review' });
    await passTime(await endOf(deal));
    await expect(reopening.write.commit()).rejects.toMatchObject({ code: 'conflict' });
    const bonus = await call('POST', '/v1/payments', {
      ...brand,
      body: { creator: creator.as, submission: given.id, amount: 500, note: 'Thanks' },
      headers: { 'Idempotency-Key': given.id },
    });
    await approve(deal.pair, given.id);
    for (const id of [counted, given.id]) {
      const refused = await takeBack(id);
      expect([refused.status, refused.body.error.message]).toMatchObject([409, /was paid/]);
      expect(await paidFor(deal.pair, id)).toBeNull();
    }
    const change = (id: string, body: object) => call('PATCH', `/v1/payments/${id}`, { ...brand, body });
    const [period] = await paymentsOf(deal.id);
    expect((await change(period!.id, { decision: 'reject', reason: 'No.' })).status).toBe(200);
    expect((await change(bonus.body.data.id, { decision: 'cancel' })).status).toBe(200);
    for (const id of [counted, given.id]) expect((await takeBack(id)).status).toBe(200);
  });

  it('that is approved once the retainer is over is paid by it, under what the cap left', async () => {
    const deal = await mintActive({ pay: { ...PAY, cap: 55_000 } });
    const { pair } = deal;
    await approvedSubmission(pair);
    const late = [await mintSubmission(pair), await mintSubmission(pair), await mintSubmission(pair)];
    await change(deal, 'brand', { status: 'canceled' });
    const end = await endOf(deal);
    await passTime(end);
    expect(await rowOf(deal.id)).toMatchObject({ status: 'canceled', due_at: null });
    for (const { id } of late) {
      await approve(pair, id);
      expect(await byRules(id)).toBe(false);
      await passTime(end + 60_000);
      await passTime(end + 120_000);
    }
    expect(await paidOf(deal)).toEqual([
      'retainer:it:1 52000',
      `submission:${late[0].id} 2000`,
      `submission:${late[1].id} 1000`,
    ]);
    expect(await paidFor(pair, late[2].id)).toBe(null);
  });

  it('whose payment was rejected may be approved anew: that holds no other work up, and pays it no second time', async () => {
    const deal = await mintActive({ pay: { ...PAY, approval: 'manual' } });
    const { pair } = deal;
    const inPeriod = await approvedSubmission(pair);
    const [late, later] = [await mintSubmission(pair), await mintSubmission(pair)];
    await change(deal, 'brand', { status: 'canceled' });
    const end = await endOf(deal);
    await passTime(end);
    await approve(pair, late.id);
    await passTime(end + 60_000);
    const payments = await paymentsOf(deal.id);
    expect(payments).toHaveLength(2);
    for (const { id } of payments)
      await call('PATCH', `/v1/payments/${id}`, {
        ...pair.brand,
        body: { decision: 'reject', reason: 'Not agreed.' },
      });
    for (const id of [inPeriod, late.id]) expect(await paidFor(pair, id)).toBeNull();
    expect((await patch(pair.brand, late.id, { status: 'review' })).status).toBe(200);
    await approve(pair, late.id);
    await approve(pair, later.id);
    await passTime(end + 120_000);
    expect((await paymentsOf(deal.id)).map(({ cause }) => cause)).toEqual([
      `retainer:${deal.id}:1`,
      `submission:${late.id}`,
      `submission:${later.id}`,
    ]);
    expect(await paidFor(pair, late.id)).toBeNull();
    expect(await rowOf(deal.id)).toMatchObject({ due_at: null });
  });

  it('that is more than one step takes is paid all the same', async () => {
    const deal = await mintActive();
    const { pair } = deal;
    const late = [];
    for (let i = 0; i < 12; i++) late.push(await mintSubmission(pair));
    await change(deal, 'brand', { status: 'canceled' });
    const end = await endOf(deal);
    for (const { id } of late) await approvedLate(pair, id, end);
    await passTime(end);
    expect(await paymentsOf(deal.id)).toHaveLength(13);
    expect(await rowOf(deal.id)).toMatchObject({ due_at: null });
  });

  it('that is approved while a run looks for it is found by the next', async () => {
    const deal = await mintActive();
    const { id } = await mintSubmission(deal.pair);
    await change(deal, 'brand', { status: 'canceled' });
    const end = await endOf(deal);
    await passTime(end);
    await approve(deal.pair, id);
    const { due_at } = await rowOf(deal.id);
    await Promise.all([passTime(end + 60_000), approveAgain(deal.pair, id)]);
    await passTime(end + 120_000);
    expect(due_at).not.toBe(null);
    expect(await paidOf(deal)).toEqual(['retainer:it:1 50000', `submission:${id} 2000`]);
  });

  it('that is approved in the same millisecond as what a run is at is not forgotten', async () => {
    const deal = await mintActive();
    const [first, second] = [await mintSubmission(deal.pair), await mintSubmission(deal.pair)];
    await change(deal, 'brand', { status: 'canceled' });
    const end = await endOf(deal);
    await passTime(end);
    clock.hold();
    onTestFinished(() => clock.release());
    await approve(deal.pair, first.id);
    await passTime(
      end + 60_000,
      overtakenBy(() => approve(deal.pair, second.id)),
    );
    await passTime(end + 120_000);
    expect(await paidOf(deal)).toEqual([
      'retainer:it:1 50000',
      `submission:${first.id} 2000`,
      `submission:${second.id} 2000`,
    ]);
  });
});

/** Takes an approval back and gives it again, if a payment still allows that. */
async function approveAgain(pair: Pair, id: string): Promise<void> {
  const back = await patch(pair.brand, id, { status: 'review' });
  if (back.status === 200) await approve(pair, id);
}
