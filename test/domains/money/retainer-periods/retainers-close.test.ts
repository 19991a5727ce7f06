// What the cron pays: one payment for each period, whatever happens to the run, and each submission once.

import { afterEach, describe, expect, it } from 'vitest';
import * as clock from '../../../harness/clock.ts';
import { mortal } from '../../../harness/faults/mortal.ts';
import { expectLogged } from '../../../harness/logs.ts';
import { overtakenBy } from '../../../harness/money/payments.ts';
import { eventsOf } from '../../../harness/work/creators.ts';
import {
  approvedLate,
  approvedSubmission,
  change,
  endOf,
  forgetDue,
  mintAccepted,
  mintActive,
  paidFor,
  paidOf,
  passTime,
  paymentsOf,
  rowOf,
  shown,
} from '../../../harness/work/retainers.ts';
import { mintPair, mintSubmission, type Pair } from '../../../harness/work/submissions.ts';
import { testEnv } from '../../../harness/world.ts';

const at = (time: string) => Date.parse(time);
/** A year in the future; the dates below stay valid whether or not it is a leap year. */
const YEAR = new Date(clock.now()).getUTCFullYear() + 1;
const JAN_31 = `${YEAR}-01-31T10:00:00.000Z`;
const februaryEnd = new Date(Date.UTC(YEAR, 2, 0)).toISOString().slice(0, 10);

const retainerEvents = async (pair: Pair) =>
  (await eventsOf(pair.brand.id)).map(({ type }) => type).filter((type) => type.startsWith('retainer.'));

afterEach(forgetDue);

describe('a period', () => {
  it('begins when it is due, not before, and is paid when it ends, not before', async () => {
    const deal = await mintAccepted({ startsAt: JAN_31 });
    await passTime(at(JAN_31) - 1);
    expect(await shown(deal)).toMatchObject({ status: 'accepted', currentPeriodStartAt: null });
    await passTime(at(JAN_31));
    const end = `${februaryEnd}T10:00:00.000Z`;
    expect(await shown(deal)).toMatchObject({
      status: 'active',
      currentPeriodStartAt: JAN_31,
      currentPeriodEndAt: end,
    });
    await passTime(at(end) - 1);
    expect(await paymentsOf(deal.id)).toEqual([]);
    await passTime(at(end));
    expect(await paymentsOf(deal.id)).toMatchObject([
      {
        cause: `retainer:${deal.id}:1`,
        amount: 50_000,
        source: 'retainer',
        note: `Retainer, ${YEAR}-01-31 to ${februaryEnd}`,
        submission_id: null,
        created_at: at(end),
        status: 'processing',
        hold_days: 0,
        currency: 'usd',
      },
    ]);
    expect(await shown(deal)).toMatchObject({
      status: 'active',
      currentPeriodStartAt: end,
      currentPeriodEndAt: `${YEAR}-03-31T10:00:00.000Z`,
    });
  });

  it('is one of several that a late run catches up with, each paid once and dated by its end', async () => {
    const deal = await mintAccepted({ startsAt: JAN_31 });
    await passTime(at(`${YEAR}-05-02T00:00:00Z`));
    const ends = [`${februaryEnd}`, `${YEAR}-03-31`, `${YEAR}-04-30`];
    expect((await paymentsOf(deal.id)).map((one) => [one.cause, one.created_at])).toEqual(
      ends.map((end, index) => [`retainer:${deal.id}:${index + 1}`, at(`${end}T10:00:00Z`)]),
    );
    expect(await shown(deal)).toMatchObject({
      currentPeriodStartAt: `${YEAR}-04-30T10:00:00.000Z`,
      currentPeriodEndAt: `${YEAR}-05-31T10:00:00.000Z`,
    });
    // Nothing is left to do.
    await passTime(at(`${YEAR}-05-02T00:01:00Z`));
    expect(await paymentsOf(deal.id)).toHaveLength(3);
  });

  it('crosses the year by the week', async () => {
    const start = `${YEAR}-12-25T00:00:00.000Z`;
    const deal = await mintAccepted({ startsAt: start, pay: { base: 100, schedule: { cadence: 'weekly' } } });
    await passTime(at(`${YEAR + 1}-01-10T00:00:00Z`));
    expect((await paymentsOf(deal.id)).map(({ note }) => note)).toEqual([
      `Retainer, ${YEAR}-12-25 to ${YEAR + 1}-01-01`,
      `Retainer, ${YEAR + 1}-01-01 to ${YEAR + 1}-01-08`,
    ]);
  });

  it('waits for approval and is held as the pay says, and names its program', async () => {
    const pair = await mintPair();
    const pay = { base: 100, approval: 'manual', schedule: { holdDays: 14 } };
    const deal = await mintActive({ pay, program: pair.program, currency: 'EUR' }, pair);
    await passTime(await endOf(deal));
    expect(await paymentsOf(deal.id)).toMatchObject([
      {
        status: 'pending_approval',
        hold_days: 14,
        currency: 'eur',
        program_id: pair.program,
        application_id: pair.application,
      },
    ]);
  });

  it('begins with the acceptance when the start has passed by then', async () => {
    const deal = await mintActive();
    const { starts_at } = await rowOf(deal.id);
    const record = await shown(deal);
    expect(starts_at).toBeGreaterThan(at(record.createdAt));
    expect(at(record.currentPeriodStartAt)).toBe(starts_at);
  });
});

describe('two runs at once', () => {
  it('pay a period once', async () => {
    const deal = await mintActive();
    const pair = await approvedSubmission(deal.pair);
    const end = await endOf(deal);
    await Promise.all([passTime(end), passTime(end), passTime(end)]);
    expect(await paidOf(deal)).toEqual(['retainer:it:1 52000']);
    expect(await paidFor(deal.pair, pair)).toMatchObject({ amount: 2_000 });
    expect((await rowOf(deal.id)).period).toBe(2);
  });

  it('do not keep others from their payments when one fails', async () => {
    expectLogged('error', /a retainer runs without a period/);
    const [broken, fine] = [await mintActive(), await mintActive()];
    await testEnv.DB.prepare('UPDATE retainers SET current_period_start_at = NULL WHERE id = ?')
      .bind(broken.id)
      .run();
    await expect(passTime(await endOf(fine))).rejects.toThrow(broken.id);
    expect(await paidOf(fine)).toEqual(['retainer:it:1 50000']);
    await testEnv.DB.prepare('DELETE FROM retainers WHERE id = ?').bind(broken.id).run();
  });
});

describe('a run that is killed', () => {
  it('at any contact with what outlives it leaves one payment for each period and piece of work', async () => {
    const contacts: string[] = [];
    for (let number = 1; ; number++) {
      let survived = false;
      for (const when of ['before', 'after'] as const) {
        const deal = await mintActive();
        const inTime = await approvedSubmission(deal.pair);
        const late = await mintSubmission(deal.pair);
        await change(deal, 'brand', { status: 'canceled' });
        const end = await endOf(deal);
        await approvedLate(deal.pair, late.id, end);
        const process = mortal(testEnv, number, when);
        await Promise.race([passTime(end + 1_000, process.env), process.death]);
        await passTime(end + 2_000);
        const where = `${when} ${process.contacts[number - 1]}`;
        expect(await paidOf(deal), where).toEqual(['retainer:it:1 52000', `submission:${late.id} 2000`]);
        expect(await paidFor(deal.pair, inTime), where).toMatchObject({ amount: 2_000 });
        expect(await paidFor(deal.pair, late.id), where).toMatchObject({ amount: 2_000 });
        expect(await retainerEvents(deal.pair), where).toEqual([
          'retainer.accepted',
          'retainer.canceled',
          'retainer.ended',
        ]);
        expect(await rowOf(deal.id), where).toMatchObject({ status: 'canceled', due_at: null });
        survived = !process.dead;
        if (survived) contacts.push(...process.contacts);
      }
      if (survived) break;
    }
    expect(contacts.filter((name) => name.startsWith('DB batch')).length).toBeGreaterThan(2);
  }, 120_000);
});

describe('the end', () => {
  it('comes with the period in which it was asked for, which is paid like any other', async () => {
    const deal = await mintActive();
    const canceled = await change(deal, 'creator', { status: 'canceled' });
    expect(canceled.body.data).toMatchObject({ status: 'canceling', currentPeriodEndAt: expect.any(String) });
    expect(await retainerEvents(deal.pair)).toEqual(['retainer.accepted', 'retainer.canceled']);
    const end = await endOf(deal);
    await passTime(end - 1);
    expect((await shown(deal)).status).toBe('canceling');
    await passTime(end);
    await passTime(end + 90 * 86_400_000);
    expect(await shown(deal)).toMatchObject({
      status: 'canceled',
      canceledAt: canceled.body.data.canceledAt,
      currentPeriodEndAt: new Date(end).toISOString(),
    });
    expect(await retainerEvents(deal.pair)).toEqual([
      'retainer.accepted',
      'retainer.canceled',
      'retainer.ended',
    ]);
    expect(await paidOf(deal)).toEqual(['retainer:it:1 50000']);
  });

  it.each([
    ['has left its partner', "UPDATE accounts SET status = 'ended' WHERE id = ?1 AND ?2 <> ''"],
    [
      'took the creator off its roster',
      "UPDATE creator_relationships SET status = 'removed', consent = 'ended' WHERE account_id = ?1 AND creator_id = ?2",
    ],
  ])('of one whose brand %s comes with the period: it is paid and no other begins', async (_, parting) => {
    const deal = await mintActive();
    await testEnv.DB.prepare(parting).bind(deal.pair.brand.id, deal.pair.creator.as).run();
    await passTime((await endOf(deal)) + 90 * 86_400_000);
    expect((await shown(deal)).status).toBe('ended');
    expect(await paidOf(deal)).toEqual(['retainer:it:1 50000']);
    expect(await retainerEvents(deal.pair)).toEqual(['retainer.accepted', 'retainer.ended']);
  });

  it('is not lost when it is asked for while a run ends the period', async () => {
    const deal = await mintActive();
    const end = await endOf(deal);
    await passTime(
      end,
      overtakenBy(() => change(deal, 'brand', { status: 'canceled' })),
    );
    expect(await rowOf(deal.id)).toMatchObject({ status: 'canceling', period: 1 });
    expect(await paidOf(deal)).toEqual([]);
    await passTime(end + 60_000);
    expect(await rowOf(deal.id)).toMatchObject({ status: 'canceled', period: 1 });
    expect(await paidOf(deal)).toEqual(['retainer:it:1 50000']);
    expect(await retainerEvents(deal.pair)).toContain('retainer.ended');
  });

  it('is not moved back by a run that came too late to notice', async () => {
    const deal = await mintActive({ pay: { base: 100, schedule: { cadence: 'weekly' } } });
    await change(deal, 'brand', { status: 'canceled' });
    const end = await endOf(deal);
    // Requested in the second week, before any run had closed the first.
    await testEnv.DB.prepare('UPDATE retainers SET canceled_at = ?2 WHERE id = ?1')
      .bind(deal.id, end + 1)
      .run();
    await passTime(end + 30 * 86_400_000);
    expect(await paidOf(deal)).toEqual(['retainer:it:1 100', 'retainer:it:2 100']);
    expect((await shown(deal)).status).toBe('canceled');
  });
});
