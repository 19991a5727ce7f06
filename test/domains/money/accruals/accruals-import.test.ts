// Copies counted conversions from their shard to the main database: each once, even if runs die or overlap.
import { describe, expect, it } from 'vitest';
import { takePayable } from '../../../../src/domains/measurement/conversions/take-payable.ts';
import { recordEvents } from '../../../../src/domains/measurement/pixel-events/record-events.ts';
import { insertPayableConversions } from '../../../../src/domains/money/accruals/conversion-store.ts';
import { countConversions } from '../../../../src/domains/money/accruals/count-conversions.ts';
import { importConversions } from '../../../../src/domains/money/accruals/import-conversions.ts';
import { newId } from '../../../../src/kit/ids.ts';
import type { IncomingEvent } from '../../../../src/pixel/event-body.ts';
import * as clock from '../../../harness/clock.ts';
import {
  mature,
  mintApproved,
  paidFor,
  run,
  scene,
  sell,
  setPay,
  soon,
  tick,
  tomorrow,
} from '../../../harness/money/earnings.ts';
import { call, systemCtx, testEnv } from '../../../harness/world.ts';

describe('the import', () => {
  it('dies at any step and pays once', async () => {
    for (const diesAfter of ['take', 'copy', 'copy and count', 'mark', 'count'] as const) {
      const { pair, till } = await scene();
      const id = await mintApproved(pair);
      await sell(pair, till, { serviceId: id, value: 5_000 });
      const ctx = systemCtx(soon());
      await mature(till);
      if (diesAfter === 'mark' || diesAfter === 'count') await importConversions(ctx);
      else {
        const taken = await takePayable(ctx, till.shard, 500);
        expect(taken.length).toBeGreaterThan(0);
        if (diesAfter !== 'take') await run(async (own) => insertPayableConversions(own, taken), soon());
      }
      if (diesAfter.endsWith('count')) await countConversions(ctx);
      await tick();
      await tick();
      await tick(tomorrow());
      expect(await paidFor(id), diesAfter).toEqual([['program', 800]]);
      const { results } = await testEnv.DB.prepare(
        'SELECT state FROM payable_conversions WHERE account_id = ?',
      )
        .bind(pair.brand.id)
        .all();
      expect(results, diesAfter).toEqual([{ state: 'done' }]);
    }
  });

  it('run by three at once counts everything once', async () => {
    const { pair, till } = await scene();
    const ids = [await mintApproved(pair), await mintApproved(pair)];
    for (let i = 0; i < 6; i++) await sell(pair, till, { serviceId: ids[i % 2]!, value: 1_000 });
    await Promise.all([tick(), tick(), tick()]);
    await tick();
    await Promise.all([tick(tomorrow()), tick(tomorrow())]);
    for (const id of ids) expect(await paidFor(id)).toEqual([['program', 1_200]]);
  });

  it('pays a sale once that is reported twice, with one key or another', async () => {
    const { pair, till } = await scene();
    const id = await mintApproved(pair);
    const sale = { serviceId: id, value: 5_000, orderId: 'no-7' };
    await sell(pair, till, { ...sale, eventId: 'a' });
    await tick();
    await sell(pair, till, { ...sale, eventId: 'a' });
    await sell(pair, till, { ...sale, eventId: 'b' });
    await tick();
    await tick(tomorrow());
    expect(await paidFor(id)).toEqual([['program', 800]]);
  });

  it('pays by the value that the server says of what a browser reported without one, and not by one said too late', async () => {
    const { pair, till } = await scene();
    const [id, late] = [await mintApproved(pair), await mintApproved(pair)];
    const at = clock.now();
    const reported: IncomingEvent = {
      id: newId('pixelEvent', at),
      pixelId: till.pixel,
      name: 'purchase',
      occurredAt: at,
      receivedAt: at,
      ipAddress: null,
      body: { source: 'browser', consent: 'granted', orderId: 'no-11', serviceId: id },
    };
    await recordEvents(systemCtx(), till.shard, {
      incoming: [{ accountId: pair.brand.id, event: reported }],
    });
    await sell(pair, till, { orderId: 'no-12', serviceId: late });
    await tick();
    await testEnv[`EVENTS_${till.shard}`]!.prepare(
      'UPDATE recorded_conversions SET matures_at = payable_at WHERE submission_id = ?',
    )
      .bind(late)
      .run();
    await tick();
    await sell(pair, till, { orderId: 'no-11', value: 5_000 });
    await sell(pair, till, { orderId: 'no-12', value: 5_000 });
    await tick();
    await tick(tomorrow());
    expect(await paidFor(id)).toEqual([['program', 800]]);
    expect(await paidFor(late)).toEqual([['program', 300]]);
    const path = `/v1/conversions/${till.conversion}/report?by=source`;
    expect((await call('GET', path, pair.brand)).body.data.rows).toMatchObject([
      { key: 'browser', count: 1, values: [{ currency: 'usd', amount: 5_000 }] },
      { key: 'server', count: 1, values: [] },
    ]);
  });

  it('pays a sale that is two conversions for each of them, though they are taken one after the other', async () => {
    const { pair, till } = await scene();
    const other = await call('POST', '/v1/conversions', {
      ...pair.brand,
      body: { name: 'Orders', eventName: 'purchase' },
    });
    const rules = [
      { type: 'per_conversion', amount: 300, conversion: till.conversion },
      { type: 'per_conversion', amount: 20, conversion: other.body.data.id },
    ];
    await setPay(pair, { rules, approval: 'automatic' });
    const id = await mintApproved(pair);
    // No sale of an earlier test is left that could be taken instead.
    await tick();
    await sell(pair, till, { serviceId: id, value: 5_000 });
    await mature(till);
    expect(await takePayable(systemCtx(soon()), till.shard, 1)).toHaveLength(1);
    await tick();
    await tick(tomorrow());
    expect(await paidFor(id)).toEqual([['program', 320]]);
  });

  it('leaves out what a bridge showed to be the same sale', async () => {
    const { pair, till } = await scene();
    const id = await mintApproved(pair);
    await sell(pair, till, { serviceId: id, value: 5_000, orderId: 'no-8' });
    await sell(pair, till, { serviceId: id, value: 5_000, eventId: 'c' });
    await sell(pair, till, { value: 5_000, orderId: 'no-8', eventId: 'c' });
    await tick();
    await tick(tomorrow());
    expect(await paidFor(id)).toEqual([['program', 800]]);
  });

  it('pays the one of two that stands, though the other became payable before it', async () => {
    const { pair, till } = await scene();
    const [late, standing] = [await mintApproved(pair), await mintApproved(pair)];
    await sell(pair, till, { serviceId: late, value: 5_000, orderId: 'no-10' });
    const other = await sell(pair, till, { serviceId: standing, value: 5_000, eventId: 'e' });
    await testEnv[`EVENTS_${till.shard}`]!.prepare(
      'UPDATE recorded_conversions SET recorded_at = recorded_at - 100000, payable_at = payable_at + 1 WHERE event_id = ?',
    )
      .bind(other)
      .run();
    await sell(pair, till, { value: 5_000, orderId: 'no-10', eventId: 'e' });
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
    'pays once when the bridge comes between two imports, if the second sale is %s and the first was %s',
    async (second, so) => {
      const { pair, till } = await scene();
      const id = await mintApproved(pair);
      const first = await sell(pair, till, { serviceId: id, value: 5_000, orderId: `no-9-${second}-${so}` });
      // A run that dies before it copies has still fixed the sale for good.
      await mature(till);
      if (so === 'taken') await takePayable(systemCtx(soon()), till.shard, 500);
      else await tick();
      const other = await sell(pair, till, { serviceId: id, value: 5_000, eventId: `d-${second}-${so}` });
      const db = testEnv[`EVENTS_${till.shard}`]!;
      // The one counted first stays: the other one has to be counted before the imported one.
      if (second === 'standing')
        await db
          .prepare('UPDATE recorded_conversions SET recorded_at = recorded_at - 100000 WHERE event_id = ?')
          .bind(other)
          .run();
      await sell(pair, till, { value: 5_000, orderId: `no-9-${second}-${so}`, eventId: `d-${second}-${so}` });
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
       WHERE matures_at IS NOT NULL AND harvest = 0 AND matures_at <= 5 ORDER BY matures_at LIMIT 5`,
      )
      .all<{ detail: string }>();
    expect(results.map((row) => row.detail).join()).toMatch(/USING (COVERING )?INDEX recorded_mature/);
    expect(results.map((row) => row.detail).join()).not.toMatch(/TEMP B-TREE/);
  });
});
