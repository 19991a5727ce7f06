// Deduplication and attribution as a pure function over a set of events.

import { describe, expect, it } from 'vitest';
import type { RecordedConversion } from '../../../../src/domains/measurement/conversions/recorded-conversion.ts';
import { attribute } from '../../../../src/domains/measurement/event-rules/attribute.ts';
import type { StoredEvent } from '../../../../src/domains/measurement/event-rules/plan-types.ts';
import { DAY_MS } from '../../../../src/kit/time.ts';
import type { IncomingEvent, PixelEventBody } from '../../../../src/pixel/event-body.ts';
import fc from '../../../harness/fc.ts';

import {
  ACCOUNT,
  arbitraryEvent,
  EMPTY,
  event,
  MemoryShard,
  NOW,
  outcome,
  plan,
  purchases,
  refs,
  salesOf,
  user,
} from '../../../harness/pixel/pixel-plan.ts';

describe('a plan over a set of events', () => {
  it('is the same for any order and any duplication of the events', () => {
    fc.assert(
      fc.property(
        fc
          .array(arbitraryEvent, { minLength: 1, maxLength: 14 })
          .chain((events) =>
            fc.tuple(
              fc.constant(events),
              fc.shuffledSubarray(events, { minLength: events.length, maxLength: events.length }),
              fc.array(fc.constantFrom(...events), { maxLength: 6 }),
            ),
          ),
        ([events, shuffled, repeats]) => {
          expect(outcome(plan([...repeats, ...shuffled]))).toEqual(outcome(plan(events)));
        },
      ),
      { numRuns: 400 },
    );
  });

  it('records each purchase exactly once', () => {
    fc.assert(
      fc.property(fc.array(arbitraryEvent, { minLength: 1, maxLength: 14 }), (events) => {
        const hits: RecordedConversion[] = plan(events).newHits;
        expect(hits.length).toBe(purchases(events).reduce((sum, one) => sum + salesOf(one), 0));
      }),
      { numRuns: 300 },
    );
  });

  it('sends and pays no purchase twice, whatever arrives late and however the events are batched', () => {
    fc.assert(
      fc.property(
        fc
          .array(arbitraryEvent, { minLength: 1, maxLength: 14 })
          .chain((events) =>
            fc.tuple(
              fc.shuffledSubarray(events, { minLength: events.length, maxLength: events.length }),
              fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 14, maxLength: 14 }),
            ),
          ),
        ([events, sizes]) => {
          const shard = new MemoryShard();
          const arrived: IncomingEvent[] = [];
          let rest = [...events];
          for (const size of sizes) {
            const batch = rest.slice(0, size);
            rest = rest.slice(size);
            if (batch.length === 0) break;
            const sentBefore = new Set(shard.sent);
            // What had been announced or paid for a purchase, as it was known before this batch.
            arrived.push(...batch);
            shard.apply(batch);
            const sentState = JSON.stringify(shard.state.events.size);
            const redo = [shard.sent.length, shard.paid.length];
            shard.apply(batch);
            expect([shard.sent.length, shard.paid.length]).toEqual(redo);
            expect(JSON.stringify(shard.state.events.size)).toBe(sentState);
            for (const group of purchases(arrived)) {
              const ids = new Set(group.map((e) => e.id));
              const known = (list: Set<string>) => [...list].filter((id) => ids.has(id));
              const now = (list: string[]) => list.filter((id) => ids.has(id));
              // Once a sale was announced, it is not announced again; and at most one of its rows pays.
              const fresh = now(shard.sent).length - known(sentBefore).length;
              expect(fresh).toBeLessThanOrEqual(
                Math.max(0, salesOf(group) - (salesOf(group) === 1 ? known(sentBefore).length : 0)),
              );
              expect(now(shard.paid).length).toBeLessThanOrEqual(salesOf(group));
            }
            const open = [...shard.state.hits.values()].flat().filter((hit) => !hit.late);
            expect(new Set(open.map((hit) => hit.groupId)).size).toBe(open.length);
          }
        },
      ),
      { numRuns: 400 },
    );
  });
});

describe('a bridge', () => {
  const byEventId = () => event('purchase', NOW - 3000, { eventId: 'e1', serviceId: 'sub_1' });
  const byOrder = () =>
    event('purchase', NOW - 2000, { orderId: 'o1', serviceId: 'sub_2', source: 'server', confirmedAt: NOW });
  const both = () =>
    event('purchase', NOW - 1000, { eventId: 'e1', orderId: 'o1', source: 'server', confirmedAt: NOW });

  it('ties two unrecorded events into one purchase', () => {
    const result = plan([byEventId(), byOrder(), both()]);
    expect(result.newHits).toHaveLength(1);
    expect(result.merges).toHaveLength(1);
    // Decided by the server's report, although the browser's came first.
    expect(result.newHits[0]).toMatchObject({ submissionId: 'sub_2', payableAt: NOW });
  });

  it('that comes late leaves one row standing, the payable one, and pays nothing more', () => {
    const shard = new MemoryShard();
    shard.apply([byEventId()]);
    shard.apply([byOrder()]);
    expect(shard.sent).toHaveLength(2);
    shard.apply([both()]);
    expect(shard.sent).toHaveLength(2);
    expect(shard.paid).toHaveLength(1);
    const hits = [...shard.state.hits.values()].flat();
    expect(hits.filter((hit) => !hit.late)).toMatchObject([{ submissionId: 'sub_2', payableAt: NOW }]);
    expect(hits.filter((hit) => hit.late)).toMatchObject([{ submissionId: 'sub_1', payableAt: null }]);
  });

  it('that comes late tells the row that stands the value which only the other event said', () => {
    const shard = new MemoryShard();
    // The first counted event stays the counted one, and the earliest event gives the time.
    const counted = event('purchase', NOW - 1000, { orderId: 'o1', serviceId: 'sub_1' });
    const happened = event('purchase', NOW - 3000, {
      eventId: 'e1',
      orderId: 'o2',
      serviceId: 'sub_2',
      value: 500,
      currency: 'usd',
    });
    shard.apply([counted, happened]);
    shard.apply([event('purchase', NOW - 2000, { eventId: 'e1', orderId: 'o1' })]);
    const standing = [...shard.state.hits.values()].flat().filter((hit) => !hit.late);
    expect(standing).toMatchObject([{ submissionId: 'sub_1', valueCents: 500, currency: 'usd' }]);
  });
});

describe('attribution', () => {
  const touch = {
    at: NOW - DAY_MS,
    eventId: 'pev_x',
    submission: 'sub_t',
    campaign: null,
    creator: 'crtr_t',
  };
  const credit = (
    body: Partial<PixelEventBody>,
    windowDays = 30,
    lastTouch = () => undefined as typeof touch | undefined,
  ) => attribute({ ...event('purchase', NOW, body), accountId: ACCOUNT }, refs, lastTouch, windowDays);

  it('tries its rules in order and says what each found', () => {
    const all: Partial<PixelEventBody> = {
      serviceId: 'sub_own',
      landing: { serviceId: 'sub_kept', clickIds: { gclid: 'g' } },
      attributionId: 'sub_attr',
      user,
      creatorCode: 'Nia10 ',
      discountCode: 'nia10',
    };
    expect(credit(all)).toMatchObject({ rule: 'own_link', submission: 'sub_own', trail: '' });
    const { serviceId: _own, ...kept } = all;
    expect(credit(kept)).toMatchObject({ rule: 'kept_landing', submission: 'sub_kept', trail: 'n' });
    const { landing: _kept, ...attributed } = kept;
    expect(credit(attributed)).toMatchObject({ rule: 'attribution_id', submission: 'sub_attr', trail: 'nn' });
    const { attributionId: _attr, ...byUser } = attributed;
    expect(credit({ ...byUser, clickIds: { gclid: 'g' } }, 30, () => touch)).toMatchObject({
      rule: 'click_id',
      submission: 'sub_t',
    });
    expect(credit(byUser, 30, () => touch)).toMatchObject({
      rule: 'same_user',
      creator: 'crtr_t',
      trail: 'nnnn',
    });
    expect(credit(byUser)).toMatchObject({ rule: 'creator_code', creator: 'crtr_nia', trail: 'nnnnt' });
    expect(credit({ discountCode: 'nia10' })).toMatchObject({ rule: 'discount_code', trail: 'nnnnnn' });
    expect(credit({})).toMatchObject({ rule: null, trail: 'nnnnnnn' });
  });

  it('counts a touch to the last millisecond of the window and not beyond it', () => {
    const landed = (days: number, ms: number) =>
      credit({ serviceId: 'sub_1', landedAt: NOW - days * DAY_MS - ms }, days);
    expect(landed(7, 0).rule).toBe('own_link');
    expect(landed(7, 1)).toMatchObject({ rule: null, trail: 'wnnnnnn' });
  });

  it('skips what the account does not know', () => {
    expect(credit({ serviceId: 'nonsense', creatorCode: 'nia10' })).toMatchObject({
      rule: 'creator_code',
      trail: 'unnnn',
    });
  });
});

describe('a repeated batch', () => {
  it('changes nothing', () => {
    const events = [
      event('page_view', NOW - 5000, { serviceId: 'sub_1', user }),
      event('purchase', NOW, { eventId: 'e1', orderId: 'o1', user, source: 'server', confirmedAt: NOW }),
    ];
    const first = plan(events);
    const stored: StoredEvent[] = first.added;
    const again = plan(events, {
      ...EMPTY,
      keys: new Map(first.keys.map((k) => [`${k.pixelId} ${k.key}`, k.eventId])),
      events: new Map(stored.map((e) => [e.id, e])),
      hits: new Map(first.newHits.map((hit) => [hit.groupId, [hit]])),
    });
    const { receipts: _receipts, ...effects } = again;
    expect(Object.values(effects).every((list) => Array.isArray(list) && list.length === 0)).toBe(true);
    expect(first.newHits).toMatchObject([{ rule: 'same_user', submissionId: 'sub_1', payableAt: NOW }]);
  });
});
