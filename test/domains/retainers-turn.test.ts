// What the cron pays: one payment for each period, whatever becomes of the run, and each piece of work once.
import { afterEach, describe, expect, it } from 'vitest';
import { duePay } from '../../src/domains/submissions/pay-due.ts';
import { eventsOf } from '../harness/creators.ts';
import { mortal } from '../harness/mortal.ts';
import {
  approve,
  approvedWork,
  change,
  type Deal,
  mintAccepted,
  mintActive,
  PAY,
  passTime,
  paymentsOf,
  rowOf,
  shown,
} from '../harness/retainers.ts';
import { mintSubmission, mintWork, patch, read, type Work } from '../harness/submissions.ts';
import { systemCtx, testEnv } from '../harness/world.ts';

const at = (time: string) => Date.parse(time);
/** A year that has not begun, and is followed by three without a leap day or more. */
const YEAR = new Date().getUTCFullYear() + 1;
const JAN_31 = `${YEAR}-01-31T10:00:00.000Z`;
const februaryEnd = new Date(Date.UTC(YEAR, 2, 0)).toISOString().slice(0, 10);

const paidOf = async (deal: Deal) =>
  (await paymentsOf(deal.id)).map(({ cause, amount }) => `${cause.replace(deal.id, 'it')} ${amount}`);
const endOf = async ({ id }: Deal) => (await rowOf(id)).current_period_end_at!;
const paid = async (work: Work, id: string) => (await read(work.brand, id)).body.data.paid;
const byRules = async (id: string) =>
  (await duePay(systemCtx(Date.now() + 1_000), 1_000)).some((row) => row.id === id);
const retainerEvents = async (work: Work) =>
  (await eventsOf(work.brand.id)).map(({ type }) => type).filter((type) => type.startsWith('retainer.'));

// A test's own time is far ahead: what it leaves behind would catch up in the next.
afterEach(async () => {
  await testEnv.DB.prepare('UPDATE retainers SET due_at = NULL').run();
});

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
    // Nothing is left to catch up with.
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
    const work = await mintWork();
    const pay = { base: 100, approval: 'manual', schedule: { holdDays: 14 } };
    const deal = await mintActive({ pay, program: work.program, currency: 'EUR' }, work);
    await passTime(await endOf(deal));
    expect(await paymentsOf(deal.id)).toMatchObject([
      {
        status: 'pending_approval',
        hold_days: 14,
        currency: 'eur',
        program_id: work.program,
        application_id: work.application,
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
    const work = await approvedWork(deal.work);
    const end = await endOf(deal);
    await Promise.all([passTime(end), passTime(end), passTime(end)]);
    expect(await paidOf(deal)).toEqual(['retainer:it:1 52000']);
    expect(await paid(deal.work, work)).toMatchObject({ amount: 2_000 });
    expect((await rowOf(deal.id)).period).toBe(2);
  });

  it('do not keep others from their payments when one fails', async () => {
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
        const inTime = await approvedWork(deal.work);
        const late = await mintSubmission(deal.work);
        await change(deal, 'brand', { status: 'canceled' });
        const end = await endOf(deal);
        await approvedLate(deal.work, late.id, end);
        const process = mortal(testEnv, number, when);
        await Promise.race([passTime(end + 1_000, process.env), process.death]);
        await passTime(end + 2_000);
        const where = `${when} ${process.contacts[number - 1]}`;
        expect(await paidOf(deal), where).toEqual(['retainer:it:1 52000', `submission:${late.id} 2000`]);
        expect(await paid(deal.work, inTime), where).toMatchObject({ amount: 2_000 });
        expect(await paid(deal.work, late.id), where).toMatchObject({ amount: 2_000 });
        expect(await retainerEvents(deal.work), where).toEqual([
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

/** Approved at `end`, which is past the period: as if the brand had taken that long. */
async function approvedLate(work: Work, id: string, end: number): Promise<void> {
  await approve(work, id);
  await testEnv.DB.prepare('UPDATE submissions SET pay_due_at = ?2 WHERE id = ?1').bind(id, end).run();
}

describe('work under a retainer', () => {
  it('is what the creator sends in while it runs, for its program if it names one', async () => {
    const work = await mintWork();
    const before = await mintSubmission(work);
    const open = await mintAccepted({ startsAt: new Date(Date.now() + 60_000).toISOString() }, work);
    const early = await mintSubmission(work);
    await passTime((await rowOf(open.id)).starts_at);
    await testEnv.DB.prepare('UPDATE retainers SET starts_at = 1 WHERE id = ?').bind(open.id).run();
    const during = await mintSubmission(work);
    expect([before.retainer, early.retainer, during.retainer]).toEqual([null, null, open.id]);

    const elsewhere = await mintWork();
    const other = await mintWork();
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
    expect((await mintSubmission(deal.work)).retainer).toBe(deal.id);
    await testEnv.DB.prepare('UPDATE retainers SET current_period_end_at = ?2 WHERE id = ?1')
      .bind(deal.id, Date.now())
      .run();
    expect((await mintSubmission(deal.work)).retainer).toBe(null);
  });

  it('is paid by the retainer with the period that it was approved in, never by the rules of the program', async () => {
    const deal = await mintActive({ pay: { ...PAY, cap: 53_000 } });
    const { work } = deal;
    const end = await endOf(deal);
    const ids = [await approvedWork(work), await approvedWork(work), await approvedWork(work)];
    const next = await approvedWork(work, end);
    const open = await mintSubmission(work);
    for (const id of ids) expect(await byRules(id)).toBe(false);
    await passTime(end);
    expect(await paidOf(deal)).toEqual(['retainer:it:1 53000']);
    const [payment] = await paymentsOf(deal.id);
    // By the cap the second is paid in part, and the third is covered.
    expect(await Promise.all(ids.map((id) => paid(work, id)))).toEqual([
      { amount: 2_000, currency: 'usd', payment: payment!.id },
      { amount: 1_000, currency: 'usd', payment: payment!.id },
      null,
    ]);
    expect((await patch(work.brand, ids[0]!, { status: 'review' })).status).toBe(409);
    expect(await paid(work, next)).toBe(null);
    await passTime(await endOf(deal));
    expect(await paidOf(deal)).toEqual(['retainer:it:1 53000', 'retainer:it:2 52000']);
    expect(await paid(work, next)).toMatchObject({ amount: 2_000 });
    expect(await paid(work, open.id)).toBe(null);
    for (const id of [...ids, next]) expect(await byRules(id)).toBe(false);
  });

  it('that is taken back before the period ends is not paid', async () => {
    const deal = await mintActive();
    const id = await approvedWork(deal.work);
    await patch(deal.work.brand, id, { status: 'review' });
    await passTime(await endOf(deal));
    expect(await paidOf(deal)).toEqual(['retainer:it:1 50000']);
  });

  it('is covered by the base where no rule pays for it', async () => {
    const deal = await mintActive({ pay: { base: 100 } });
    const id = await approvedWork(deal.work);
    await passTime(await endOf(deal));
    expect(await paidOf(deal)).toEqual(['retainer:it:1 100']);
    expect([await paid(deal.work, id), await byRules(id)]).toEqual([null, false]);
  });

  it('that is approved once the retainer is over is paid by it, under what the cap left', async () => {
    const deal = await mintActive({ pay: { ...PAY, cap: 55_000 } });
    const { work } = deal;
    await approvedWork(work);
    const late = [await mintSubmission(work), await mintSubmission(work), await mintSubmission(work)];
    await change(deal, 'brand', { status: 'canceled' });
    const end = await endOf(deal);
    await passTime(end);
    expect(await rowOf(deal.id)).toMatchObject({ status: 'canceled', due_at: null });
    for (const { id } of late) {
      await approve(work, id);
      expect(await byRules(id)).toBe(false);
      await passTime(end + 60_000);
      await passTime(end + 120_000);
    }
    expect(await paidOf(deal)).toEqual([
      'retainer:it:1 52000',
      `submission:${late[0].id} 2000`,
      `submission:${late[1].id} 1000`,
    ]);
    expect(await paid(work, late[2].id)).toBe(null);
  });

  it('that is more than one step takes is paid all the same', async () => {
    const deal = await mintActive();
    const { work } = deal;
    const late = [];
    for (let i = 0; i < 12; i++) late.push(await mintSubmission(work));
    await change(deal, 'brand', { status: 'canceled' });
    const end = await endOf(deal);
    for (const { id } of late) await approvedLate(work, id, end);
    await passTime(end);
    expect(await paymentsOf(deal.id)).toHaveLength(13);
    expect(await rowOf(deal.id)).toMatchObject({ due_at: null });
  });

  it('that is approved while a run looks for it is found by the next', async () => {
    const deal = await mintActive();
    const { id } = await mintSubmission(deal.work);
    await change(deal, 'brand', { status: 'canceled' });
    const end = await endOf(deal);
    await passTime(end);
    await approve(deal.work, id);
    const { due_at } = await rowOf(deal.id);
    await Promise.all([passTime(end + 60_000), approveAgain(deal.work, id)]);
    await passTime(end + 120_000);
    expect(due_at).not.toBe(null);
    expect(await paidOf(deal)).toEqual(['retainer:it:1 50000', `submission:${id} 2000`]);
  });
});

/** Takes an approval back and gives it again, as far as a payment leaves that open. */
async function approveAgain(work: Work, id: string): Promise<void> {
  const back = await patch(work.brand, id, { status: 'review' });
  if (back.status === 200) await approve(work, id);
}

describe('the end', () => {
  it('comes with the period in which it was asked for, which is paid like any other', async () => {
    const deal = await mintActive();
    const canceled = await change(deal, 'creator', { status: 'canceled' });
    expect(canceled.body.data).toMatchObject({ status: 'canceling', currentPeriodEndAt: expect.any(String) });
    expect(await retainerEvents(deal.work)).toEqual(['retainer.accepted', 'retainer.canceled']);
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
    expect(await retainerEvents(deal.work)).toEqual([
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
      "UPDATE creator_relationships SET status = 'removed' WHERE account_id = ?1 AND creator_id = ?2",
    ],
  ])('of one whose brand %s comes with the period: it is paid and no other begins', async (_, parting) => {
    const deal = await mintActive();
    await testEnv.DB.prepare(parting).bind(deal.work.brand.id, deal.work.creator.as).run();
    await passTime((await endOf(deal)) + 90 * 86_400_000);
    expect((await shown(deal)).status).toBe('ended');
    expect(await paidOf(deal)).toEqual(['retainer:it:1 50000']);
    expect(await retainerEvents(deal.work)).toEqual(['retainer.accepted', 'retainer.ended']);
  });

  it('is not moved back by a run that came too late to notice', async () => {
    const deal = await mintActive({ pay: { base: 100, schedule: { cadence: 'weekly' } } });
    await change(deal, 'brand', { status: 'canceled' });
    const end = await endOf(deal);
    // Asked for in the second week, while no run had closed the first.
    await testEnv.DB.prepare('UPDATE retainers SET canceled_at = ?2 WHERE id = ?1')
      .bind(deal.id, end + 1)
      .run();
    await passTime(end + 30 * 86_400_000);
    expect(await paidOf(deal)).toEqual(['retainer:it:1 100', 'retainer:it:2 100']);
    expect((await shown(deal)).status).toBe('canceled');
  });
});
