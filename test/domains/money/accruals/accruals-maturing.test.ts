// A sale earns once it has matured: until then it follows all reports, afterwards nothing changes it.
import { describe, expect, it } from 'vitest';
import { scheduleMaturity } from '../../../../src/domains/measurement/conversions/schedule-maturity.ts';
import { importConversions } from '../../../../src/domains/money/accruals/import-conversions.ts';
import { scheduleSales } from '../../../../src/domains/money/accruals/schedule-sales.ts';
import { DAY_MS, HOUR_MS } from '../../../../src/kit/time.ts';
import * as clock from '../../../harness/clock.ts';
import {
  midnightAfter,
  mintApproved,
  mintTill,
  type PaidRow,
  paidFor,
  paymentsFor,
  type Scene,
  scene,
  sell,
  setPay,
  soon,
  type Till,
  tick,
  tomorrow,
} from '../../../harness/money/earnings.ts';
import { browserEvent, consume } from '../../../harness/pixel/pixel-events.ts';
import type { Pair } from '../../../harness/work/submissions.ts';
import { call, systemCtx, testEnv } from '../../../harness/world.ts';

/** A program whose sales wait for this many days. */
async function waitingScene(holdDays: number, settings: Record<string, unknown> = {}): Promise<Scene> {
  const made = await scene(settings);
  await setPay(made.pair, { schedule: { holdDays } });
  return made;
}

const counted = async ({ pair }: Scene, event: string) =>
  (await call('GET', `/v1/pixel-events/${event}`, pair.brand)).body.data.conversions[0];
const earned = async ({ pair }: Scene, id: string) =>
  (await call('GET', `/v1/submissions/${id}`, pair.brand)).body.data.earned;

const browser = (
  { pair, till }: { pair: Pair; till: Till },
  body: object,
  at = clock.now(),
  name = 'purchase',
) => browserEvent({ brand: pair.brand, pixel: till.pixel, shard: till.shard } as never, name, body, at);

const iso = (at: number) => new Date(at).toISOString();

describe('a sale', () => {
  it('waits as many days as the pay says, shows until when, and is paid without a second hold', async () => {
    const at = await waitingScene(7);
    const id = await mintApproved(at.pair);
    const event = await sell(at.pair, at.till, { serviceId: id, value: 5_000, orderId: 'm-1' });
    await tick();
    const until = midnightAfter(clock.now()) + 7 * DAY_MS;
    expect(await counted(at, event)).toMatchObject({
      maturesAt: iso(until),
      value: 5_000,
      valueBy: 'server',
      creditBy: 'server',
      confirmedBy: 'server',
      counts: true,
    });
    const waiting = {
      sales: 1,
      values: [{ currency: 'usd', amount: 5_000 }],
      nextAt: iso(until),
      until: iso(until),
    };
    expect(await earned(at, id)).toEqual([
      expect.objectContaining({ source: 'program', campaign: null, amount: 0, due: 0, waiting }),
    ]);
    await tick(until - 1);
    expect(await paidFor(id)).toEqual([]);
    // When the last day of its wait ends, it is counted and paid.
    await tick(until);
    expect(await paidFor(id)).toEqual([['program', 800]]);
    expect(await earned(at, id)).toMatchObject([{ amount: 800, paid: 800, waiting: null }]);
    const { results } = await testEnv.DB.prepare('SELECT hold_days FROM payments WHERE submission_id = ?')
      .bind(id)
      .all();
    expect(results).toEqual([{ hold_days: 0 }]);
  });

  it('is worth what its server says by then, and whose it says, and not what it says later', async () => {
    const at = await waitingScene(2);
    const [first, second] = [await mintApproved(at.pair), await mintApproved(at.pair)];
    await consume([browser(at, { orderId: 'm-2', serviceId: first, value: 9_999_900, currency: 'usd' })]);
    await sell(at.pair, at.till, { orderId: 'm-2', value: 5_000 });
    await tick();
    expect(await earned(at, first)).toMatchObject([{ waiting: { values: [{ amount: 5_000 }] } }]);
    const edit = { orderId: 'm-2', value: 4_000, serviceId: second };
    const event = await sell(at.pair, at.till, { ...edit, occurredAt: iso(clock.now() + HOUR_MS / 60) });
    await tick();
    // Sales that waited for one submission now wait for the other.
    expect(await earned(at, first)).toEqual([]);
    expect(await earned(at, second)).toMatchObject([{ waiting: { values: [{ amount: 4_000 }] } }]);
    await tick(tomorrow() + 2 * DAY_MS);
    await sell(at.pair, at.till, {
      orderId: 'm-2',
      value: 1,
      serviceId: first,
      occurredAt: iso(clock.now() + 60_000),
    });
    expect(await counted(at, event)).toMatchObject({ value: 4_000, submission: second });
    await tick(tomorrow() + 3 * DAY_MS);
    await tick(tomorrow() + 9 * DAY_MS);
    expect([await paidFor(first), await paidFor(second)]).toEqual([[], [['program', 700]]]);
  });

  it('earns by what is left of it when it matures, and what comes back later takes nothing', async () => {
    const at = await waitingScene(2);
    const id = await mintApproved(at.pair);
    const event = await sell(at.pair, at.till, { orderId: 'm-7', serviceId: id, value: 5_000 });
    const back = (eventId: string, value?: number) =>
      sell(at.pair, at.till, { name: 'refund', orderId: 'm-7', eventId, value });
    await back('r-1', 2_000);
    await tick();
    expect(await earned(at, id)).toMatchObject([{ waiting: { sales: 1, values: [{ amount: 3_000 }] } }]);
    await tick(tomorrow() + 2 * DAY_MS);
    await consume(
      [
        browser(
          at,
          { source: 'server', confirmedAt: clock.now(), orderId: 'm-7', eventId: 'r-2' },
          clock.now(),
          'refund',
        ),
      ],
      tomorrow() + 2 * DAY_MS,
    );
    expect(await counted(at, event)).toMatchObject({ value: 5_000, returned: 2_000, returnedLate: 3_000 });
    await tick(tomorrow() + 3 * DAY_MS);
    // 10 % of 3000, and 300.
    expect(await paidFor(id)).toEqual([['program', 600]]);
    const [{ creator_earning_id }] = (await paymentsFor(id)) as [PaidRow];
    const { body } = await call(
      'GET',
      `/v1/earnings/${creator_earning_id}?expand=explanation`,
      at.pair.creator,
    );
    expect(body.data.explanation[0].text).toContain(
      'Its value was $50.00 at first; $20.00 was returned before it matured.',
    );
  });

  it('of which all came back earns nothing and waits for nothing', async () => {
    const at = await waitingScene(2);
    const id = await mintApproved(at.pair);
    await sell(at.pair, at.till, { orderId: 'm-8', serviceId: id, value: 5_000 });
    await tick();
    await sell(at.pair, at.till, { name: 'refund', orderId: 'm-8', eventId: 'r-3' });
    await tick();
    expect(await earned(at, id)).toEqual([]);
    await tick(tomorrow() + 3 * DAY_MS);
    expect(await paidFor(id)).toEqual([]);
  });

  it('that has matured is settled also before anybody took it', async () => {
    const at = await waitingScene(0);
    const [id, thief] = [await mintApproved(at.pair), await mintApproved(at.pair)];
    const event = await sell(at.pair, at.till, { orderId: 'm-3', value: 5_000, serviceId: id });
    await scheduleSales(systemCtx(soon()));
    const late = browser(at, {
      source: 'server',
      confirmedAt: clock.now(),
      orderId: 'm-3',
      value: 1,
      serviceId: thief,
    });
    await consume([late], midnightAfter(clock.now()) + 1);
    expect(await counted(at, event)).toMatchObject({ value: 5_000, submission: id });
    await tick(tomorrow());
    expect([await paidFor(id), await paidFor(thief)]).toEqual([[['program', 800]], []]);
  });

  it('matures no earlier than it is confirmed and credited', async () => {
    const at = await waitingScene(1);
    const id = await mintApproved(at.pair);
    const days = 5 * DAY_MS;
    const sale = browser(at, { orderId: 'm-4', serviceId: id });
    sale.event.occurredAt -= days;
    await consume([sale]);
    await tick();
    expect(await counted(at, sale.event.id)).toMatchObject({ maturesAt: null, payableAt: null });
    await sell(at.pair, at.till, { orderId: 'm-4', value: 5_000, occurredAt: iso(clock.now() - days) });
    await tick();
    const { maturesAt, payableAt } = await counted(at, sale.event.id);
    expect([maturesAt, payableAt !== null]).toEqual([payableAt, true]);
  });

  it('waits for nothing where no pay names it, and by the hold of the work that a code leads to', async () => {
    const at = await waitingScene(9);
    const other = await mintTill(at.pair, { name: 'Leads', eventName: 'lead' });
    const id = await mintApproved(at.pair);
    const event = await sell(at.pair, other, { serviceId: id, name: 'lead' });
    await tick();
    expect(await counted(at, event)).toMatchObject({ maturesAt: iso(midnightAfter(clock.now())) });
    expect(await earned(at, id)).toEqual([]);
  });

  it('that no longer counts is forgotten by what waits, and earns nothing', async () => {
    const at = await waitingScene(3, { minValue: { amount: 1_000, currency: 'usd' } });
    const id = await mintApproved(at.pair);
    await sell(at.pair, at.till, { orderId: 'm-5', serviceId: id, value: 5_000 });
    await tick();
    await sell(at.pair, at.till, { orderId: 'm-5', value: 999, occurredAt: iso(clock.now() + 60_000) });
    await tick();
    expect(await earned(at, id)).toEqual([]);
    const report = await call('GET', `/v1/conversions/${at.till.conversion}/report`, at.pair.brand);
    expect(report.body.data.rows).toEqual([]);
    await tick(tomorrow() + 4 * DAY_MS);
    expect(await paidFor(id)).toEqual([]);
  });

  it('is scheduled once whoever dies between the two databases, and again when it changed meanwhile', async () => {
    const at = await waitingScene(2);
    const id = await mintApproved(at.pair);
    const event = await sell(at.pair, at.till, { orderId: 'm-6', serviceId: id, value: 5_000 });
    const ctx = systemCtx(soon());
    // Dies between the main database and the shard: nothing is lost, and nothing waits twice.
    const shard = testEnv[`EVENTS_${at.till.shard}`]!;
    const dying = {
      batch: (statements: D1PreparedStatement[]) => shard.batch(statements),
      prepare: (text: string) => {
        if (text.includes('SET matures_at')) throw new Error('killed');
        return shard.prepare(text);
      },
    };
    const dead = { ...ctx.env, [`EVENTS_${at.till.shard}`]: dying as unknown as D1Database };
    await expect(scheduleSales({ ...ctx, env: dead })).rejects.toThrow('killed');
    await sell(at.pair, at.till, { orderId: 'm-6', value: 3_000, occurredAt: iso(clock.now() + 60_000) });
    await Promise.all([scheduleSales(systemCtx(soon())), scheduleSales(systemCtx(soon()))]);
    await tick();
    expect(await earned(at, id)).toMatchObject([{ waiting: { sales: 1, values: [{ amount: 3_000 }] } }]);
    // An older state of the sale is not accepted.
    const stale = { ...(await rowOf(at, event)), valueCents: 5_000 };
    await testEnv[`EVENTS_${at.till.shard}`]!.prepare(
      'UPDATE recorded_conversions SET matures_at = NULL WHERE event_id = ?',
    )
      .bind(event)
      .run();
    await scheduleMaturity(systemCtx(), at.till.shard, [{ row: stale as never, maturesAt: 1 }]);
    expect((await rowOf(at, event)).maturesAt).toBeNull();
    await importConversions(systemCtx(soon()));
    await tick(tomorrow() + 2 * DAY_MS);
    expect(await paidFor(id)).toEqual([['program', 600]]);
  });
});

async function rowOf({ till }: Scene, event: string) {
  return (await testEnv[`EVENTS_${till.shard}`]!.prepare(
    `SELECT conversion_id AS conversionId, event_id AS eventId, occurred_at AS occurredAt, creator_id AS creatorId,
       submission_id AS submissionId, campaign_id AS campaignId, payable_at AS payableAt, matures_at AS maturesAt
     FROM recorded_conversions WHERE event_id = ?`,
  )
    .bind(event)
    .first())!;
}
