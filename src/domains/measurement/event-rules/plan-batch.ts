// Plans what a batch of events changes, as a pure function of the events and the shard's state. The store commits a
// plan in one batch, which fails when the shard has changed since; then it is planned again.

import { newId } from '../../../kit/ids.ts';
import { day } from '../../../kit/time.ts';
import { aliasKeys, dedupeKeys, type IncomingEvent } from '../../../pixel/event-body.ts';
import { forgetVisitor } from '../../../pixel/forget-visitor.ts';
import { DEFAULT_WINDOW_DAYS } from '../conversions/conversion.ts';
import { totalsOf } from '../conversions/recorded-conversion.ts';
import type { ConversionRule } from '../conversions/rule.ts';
import { admit } from './admit.ts';
import type { Refs } from './attribute.ts';
import { claimsNaming, consentOf } from './claim.ts';
import { addBits, counterBits, noCounts } from './counters.ts';
import { emptyPlan } from './empty-plan.ts';
import { type OrderReturn, orderKeys, orderOf, returnOf, returnsOfShop } from './order-return.ts';
import { ConversionPlanner } from './plan-conversions.ts';
import { allKeys, CreditPlanner } from './plan-credit.ts';
import type { Plan, PlanInput, ShardState, StoredEvent } from './plan-types.ts';
import { isReadAgain, joinReports, type Reports, reportOf, reportsOf, viewOf } from './reports.ts';
import { divideEvents } from './same-event.ts';

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

class Planner {
  readonly #state: ShardState;
  readonly #input: PlanInput;
  readonly #keys: Map<string, string>;
  readonly #events = new Map<string, StoredEvent>();
  readonly #original = new Map<string, StoredEvent>();
  readonly #conversions: ConversionPlanner;
  readonly #credits: CreditPlanner;
  /** Events whose revision has to rise even if their row looks the same, because it guards other rows. */
  readonly #moved = new Set<string>();
  readonly #merged = new Map<string, string>();
  readonly #daily = new Map<string, Plan['daily'][number]>();
  /** Pixels that this batch verifies, with their accounts. */
  readonly #verified = new Map<string, string>();
  readonly #plan = emptyPlan();

  constructor(state: ShardState, rules: readonly ConversionRule[], refs: Refs, input: PlanInput) {
    this.#state = state;
    this.#input = input;
    this.#credits = new CreditPlanner(state, refs);
    this.#conversions = new ConversionPlanner(state, rules, this.#credits.creditFor, input.now);
    this.#keys = new Map(state.keys);
    // Copied, because a plan that loses a race is made again and must not have changed the state it read.
    for (const [id, event] of state.events) this.#events.set(id, { ...event });
    for (const [id, event] of state.events) this.#original.set(id, event);
  }

  run(): Plan {
    const dirty = new Set<string>();
    const { taken, networks, refused } = admit(this.#state, this.#input);
    Object.assign(this.#plan, { networks, refused });
    for (const { accountId, event } of taken) this.#record(accountId, event, dirty);
    for (const id of dirty) {
      const [event, stored] = [this.#events.get(id), this.#original.get(id)];
      const [back, before] = [event && returnOf(event), stored && returnOf(stored)];
      if (back) this.#plan.returns.push(back);
      if (before && before.order !== back?.order) this.#plan.returnsMoved.push(before);
    }
    for (const back of [...this.#plan.returns, ...this.#plan.returnsMoved]) this.#returnArchived(back);
    if (!this.#input.recordOnly) {
      for (const id of this.#input.process) dirty.add(this.#standsFor(id));
      const due = [...dirty]
        .map((id) => this.#events.get(id))
        .filter((e) => e !== undefined && e.state !== 'merged');
      for (const event of due) this.#credits.rememberLanding(event!);
      for (const event of due) this.#process(event!);
    }
    return this.#finish();
  }

  #record(accountId: string, event: IncomingEvent, dirty: Set<string>): void {
    if (this.#original.has(event.id)) {
      // An earlier run of this batch has stored it.
      this.#plan.receipts.set(event.id, { id: event.id, duplicate: false });
      if (this.#original.get(event.id)!.state === 'recorded') dirty.add(event.id);
      return;
    }
    const keys = dedupeKeys(event);
    const { standing, others } = this.#whichAre(event, keys);
    // Browser reports with one of these keys belong to this event, even if they were stored with another one.
    const report = others.reduce(
      (all, other) =>
        joinReports(event.name, all, { claims: claimsNaming(event.name, reportsOf(other), keys) }),
      reportOf(event),
    );
    let target = event.id;
    if (standing.length === 0) {
      this.#add(accountId, event, report);
      dirty.add(target);
    } else {
      target = this.#join(standing, accountId, dirty);
      if (this.#mergeInto(target, accountId, report, event.ipAddress)) dirty.add(target);
    }
    for (const key of keys) this.#name(event.pixelId, key, target, others);
    this.#plan.receipts.set(event.id, { id: target, duplicate: standing.length > 0 });
    this.#see(accountId, event);
  }

  /** The stored events that an incoming event's keys lead to: see divideEvents. */
  #whichAre(event: IncomingEvent, keys: string[]): { standing: string[]; others: StoredEvent[] } {
    const found = new Map<string, string[]>();
    for (const key of [...keys, ...aliasKeys(event)]) {
      const known = this.#keys.get(keyOf(event.pixelId, key));
      if (known === undefined) continue;
      const id = this.#standsFor(known);
      found.set(id, [...(found.get(id) ?? []), key]);
    }
    const { standing, others } = divideEvents(event, keys, found, (id) => {
      const stored = this.#events.get(id);
      return stored && reportsOf(stored);
    });
    return { standing, others: others.map((id) => this.#events.get(id)!) };
  }

  #name(pixelId: string, key: string, eventId: string, others: readonly StoredEvent[]): void {
    const name = keyOf(pixelId, key);
    const known = this.#keys.get(name);
    const other = known !== undefined && others.find(({ id }) => id === this.#standsFor(known));
    if (known !== undefined && !other) return;
    this.#keys.set(name, eventId);
    const fresh = this.#plan.keys.find((one) => one.pixelId === pixelId && one.key === key);
    if (fresh) fresh.eventId = eventId;
    else if (other) {
      this.#plan.rekeyed.push({ pixelId, key, eventId, from: other.id });
      this.#moved.add(other.id);
    } else this.#plan.keys.push({ pixelId, key, eventId });
  }

  #standsFor(id: string): string {
    let at = id;
    for (let next = this.#merged.get(at); next !== undefined; next = this.#merged.get(at)) at = next;
    return at;
  }

  #add(accountId: string, event: IncomingEvent, reports: Reports): void {
    const { id, pixelId, name, occurredAt, receivedAt, ipAddress, body } = event;
    const added: StoredEvent = {
      id,
      accountId,
      pixelId,
      name,
      state: 'recorded',
      occurredAt,
      receivedAt,
      matters: true,
      ipAddress,
      body,
      reports: null,
      credit: null,
      counted: 0,
      rev: 1,
    };
    this.#events.set(id, added);
    if (reports.claims.length > (body.source === 'browser' ? 1 : 0)) show(added, reports);
  }

  /** @returns whether the event changed. */
  #mergeInto(id: string, accountId: string, more: Reports, ipAddress: string | null): boolean {
    const event = this.#events.get(id);
    if (!event) {
      // The raw event is in the archive, but its keys and conversions are still here.
      this.#conversions.confirmArchived(id, more);
      if ((consentOf('', more) ?? 'granted') !== 'granted')
        this.#plan.denied.push({ accountId, eventId: id });
      return false;
    }
    const before = reportsOf(event);
    const joined = joinReports(event.name, before, more);
    const wasGranted = event.body.consent === 'granted';
    const learned = this.#isNews(id, joinReports(event.name, before, before), joined);
    if (learned) {
      const keys = allKeys(event);
      show(event, joined);
      if (wasGranted && event.body.consent !== 'granted') this.#forget(event, keys);
    }
    if (event.body.consent === 'granted') event.ipAddress ??= ipAddress;
    return learned;
  }

  /** A shop's order that was read again and has not changed is only stored if a sale waits for that. */
  #isNews(id: string, before: Reports, joined: Reports): boolean {
    if (isReadAgain(before, joined))
      return this.#conversions.awaitsReading(id, joined.shop!.body.order!.readAt);
    return JSON.stringify(joined) !== JSON.stringify(before);
  }

  /** Deletes what could identify an event's visitor: the IP address, and the touches under its keys. */
  #forget(event: StoredEvent, keys: string[]): void {
    event.ipAddress = null;
    for (const key of keys) {
      const one = { accountId: event.accountId, key, eventId: event.id };
      this.#plan.forgotten.push(one);
      this.#plan.unawaited.push(one);
    }
  }

  /** Merges events that turned out to be the same one. The one that counts for most represents them all. */
  #join(ids: string[], accountId: string, dirty: Set<string>): string {
    const [winner, ...losers] = [...ids].sort((a, b) => this.#weight(a).localeCompare(this.#weight(b)));
    for (const loser of losers) {
      const lost = this.#events.get(loser);
      if (lost) {
        if (this.#mergeInto(winner!, accountId, reportsOf(lost), lost.ipAddress)) dirty.add(winner!);
        lost.state = 'merged';
        // The winner now has everything that this event knew of the visitor, and deletes it when consent is withdrawn.
        this.#forget(lost, allKeys(lost));
        lost.reports = null;
        lost.body = structuredClone(lost.body);
        forgetVisitor(lost.body);
      } else this.#plan.denied.push({ accountId, eventId: loser });
      this.#merged.set(loser, winner!);
      this.#plan.merges.push({ eventId: loser, intoId: winner! });
      dirty.delete(loser);
      this.#conversions.move(loser, winner!);
      dirty.add(winner!);
    }
    return winner!;
  }

  /** Ranks payable events first, then credited ones, then counted ones, then the earliest. */
  #weight(id: string): string {
    const at = this.#events.get(id)?.occurredAt ?? 0;
    return `${this.#conversions.rank(id)} ${String(at).padStart(16, '0')} ${id}`;
  }

  #process(event: StoredEvent): void {
    if (!event.body.bot) {
      const credit = this.#credits.creditFor(event, DEFAULT_WINDOW_DAYS);
      if (this.#conversions.mayCredit(event, credit)) event.credit = credit;
      this.#conversions.convert(event, this.#returnsOf(event));
      const open = this.#conversions.openUntil(event);
      if (open) this.#credits.awaitLanding(event, open);
    }
    const bits = counterBits(event.body, event.credit) & ~event.counted;
    if (bits !== 0) addBits(this.#dayOf(event.pixelId, event.receivedAt).counts, bits);
    event.counted |= bits;
    const counts = this.#conversions.of(event.id).length > 0;
    event.matters = event.name !== 'page_view' || event.credit?.rule != null || counts;
    // Null means that there was nothing to look up, which holds for most page views.
    if (event.credit?.rule === null && /^n+$/.test(event.credit.trail)) event.credit = null;
    event.state = 'processed';
  }

  /** A refund of a sale whose event is in the archive still shows with its counted conversions, or no longer does. */
  #returnArchived({ pixelId, order }: OrderReturn): void {
    const ids = orderKeys(order).flatMap((key) => this.#keys.get(keyOf(pixelId, key)) ?? []);
    for (const id of new Set(ids.map((one) => this.#standsFor(one))))
      if (!this.#events.has(id)) this.#conversions.returnArchived(id, this.#allReturns(pixelId, order));
  }

  #returnsOf(event: StoredEvent): OrderReturn[] {
    if (event.body.order) return returnsOfShop(event);
    const order = orderOf(event);
    if (order === null) return [];
    const { id: eventId, pixelId } = event;
    const all = this.#allReturns(pixelId, order);
    this.#plan.returnsSeen.push({ eventId, pixelId, order, count: all.length });
    return all;
  }

  #allReturns(pixelId: string, order: string): OrderReturn[] {
    const moved = this.#plan.returnsMoved.filter((one) => one.order === order).map((one) => one.eventId);
    const read = this.#state.returns.get(keyOf(pixelId, order)) ?? [];
    const known = read.filter((one) => !moved.includes(one.eventId));
    const now = this.#plan.returns.filter((one) => one.pixelId === pixelId && one.order === order);
    return [...new Map([...known, ...now].map((one) => [one.eventId, one])).values()];
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

  /** Repeats count as well, because they cost as much. */
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
    // Two merges may form a chain.
    plan.merges = plan.merges.map(({ eventId }) => ({ eventId, intoId: this.#standsFor(eventId) }));
    plan.rekeyed = plan.rekeyed.map((one) => ({ ...one, from: this.#standsFor(one.from) }));
    plan.touches = this.#credits.touches;
    plan.awaited = this.#credits.awaited;
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

/** Updates an event from all its reports. */
function show(event: StoredEvent, reports: Reports): void {
  const { body, occurredAt } = viewOf(event, reports);
  Object.assign(event, { reports, body, occurredAt, state: 'recorded' });
}
