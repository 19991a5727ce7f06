// The guarantees of pixel-plan.test.ts, on real databases with the real consumer.

import { expect, it } from 'vitest';
import type { PixelEventBody } from '../../../../src/pixel/event-body.ts';
import * as clock from '../../../harness/clock.ts';
import fc from '../../../harness/fc.ts';
import { browserEvent, consume, openShop, type Shop, shardDb } from '../../../harness/pixel/pixel-events.ts';

const report = fc.record({
  eventId: fc.option(fc.constantFrom('e1', 'e2', 'e3'), { nil: undefined }),
  orderId: fc.option(fc.constantFrom('o1', 'o2'), { nil: undefined }),
  credited: fc.boolean(),
  confirmed: fc.boolean(),
});
type Report = typeof report extends fc.Arbitrary<infer T> ? T : never;

/**
 * How often each purchase of the shop was announced and paid, by the events that are known to be the same.
 */
async function effects(shop: Shop) {
  const db = shardDb(shop);
  const [sent, hits, totals] = await db.batch([
    db
      .prepare(
        `SELECT data ->> 'pixel_event' AS event FROM outbox
         WHERE account_id = ?1 AND type <> 'conversion.credited'`,
      )
      .bind(shop.brand.id),
    db.prepare('SELECT * FROM recorded_conversions WHERE account_id = ?1').bind(shop.brand.id),
    db.prepare('SELECT * FROM conversion_totals WHERE conversion_id = ?1').bind(shop.conversion),
  ]);
  return {
    sent: (sent!.results as { event: string | null }[]).flatMap(({ event }) => (event ? [event] : [])),
    hits: hits!.results as {
      event_id: string;
      group_id: string;
      payable_at: number | null;
      late: number;
      credit: string;
    }[],
    totals: totals!.results[0] as { recorded: number; paid: number } | undefined,
  };
}

it('sends and pays nothing twice on the real shard, in any order, batching and repetition', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(report, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 }),
      async (batches) => {
        const shop = await openShop();
        const message = (r: Report) => {
          const body: Partial<PixelEventBody> = r.confirmed
            ? { source: 'server', confirmedAt: clock.now() }
            : {};
          if (r.eventId) body.eventId = r.eventId;
          if (r.orderId) body.orderId = r.orderId;
          if (r.credited) body.serviceId = shop.submission;
          return browserEvent(shop, 'purchase', body);
        };
        const paid = new Set<string>();
        for (const batch of batches) {
          const messages = batch.map(message);
          await Promise.all([consume(messages), consume(messages)]);
          const first = await effects(shop);
          await consume(messages);
          const { sent, hits, totals } = await effects(shop);
          expect({ sent, hits, totals }).toEqual(first);
          // One message for each counted row, never two.
          expect([...sent].sort()).toEqual(hits.map((hit) => hit.event_id).sort());
          const standing = hits.filter((hit) => hit.late === 0);
          expect(new Set(standing.map((hit) => hit.group_id)).size).toBe(standing.length);
          expect(totals).toMatchObject({
            recorded: standing.length,
            paid: standing.filter((hit) => hit.payable_at !== null).length,
          });
          // A purchase that was paid once, by any of its rows, is not paid again.
          for (const group of Map.groupBy(hits, (hit) => hit.group_id).values()) {
            const payable = group.filter((hit) => hit.payable_at !== null).map((hit) => hit.event_id);
            const before = payable.filter((id) => paid.has(id));
            if (before.length > 0) expect(payable).toEqual(before);
            else expect(payable.length).toBeLessThanOrEqual(1);
          }
          for (const hit of hits) if (hit.payable_at !== null) paid.add(hit.event_id);
        }
      },
    ),
    { numRuns: 25 },
  );
}, 120_000);
