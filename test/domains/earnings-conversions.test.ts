// From a counted conversion in its shard to a payment: once, whoever dies where, and only what was confirmed.
import { describe, expect, it } from 'vitest';
import { addPayable } from '../../src/domains/earnings/conversion-store.ts';
import { countApprovals } from '../../src/domains/earnings/count-approvals.ts';
import { countConversions } from '../../src/domains/earnings/count-conversions.ts';
import { harvestConversions } from '../../src/domains/earnings/harvest-conversions.ts';
import { takePayable } from '../../src/domains/pixel-events/take-payable.ts';
import { DAY_MS } from '../../src/kit/time.ts';
import {
  approve,
  mintApproved,
  mintTill,
  paidFor,
  run,
  sell,
  setPay,
  soon,
  type Till,
  tick,
  tomorrow,
} from '../harness/earnings.ts';
import { overtakenBy } from '../harness/payments.ts';
import { mintSubmission, mintWork, patch, type Work } from '../harness/submissions.ts';
import { call, systemCtx, testEnv } from '../harness/world.ts';
import { browserEvent, consume } from './pixel-events-harness.ts';

interface Scene {
  work: Work;
  till: Till;
}

/** A program that pays `percent` of sales and `amount` for each. */
async function scene({
  percent = 10,
  amount = 300,
  ...settings
}: Record<string, unknown> = {}): Promise<Scene> {
  const work = await mintWork();
  const till = await mintTill(work, settings);
  const rules = [
    { type: 'revenue_share', percent, conversion: till.conversion },
    { type: 'per_conversion', amount, conversion: till.conversion },
  ];
  await setPay(work, { rules, approval: 'automatic' });
  return { work, till };
}

const accrualsOf = async (submission: string) =>
  (
    await testEnv.DB.prepare('SELECT key, amount, state, evidence FROM accruals WHERE submission_id = ?')
      .bind(submission)
      .all<{ key: string; amount: number; state: string; evidence: string }>()
  ).results;

const browser = (work: Work, till: Till, body: object, at = Date.now()) =>
  browserEvent(
    {
      brand: work.brand as never,
      pixel: till.pixel,
      shard: till.shard,
      conversion: till.conversion,
    } as never,
    'purchase',
    body,
    at,
  );

describe('a conversion', () => {
  it('is paid the day after under each rule that names it', async () => {
    const { work, till } = await scene();
    const id = await mintApproved(work);
    await sell(work, till, { serviceId: id, value: 4_999 });
    await sell(work, till, { serviceId: id, value: 6 });
    await tick();
    expect(await paidFor(id)).toEqual([]);
    await tick(tomorrow());
    // 10 % of 5005 and twice 300.
    expect(await paidFor(id)).toEqual([['program', 501 + 600]]);
    await tick(tomorrow() + DAY_MS);
    expect(await paidFor(id)).toHaveLength(1);
  });

  it('that only a browser reports pays nothing until a server or the shop confirms it', async () => {
    const { work, till } = await scene();
    const id = await mintApproved(work);
    await consume([
      browser(work, till, { serviceId: id, value: 5_000, currency: 'usd', eventId: 'order-1' }),
    ]);
    await tick();
    await tick(tomorrow());
    expect(await paidFor(id)).toEqual([]);
    await sell(work, till, { eventId: 'order-1', value: 5_000 });
    await tick(tomorrow() + 1);
    await tick(tomorrow() + DAY_MS);
    expect(await paidFor(id)).toEqual([['program', 800]]);
  });

  it('that only a browser reports pays where the conversion says so', async () => {
    const { work, till } = await scene({ payBrowserEvents: true });
    const id = await mintApproved(work);
    await consume([browser(work, till, { serviceId: id, value: 5_000, currency: 'usd' })]);
    await tick();
    await tick(tomorrow());
    expect(await paidFor(id)).toEqual([['program', 800]]);
  });

  it('in another currency earns no share, and the accrual says why', async () => {
    const { work, till } = await scene();
    const id = await mintApproved(work);
    await sell(work, till, { serviceId: id, value: 5_000, currency: 'eur' });
    await tick();
    await tick(tomorrow());
    expect(await paidFor(id)).toEqual([['program', 300]]);
    const share = (await accrualsOf(id)).find(({ key }) => key.endsWith(':1'))!;
    expect([share.amount, JSON.parse(share.evidence).nothing]).toEqual([0, 'other_currency']);
  });

  it('of work in review waits for the approval', async () => {
    const { work, till } = await scene();
    const { id } = await mintSubmission(work);
    await sell(work, till, { serviceId: id, value: 5_000 });
    await tick();
    await tick(tomorrow());
    expect(await accrualsOf(id)).toEqual([]);
    await approve(work, id);
    await tick(soon());
    await tick(tomorrow());
    expect(await paidFor(id)).toEqual([['program', 800]]);
  });

  it('of work under a retainer earns nothing by the rules', async () => {
    const { work, till } = await scene();
    const id = await mintApproved(work);
    await testEnv.DB.prepare("UPDATE submissions SET retainer_id = 'ret_1' WHERE id = ?").bind(id).run();
    await sell(work, till, { serviceId: id, value: 5_000 });
    await tick();
    await tick(tomorrow());
    expect(await paidFor(id)).toEqual([]);
  });

  it('does not wait for an approval that came while it was looked at', async () => {
    const { work, till } = await scene();
    const { id } = await mintSubmission(work);
    await sell(work, till, { serviceId: id, value: 5_000 });
    const at = soon();
    await harvestConversions(systemCtx(at));
    const env = overtakenBy(async () => {
      await approve(work, id);
      await countApprovals(systemCtx(at));
    });
    await countConversions({ ...systemCtx(at), env });
    await tick(at);
    await tick(tomorrow());
    expect(await paidFor(id)).toEqual([['program', 800]]);
  });

  it('that a code credits pays the newest approved work that was there by then', async () => {
    const { work, till } = await scene();
    const [older, newer] = [await mintApproved(work), await mintApproved(work)];
    const rejected = (await mintSubmission(work)).id;
    await patch(work.brand, rejected, { status: 'rejected' });
    await testEnv.DB.prepare(
      `INSERT INTO creator_codes (account_id, kind, code, creator_id, program_id, created_at)
       VALUES (?, 'discount', 'save10', ?, ?, 1)`,
    )
      .bind(work.brand.id, work.creator.as, work.program)
      .run();
    await sell(work, till, { discountCode: 'SAVE10', value: 5_000 });
    const later = await mintApproved(work);
    await tick();
    await tick(tomorrow());
    const paid = await Promise.all([older, newer, later].map(paidFor));
    expect(paid).toEqual([[], [['program', 800]], []]);
  });

  it('keeps its approval: once something was paid it is not taken back', async () => {
    const { work, till } = await scene();
    const id = await mintApproved(work);
    await sell(work, till, { serviceId: id, value: 5_000 });
    await tick();
    await tick(tomorrow());
    expect((await patch(work.brand, id, { status: 'review' })).status).toBe(409);
  });
});

describe('the harvest', () => {
  it('dies at any step and pays once', async () => {
    for (const diesAfter of ['take', 'copy', 'mark', 'count'] as const) {
      const { work, till } = await scene();
      const id = await mintApproved(work);
      await sell(work, till, { serviceId: id, value: 5_000 });
      const ctx = systemCtx(soon());
      if (diesAfter === 'take' || diesAfter === 'copy') {
        const taken = await takePayable(ctx, till.shard, 500);
        expect(taken.length).toBeGreaterThan(0);
        if (diesAfter === 'copy') await run(async (own) => addPayable(own, taken), soon());
      } else {
        await harvestConversions(ctx);
        if (diesAfter === 'count') await countConversions(ctx);
      }
      await tick();
      await tick();
      await tick(tomorrow());
      expect(await paidFor(id), diesAfter).toEqual([['program', 800]]);
    }
  });

  it('run by three at once counts everything once', async () => {
    const { work, till } = await scene();
    const ids = [await mintApproved(work), await mintApproved(work)];
    for (let i = 0; i < 6; i++) await sell(work, till, { serviceId: ids[i % 2]!, value: 1_000 });
    await Promise.all([tick(), tick(), tick()]);
    await tick();
    await Promise.all([tick(tomorrow()), tick(tomorrow())]);
    for (const id of ids) expect(await paidFor(id)).toEqual([['program', 1_200]]);
  });

  it('pays a sale once that is reported twice, with one key or another', async () => {
    const { work, till } = await scene();
    const id = await mintApproved(work);
    const sale = { serviceId: id, value: 5_000, orderId: 'no-7' };
    await sell(work, till, { ...sale, eventId: 'a' });
    await tick();
    await sell(work, till, { ...sale, eventId: 'a' });
    await sell(work, till, { ...sale, eventId: 'b' });
    await tick();
    await tick(tomorrow());
    expect(await paidFor(id)).toEqual([['program', 800]]);
  });

  it('pays a sale that is two conversions for each of them, though they are taken one after the other', async () => {
    const { work, till } = await scene();
    const other = await call('POST', '/v1/conversions', {
      ...work.brand,
      body: { name: 'Orders', eventName: 'purchase' },
    });
    const rules = [
      { type: 'per_conversion', amount: 300, conversion: till.conversion },
      { type: 'per_conversion', amount: 20, conversion: other.body.data.id },
    ];
    await setPay(work, { rules, approval: 'automatic' });
    const id = await mintApproved(work);
    // Nothing of an earlier test is left to be taken in its place.
    await tick();
    await sell(work, till, { serviceId: id, value: 5_000 });
    expect(await takePayable(systemCtx(soon()), till.shard, 1)).toHaveLength(1);
    await tick();
    await tick(tomorrow());
    expect(await paidFor(id)).toEqual([['program', 320]]);
  });

  it('leaves out what a bridge showed to be the same sale', async () => {
    const { work, till } = await scene();
    const id = await mintApproved(work);
    await sell(work, till, { serviceId: id, value: 5_000, orderId: 'no-8' });
    await sell(work, till, { serviceId: id, value: 5_000, eventId: 'c' });
    await sell(work, till, { value: 5_000, orderId: 'no-8', eventId: 'c' });
    await tick();
    await tick(tomorrow());
    expect(await paidFor(id)).toEqual([['program', 800]]);
  });

  it('pays the one of two that stands, though the other became payable before it', async () => {
    const { work, till } = await scene();
    const [late, standing] = [await mintApproved(work), await mintApproved(work)];
    await sell(work, till, { serviceId: late, value: 5_000, orderId: 'no-10' });
    const other = await sell(work, till, { serviceId: standing, value: 5_000, eventId: 'e' });
    await testEnv[`EVENTS_${till.shard}`]!.prepare(
      'UPDATE recorded_conversions SET recorded_at = recorded_at - 100000, payable_at = payable_at + 1 WHERE event_id = ?',
    )
      .bind(other)
      .run();
    await sell(work, till, { value: 5_000, orderId: 'no-10', eventId: 'e' });
    await tick();
    await tick(tomorrow());
    expect(await paidFor(standing)).toEqual([['program', 800]]);
    expect(await paidFor(late)).toEqual([]);
  });

  it.each([
    ['late', 'copied'],
    ['late', 'taken'],
    ['standing', 'copied'],
    ['standing', 'taken'],
  ])(
    'pays once when the bridge comes between two harvests, if the second sale is %s and the first was %s',
    async (second, so) => {
      const { work, till } = await scene();
      const id = await mintApproved(work);
      const first = await sell(work, till, { serviceId: id, value: 5_000, orderId: `no-9-${second}-${so}` });
      // A run that dies before it copies has taken the sale for good all the same.
      if (so === 'taken') await takePayable(systemCtx(soon()), till.shard, 500);
      else await tick();
      const other = await sell(work, till, { serviceId: id, value: 5_000, eventId: `d-${second}-${so}` });
      const db = testEnv[`EVENTS_${till.shard}`]!;
      // The one that was counted first stands: let the other have been counted before the one that is harvested.
      if (second === 'standing')
        await db
          .prepare('UPDATE recorded_conversions SET recorded_at = recorded_at - 100000 WHERE event_id = ?')
          .bind(other)
          .run();
      await sell(work, till, { value: 5_000, orderId: `no-9-${second}-${so}`, eventId: `d-${second}-${so}` });
      const { results } = await db
        .prepare(
          'SELECT event_id, late FROM recorded_conversions WHERE event_id IN (?, ?) ORDER BY recorded_at',
        )
        .bind(first, other)
        .all();
      expect(results.map((row) => row.late)).toEqual([0, 1]);
      expect(results[0]!.event_id).toBe(second === 'standing' ? other : first);
      await tick();
      await tick(tomorrow());
      expect(await paidFor(id)).toEqual([['program', 800]]);
    },
  );

  it('finds its rows by the index, however many there are', async () => {
    const { results } = await testEnv
      .EVENTS_0!.prepare(
        `EXPLAIN QUERY PLAN SELECT conversion_id, event_id FROM recorded_conversions
       WHERE payable_at IS NOT NULL AND harvest < 2 AND harvest = 0 ORDER BY payable_at LIMIT 5`,
      )
      .all<{ detail: string }>();
    expect(results.map((row) => row.detail).join()).toMatch(/USING (COVERING )?INDEX recorded_harvest/);
    expect(results.map((row) => row.detail).join()).not.toMatch(/TEMP B-TREE/);
  });
});
