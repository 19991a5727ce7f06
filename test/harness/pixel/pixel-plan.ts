// Events, a plan for them, and an in-memory shard that stores what plans write.

import type { ConversionRule } from '../../../src/domains/measurement/conversions/rule.ts';
import type { Refs } from '../../../src/domains/measurement/event-rules/attribute.ts';
import { planBatch } from '../../../src/domains/measurement/event-rules/plan-batch.ts';
import type { Plan, ShardState } from '../../../src/domains/measurement/event-rules/plan-types.ts';
import { lowestId } from '../../../src/kit/ids.ts';
import { DAY_MS } from '../../../src/kit/time.ts';
import type { IncomingEvent, PixelEventBody } from '../../../src/pixel/event-body.ts';
import fc from '../fc.ts';

export const NOW = Date.UTC(2026, 7, 20);
export const ACCOUNT = 'acct_a';
export const PIXEL = 'pxl_a';

export const refs: Refs = {
  submission: (_account, id) => (id.startsWith('sub_') ? { creator: `crtr_of_${id}` } : undefined),
  campaign: (_account, id) => id.startsWith('camp_'),
  code: (_account, _kind, code) => (code === 'nia10' ? { creator: 'crtr_nia' } : undefined),
};

export const rule: ConversionRule = {
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

export const EMPTY: ShardState = {
  keys: new Map(),
  events: new Map(),
  hits: new Map(),
  lastTouch: () => undefined,
  returns: new Map(),
  networkEvents: () => undefined,
  isStopped: () => false,
  isVerified: () => false,
};

export function plan(events: IncomingEvent[], state = EMPTY): Plan {
  const incoming = events.map((event) => ({ accountId: ACCOUNT, event }));
  return planBatch(state, [rule], refs, {
    incoming,
    process: [],
    recordOnly: false,
    maybeStored: true,
    networkLimit: 1_000,
    now: NOW,
  });
}

/** A plan without the random IDs of its outbox rows. */
export function outcome(result: Plan) {
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
export function event(name: string, occurredAt: number, body: Partial<PixelEventBody> = {}): IncomingEvent {
  const id = `${lowestId('pixelEvent', NOW).slice(0, -8)}${String(serial++).padStart(8, '0')}`;
  const full: PixelEventBody = { source: 'browser', consent: 'granted', ...body };
  return { id, pixelId: PIXEL, name, occurredAt, receivedAt: NOW, ipAddress: null, body: full };
}

export const user = { email: 'a'.repeat(64) };

export const arbitraryEvent = fc
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

/** Stores what plans write, as the shard does. */
export class MemoryShard {
  readonly state: ShardState & { touches: Plan['touches'] } = {
    keys: new Map(),
    events: new Map(),
    hits: new Map(),
    returns: new Map(),
    touches: [],
    networkEvents: () => undefined,
    isStopped: () => false,
    isVerified: () => false,
    lastTouch: (_account, key, at, except) =>
      this.state.touches
        .filter((t) => t.key === key && t.at <= at && t.eventId !== except)
        .sort((a, b) => b.at - a.at || (b.eventId > a.eventId ? 1 : -1))[0],
  };
  readonly sent: string[] = [];

  /** The events that a payable row represents. */
  get paid(): string[] {
    const hits = [...this.state.hits.values()].flat();
    return hits.filter(({ late, payableAt }) => !late && payableAt !== null).map(({ eventId }) => eventId);
  }

  apply(events: IncomingEvent[]): void {
    const result = plan(events, this.state);
    for (const added of [...result.added, ...result.changed]) this.state.events.set(added.id, added);
    for (const key of result.keys) this.state.keys.set(`${key.pixelId} ${key.key}`, key.eventId);
    for (const key of result.rekeyed) this.state.keys.set(`${key.pixelId} ${key.key}`, key.eventId);
    for (const merge of result.merges) {
      for (const [name, id] of this.state.keys)
        if (id === merge.eventId) this.state.keys.set(name, merge.intoId);
    }
    const before = new Map(
      [...this.state.hits.values()].flat().map((h) => [`${h.conversionId} ${h.eventId}`, h]),
    );
    for (const hit of [...result.newHits, ...result.changedHits]) {
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
export function purchases(events: IncomingEvent[]): IncomingEvent[][] {
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

/**
 * How many sales a purchase has by confirmed reports: a browser cannot merge what servers reported under
 * different names.
 */
export function salesOf(purchase: IncomingEvent[]): number {
  return Math.max(1, purchases(purchase.filter(({ body }) => body.source !== 'browser')).length);
}
