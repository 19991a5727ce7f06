// What a batch of events changes, as a pure function of the events and of what the shard already holds. The store
// commits a plan in one batch that fails when the shard has moved on since; then the plan is made anew.

import { newId } from '../../../kit/ids.ts';
import { DAY_MS, day } from '../../../kit/time.ts';
import { dedupeKeys, type IncomingEvent, type PixelEventBody } from '../../../pixel/event-body.ts';
import { forgetVisitor } from '../../../pixel/forget-visitor.ts';
import { DEFAULT_WINDOW_DAYS } from '../conversions/conversion.ts';
import { CREDIT_OPEN_MS, totalsOf } from '../conversions/recorded-conversion.ts';
import type { ConversionRule } from '../conversions/rule.ts';
import type { Credit } from '../credit-targets/credit.ts';
import { admit } from './admit.ts';
import { attribute, isLater, type LastTouch, type Refs, touchKeys } from './attribute.ts';
import { addBits, counterBits, noCounts } from './counters.ts';
import { mergeBodies } from './merge-bodies.ts';
import { ConversionPlanner } from './plan-conversions.ts';
import type { Plan, PlanInput, PlannedTouch, ShardState, StoredEvent } from './plan-types.ts';

export function planBatch(
  state: ShardState,
  rules: readonly ConversionRule[],
  refs: Refs,
  input: PlanInput,
): Plan {
  return new Planner(state, rules, refs, input).run();
}

function keyOf(pixelId: string, key: string): string {
  return `${pixelId} ${key}`;
}

function allKeys(event: Pick<StoredEvent, 'body'>): string[] {
  const keys = touchKeys(event);
  return [...keys.attribution_id, ...keys.click_id, ...keys.same_user];
}

class Planner {
  readonly #state: ShardState;
  readonly #refs: Refs;
  readonly #input: PlanInput;
  readonly #keys: Map<string, string>;
  readonly #events = new Map<string, StoredEvent>();
  readonly #original = new Map<string, StoredEvent>();
  readonly #conversions: ConversionPlanner;
  /** Events whose row changes though it may look the same: its revision guards what goes with it. */
  readonly #moved = new Set<string>();
  readonly #merged = new Map<string, string>();
  readonly #touches = new Map<string, PlannedTouch[]>();
  readonly #daily = new Map<string, Plan['daily'][number]>();
  /** Pixels that this batch verifies, and their accounts. */
  readonly #verified = new Map<string, string>();
  readonly #plan: Plan = {
    added: [],
    changed: [],
    keys: [],
    merges: [],
    touches: [],
    awaited: [],
    unawaited: [],
    forgotten: [],
    denied: [],
    newHits: [],
    changedHits: [],
    outbox: [],
    totals: [],
    daily: [],
    beacons: [],
    networks: [],
    refused: [],
    verified: [],
    receipts: new Map(),
  };

  constructor(state: ShardState, rules: readonly ConversionRule[], refs: Refs, input: PlanInput) {
    this.#state = state;
    this.#refs = refs;
    this.#input = input;
    this.#conversions = new ConversionPlanner(state.hits, rules, this.#creditFor, input.now);
    this.#keys = new Map(state.keys);
    // Copies: a plan that loses the race is made again from a fresh state, and never changes the old one.
    for (const [id, event] of state.events) this.#events.set(id, { ...event });
    for (const [id, event] of state.events) this.#original.set(id, event);
  }

  run(): Plan {
    const dirty = new Set<string>();
    const { taken, networks, refused } = admit(this.#state, this.#input);
    Object.assign(this.#plan, { networks, refused });
    for (const { accountId, event } of taken) this.#record(accountId, event, dirty);
    if (!this.#input.recordOnly) {
      for (const id of this.#input.process) dirty.add(this.#standsFor(id));
      const work = [...dirty]
        .map((id) => this.#events.get(id))
        .filter((e) => e !== undefined && e.state !== 'merged');
      for (const event of work) this.#rememberLanding(event!);
      for (const event of work) this.#process(event!);
    }
    return this.#finish();
  }

  #record(accountId: string, event: IncomingEvent, dirty: Set<string>): void {
    if (this.#original.has(event.id)) {
      // Stored by an earlier run of this batch.
      this.#plan.receipts.set(event.id, { id: event.id, duplicate: false });
      if (this.#original.get(event.id)!.state === 'recorded') dirty.add(event.id);
      return;
    }
    const keys = dedupeKeys(event);
    const known = keys
      .map((key) => this.#keys.get(keyOf(event.pixelId, key)))
      .filter((id) => id !== undefined);
    const standing = [...new Set(known.map((id) => this.#standsFor(id)))];
    let target: string;
    if (standing.length === 0) {
      target = event.id;
      this.#add(accountId, event);
      dirty.add(target);
    } else {
      target = this.#join(standing, accountId, dirty);
      if (this.#mergeInto(target, accountId, event.body, event.ipAddress)) dirty.add(target);
    }
    for (const key of keys) {
      const name = keyOf(event.pixelId, key);
      if (!this.#keys.has(name)) {
        this.#keys.set(name, target);
        this.#plan.keys.push({ pixelId: event.pixelId, key, eventId: target });
      }
    }
    this.#plan.receipts.set(event.id, { id: target, duplicate: standing.length > 0 });
    this.#see(accountId, event);
  }

  #standsFor(id: string): string {
    let at = id;
    for (let next = this.#merged.get(at); next !== undefined; next = this.#merged.get(at)) at = next;
    return at;
  }

  #add(accountId: string, event: IncomingEvent): void {
    this.#events.set(event.id, {
      id: event.id,
      accountId,
      pixelId: event.pixelId,
      name: event.name,
      state: 'recorded',
      occurredAt: event.occurredAt,
      receivedAt: event.receivedAt,
      matters: true,
      ipAddress: event.ipAddress,
      body: event.body,
      credit: null,
      counted: 0,
      rev: 1,
    });
  }

  /** @returns whether the event learned something by it. */
  #mergeInto(id: string, accountId: string, body: PixelEventBody, ipAddress: string | null): boolean {
    const event = this.#events.get(id);
    if (!event) {
      // Its raw row has gone to the archive; its keys and its conversions have not.
      if (body.confirmedAt !== undefined) this.#conversions.confirm(id);
      this.#conversions.learn(id, { value: body.value, currency: body.currency });
      if (body.consent !== 'granted') this.#plan.denied.push({ accountId, eventId: id });
      return false;
    }
    const merged = mergeBodies(event.body, body);
    const learned = JSON.stringify(merged) !== JSON.stringify(event.body);
    if (merged.consent === 'granted') event.ipAddress ??= ipAddress;
    else if (event.body.consent === 'granted') this.#forget(event);
    event.body = merged;
    if (learned) event.state = 'recorded';
    return learned;
  }

  /** Takes away what would recognise an event's visitor again: their address, and the landing kept under their keys. */
  #forget(event: StoredEvent): void {
    event.ipAddress = null;
    for (const key of allKeys(event)) {
      const one = { accountId: event.accountId, key, eventId: event.id };
      this.#plan.forgotten.push(one);
      this.#plan.unawaited.push(one);
    }
  }

  /** Several events turn out to be one: the one that counts for most stands for all of them. */
  #join(ids: string[], accountId: string, dirty: Set<string>): string {
    const [winner, ...losers] = [...ids].sort((a, b) => this.#weight(a).localeCompare(this.#weight(b)));
    for (const loser of losers) {
      const lost = this.#events.get(loser);
      if (lost) {
        if (this.#mergeInto(winner!, accountId, lost.body, lost.ipAddress)) dirty.add(winner!);
        lost.state = 'merged';
        // What it knew of the visitor is the other's now, and goes with it when consent is taken back.
        this.#forget(lost);
        lost.body = structuredClone(lost.body);
        forgetVisitor(lost.body);
      } else this.#plan.denied.push({ accountId, eventId: loser });
      this.#merged.set(loser, winner!);
      this.#plan.merges.push({ eventId: loser, intoId: winner! });
      dirty.delete(loser);
      this.#conversions.move(loser, winner!);
      // The row that stands may be the loser's, and lack what the winner said.
      const stands = this.#events.get(winner!);
      if (stands) this.#conversions.learn(winner!, stands.body);
    }
    return winner!;
  }

  /** Sorts first what is payable already, then what is credited, then what is counted, then the earliest. */
  #weight(id: string): string {
    const at = this.#events.get(id)?.occurredAt ?? 0;
    return `${this.#conversions.rank(id)} ${String(at).padStart(16, '0')} ${id}`;
  }

  /** An event with a known landing lets later events of the same user, click or attribution ID be credited. */
  #rememberLanding(event: StoredEvent): void {
    if (event.body.bot || event.body.consent !== 'granted') return;
    const credit = attribute(event, this.#refs, () => undefined, DEFAULT_WINDOW_DAYS);
    const { rule, submission, campaign, creator, touchedAt } = credit;
    if (rule !== 'own_link' && rule !== 'kept_landing') return;
    for (const key of allKeys(event)) {
      const touch = {
        accountId: event.accountId,
        key,
        at: touchedAt!,
        eventId: event.id,
        submission,
        campaign,
        creator,
      };
      const name = `${event.accountId} ${key}`;
      this.#touches.set(name, [...(this.#touches.get(name) ?? []), touch]);
    }
  }

  readonly #lastTouch: LastTouch = (account, key, at) => {
    let best = this.#state.lastTouch(account, key, at);
    for (const touch of this.#touches.get(`${account} ${key}`) ?? []) {
      if (touch.at <= at && (!best || isLater(touch, best))) best = touch;
    }
    return best;
  };

  readonly #creditFor = (event: StoredEvent, windowDays: number): Credit =>
    attribute(event, this.#refs, this.#lastTouch, windowDays);

  #process(event: StoredEvent): void {
    if (!event.body.bot) {
      if (!this.#conversions.isSettled(event)) event.credit = this.#creditFor(event, DEFAULT_WINDOW_DAYS);
      if (this.#conversions.convert(event)) this.#waitNoMore(event);
      this.#awaitCredit(event);
    }
    const bits = counterBits(event.body, event.credit) & ~event.counted;
    if (bits !== 0) addBits(this.#dayOf(event.pixelId, event.receivedAt).counts, bits);
    event.counted |= bits;
    const counts = this.#conversions.of(event.id).length > 0;
    event.matters = event.name !== 'page_view' || event.credit?.rule != null || counts;
    // Nothing to go by at all: that is what null says, and most page views are of that kind.
    if (event.credit?.rule === null && /^n+$/.test(event.credit.trail)) event.credit = null;
    event.state = 'processed';
  }

  #waitNoMore(event: StoredEvent): void {
    this.#moved.add(event.id);
    for (const key of allKeys(event)) {
      this.#plan.unawaited.push({ accountId: event.accountId, key, eventId: event.id });
    }
  }

  /** Lets a landing of the same visitor that becomes known soon find the event that was counted without credit. */
  #awaitCredit(event: StoredEvent): void {
    const open = this.#conversions.openUntil(event.id);
    if (!open) return;
    for (const key of allKeys(event)) {
      this.#plan.awaited.push({
        accountId: event.accountId,
        key,
        eventId: event.id,
        touchedAfter: event.occurredAt - open.windowDays * DAY_MS,
        occurredAt: event.occurredAt,
        until: open.recordedAt + CREDIT_OPEN_MS,
      });
    }
  }

  #dayOf(pixelId: string, receivedAt: number): Plan['daily'][number] {
    const date = day(receivedAt);
    const name = `${pixelId} ${date}`;
    let entry = this.#daily.get(name);
    if (!entry) {
      entry = { pixelId, day: date, counts: noCounts(), lastSeenAt: 0 };
      this.#daily.set(name, entry);
    }
    return entry;
  }

  #see(accountId: string, { pixelId, receivedAt, body }: IncomingEvent): void {
    const entry = this.#dayOf(pixelId, receivedAt);
    if (body.source === 'browser') this.#countBeacon(accountId, pixelId, entry.day);
    entry.lastSeenAt = Math.max(entry.lastSeenAt, receivedAt);
    if (body.allowedOrigin && !body.bot && !this.#state.isVerified(pixelId))
      this.#verified.set(pixelId, accountId);
  }

  /** Repeats count too: they cost as much. */
  #countBeacon(accountId: string, pixelId: string, on: string): void {
    const known = this.#plan.beacons.find((one) => one.accountId === accountId && one.day === on);
    if (known) known.events++;
    else this.#plan.beacons.push({ accountId, pixelId, day: on, events: 1 });
  }

  #finish(): Plan {
    const plan = this.#plan;
    for (const event of this.#events.values()) {
      const before = this.#original.get(event.id);
      if (!before) plan.added.push(event);
      else if (this.#moved.has(event.id) || JSON.stringify(before) !== JSON.stringify(event))
        plan.changed.push({ ...event, rev: before.rev + 1 });
    }
    plan.touches = [...this.#touches.values()].flat();
    plan.newHits = this.#conversions.added;
    plan.changedHits = this.#conversions.changed;
    plan.outbox.push(...this.#conversions.outbox);
    plan.totals = totalsOf(this.#state.hits, [...plan.newHits, ...plan.changedHits]);
    plan.daily = [...this.#daily.values()];
    plan.verified = [...this.#verified.keys()];
    for (const [pixelId, accountId] of this.#verified) {
      const data = { pixel: pixelId };
      plan.outbox.push({
        id: newId('event', this.#input.now),
        type: 'pixel.verified',
        accountId,
        creatorId: null,
        data,
      });
    }
    return plan;
  }
}
