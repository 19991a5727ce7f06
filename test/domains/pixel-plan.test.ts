// Deduplication and attribution as a pure function over a set of events.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ConversionRule } from '../../src/domains/conversions/rule.ts';
import { attribute, type Refs } from '../../src/domains/pixel-events/attribute.ts';
import type { IncomingEvent, PixelEventBody } from '../../src/domains/pixel-events/event-body.ts';
import { planBatch } from '../../src/domains/pixel-events/plan.ts';
import type { Hit, Plan, ShardState, StoredEvent } from '../../src/domains/pixel-events/plan-types.ts';
import { lowestId } from '../../src/kit/ids.ts';
import { DAY_MS } from '../../src/kit/time.ts';

const NOW = Date.UTC(2026, 7, 20);
const ACCOUNT = 'acct_a';
const PIXEL = 'pxl_a';

const refs: Refs = {
  submission: (_account, id) => (id.startsWith('sub_') ? { creator: `crtr_of_${id}` } : undefined),
  campaign: (_account, id) => id.startsWith('camp_'),
  code: (_account, _kind, code) => (code === 'nia10' ? { creator: 'crtr_nia' } : undefined),
};

const rule: ConversionRule = {
  id: 'conv_purchase',
  accountId: ACCOUNT,
  eventName: 'purchase',
  pageUrlContains: null,
  minValueCents: null,
  minValueCurrency: null,
  attributionWindowDays: 30,
  payBrowserEvents: false,
  createdAt: 0,
};

const EMPTY: ShardState = {
  keys: new Map(),
  events: new Map(),
  hits: new Map(),
  lastTouch: () => undefined,
  isVerified: () => false,
};

function plan(events: IncomingEvent[], state = EMPTY): Plan {
  const incoming = events.map((event) => ({ accountId: ACCOUNT, event }));
  return planBatch(state, [rule], refs, {
    incoming,
    process: [],
    recordOnly: false,
    maybeStored: true,
    now: NOW,
  });
}

/** What a plan says, without the random IDs of its outbox rows. */
function outcome(result: Plan) {
  return {
    events: [...result.added].sort((a, b) => (a.id < b.id ? -1 : 1)),
    keys: [...result.keys].sort((a, b) => (a.key < b.key ? -1 : 1)),
    hits: [...result.newHits].sort((a, b) => (a.eventId < b.eventId ? -1 : 1)),
    daily: result.daily,
    outbox: result.outbox
      .map(({ type, data }) => ({ type, data }))
      .sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)),
    touches: result.touches.length,
  };
}

let serial = 0;
function event(name: string, occurredAt: number, body: Partial<PixelEventBody> = {}): IncomingEvent {
  const id = `${lowestId('pixelEvent', NOW).slice(0, -8)}${String(serial++).padStart(8, '0')}`;
  const full: PixelEventBody = { source: 'browser', consent: 'granted', ...body };
  return { id, pixelId: PIXEL, name, occurredAt, receivedAt: NOW, ipAddress: null, body: full };
}

const user = { email: 'a'.repeat(64) };

const arbitraryEvent = fc
  .record({
    name: fc.constantFrom('page_view', 'purchase', 'purchase', 'add_to_cart'),
    daysAgo: fc.integer({ min: 0, max: 6 }),
    eventId: fc.option(fc.constantFrom('e1', 'e2', 'e3'), { nil: undefined }),
    orderId: fc.option(fc.constantFrom('o1', 'o2'), { nil: undefined }),
    serviceId: fc.option(fc.constantFrom('sub_1', 'sub_2', 'nonsense'), { nil: undefined }),
    landedDaysAgo: fc.integer({ min: 0, max: 60 }),
    user: fc.option(fc.constantFrom({ email: '1'.repeat(64) }, { phone: '2'.repeat(64) }), {
      nil: undefined,
    }),
    creatorCode: fc.option(fc.constantFrom('NIA10', 'other'), { nil: undefined }),
    confirmed: fc.boolean(),
    value: fc.option(fc.integer({ min: 0, max: 10_000 }), { nil: undefined }),
  })
  .map((f) => {
    const at = NOW - f.daysAgo * DAY_MS;
    const body: Partial<PixelEventBody> = { source: f.confirmed ? 'server' : 'browser' };
    for (const key of ['eventId', 'orderId', 'serviceId', 'user', 'creatorCode', 'value'] as const) {
      if (f[key] !== undefined) Object.assign(body, { [key]: f[key] });
    }
    if (f.serviceId) body.landedAt = at - f.landedDaysAgo * DAY_MS;
    if (f.confirmed) body.confirmedAt = NOW;
    return event(f.name, at, body);
  });

/** Keeps what plans write, as the shard does. */
class MemoryShard {
  readonly state: ShardState & { touches: Plan['touches'] } = {
    keys: new Map(),
    events: new Map(),
    hits: new Map(),
    touches: [],
    isVerified: () => false,
    lastTouch: (_account, key, at) =>
      this.state.touches
        .filter((t) => t.key === key && t.at <= at)
        .sort((a, b) => b.at - a.at || (b.eventId > a.eventId ? 1 : -1))[0],
  };
  readonly sent: string[] = [];
  readonly paid: string[] = [];

  apply(events: IncomingEvent[]): void {
    const result = plan(events, this.state);
    for (const added of [...result.added, ...result.changed]) this.state.events.set(added.id, added);
    for (const key of result.keys) this.state.keys.set(`${key.pixelId} ${key.key}`, key.eventId);
    for (const merge of result.merges) {
      for (const [name, id] of this.state.keys)
        if (id === merge.eventId) this.state.keys.set(name, merge.intoId);
    }
    const before = new Map(
      [...this.state.hits.values()].flat().map((h) => [`${h.conversionId} ${h.eventId}`, h]),
    );
    for (const hit of [...result.newHits, ...result.changedHits]) {
      const was = before.get(`${hit.conversionId} ${hit.eventId}`);
      if (hit.payableAt !== null && was?.payableAt == null) this.paid.push(hit.eventId);
      before.set(`${hit.conversionId} ${hit.eventId}`, hit);
    }
    this.state.hits = new Map();
    for (const hit of before.values()) {
      this.state.hits.set(hit.groupId, [...(this.state.hits.get(hit.groupId) ?? []), hit]);
    }
    for (const { type, data } of result.outbox)
      if (type === 'conversion.recorded') this.sent.push(data.pixel_event!);
    this.state.touches.push(...result.touches);
  }
}

/** The events of each purchase: those that share a key, directly or through others. */
function purchases(events: IncomingEvent[]): IncomingEvent[][] {
  const groups: { keys: Set<string>; events: IncomingEvent[] }[] = [];
  for (const e of events.filter(({ name }) => name === 'purchase')) {
    const keys = new Set(
      [e.body.eventId && `e${e.body.eventId}`, e.body.orderId && `o${e.body.orderId}`].filter(
        Boolean,
      ) as string[],
    );
    const mine = groups.filter((group) => [...keys].some((key) => group.keys.has(key)));
    const joined = {
      keys: new Set([...keys, ...mine.flatMap((g) => [...g.keys])]),
      events: [e, ...mine.flatMap((g) => g.events)],
    };
    for (const group of mine) groups.splice(groups.indexOf(group), 1);
    groups.push(joined);
  }
  return groups.map((group) => group.events);
}

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
        const hits: Hit[] = plan(events).newHits;
        expect(hits.length).toBe(purchases(events).length);
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
            const paidBefore = new Set(shard.paid);
            // What had been sent or paid for a purchase as it was known before this batch.
            arrived.push(...batch);
            shard.apply(batch);
            const sentState = JSON.stringify(shard.state.events.size);
            const redo = [shard.sent.length, shard.paid.length];
            shard.apply(batch);
            expect([shard.sent.length, shard.paid.length]).toEqual(redo);
            expect(JSON.stringify(shard.state.events.size)).toBe(sentState);
            for (const group of purchases(arrived)) {
              const ids = new Set(group.map((e) => e.id));
              const known = (list: Set<string>) => [...list].filter((id) => ids.has(id)).length > 0;
              const now = (list: string[]) => list.filter((id) => ids.has(id));
              // Once anything was sent for a group, nothing more is; the same for paying.
              if (known(sentBefore))
                expect(now(shard.sent)).toEqual([...sentBefore].filter((id) => ids.has(id)));
              else expect(now(shard.sent)).toHaveLength(1);
              if (known(paidBefore))
                expect(now(shard.paid)).toEqual([...paidBefore].filter((id) => ids.has(id)));
              else expect(now(shard.paid).length).toBeLessThanOrEqual(1);
            }
            const open = [...shard.state.hits.values()].flat().filter((hit) => !hit.late);
            expect(new Set(open.map((hit) => hit.groupId)).size).toBe(open.length);
          }
        },
      ),
      { numRuns: 400 },
    );
  });

  it('never changes the credit of what was recorded', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(arbitraryEvent, { minLength: 1, maxLength: 4 }), { minLength: 2, maxLength: 5 }),
        (batches) => {
          const shard = new MemoryShard();
          const first = new Map<string, string>();
          for (const batch of batches) {
            shard.apply(batch);
            for (const hit of [...shard.state.hits.values()].flat()) {
              const credit = JSON.stringify([
                hit.rule,
                hit.submissionId,
                hit.campaignId,
                hit.creatorId,
                hit.valueCents,
              ]);
              expect(credit).toBe(first.get(hit.eventId) ?? credit);
              first.set(hit.eventId, credit);
              const shown = shard.state.events.get(hit.eventId)?.credit ?? null;
              if (hit.eventId === hit.groupId) expect(shown?.submission ?? null).toBe(hit.submissionId);
            }
          }
        },
      ),
      { numRuns: 200 },
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
    expect(result.newHits[0]).toMatchObject({ submissionId: 'sub_1', payableAt: NOW });
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
    const { receipts: _receipts, seen: _seen, ...effects } = again;
    expect(Object.values(effects).every((list) => Array.isArray(list) && list.length === 0)).toBe(true);
    expect(first.newHits).toMatchObject([{ rule: 'same_user', submissionId: 'sub_1', payableAt: NOW }]);
  });
});
