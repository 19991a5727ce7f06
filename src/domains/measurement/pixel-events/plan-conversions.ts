// What events count for, within a plan: new counted conversions, and what becomes of those that were counted before.
import { newId } from '../../../kit/ids.ts';
import {
  giveCredit,
  isOpen,
  joinHits,
  learn,
  newHit,
  type RecordedConversion,
  rankOf,
  type Sale,
} from '../conversions/recorded-conversion.ts';
import { type ConversionRule, matches } from '../conversions/rule.ts';
import type { Credit } from '../credit-targets/credit.ts';
import type { OutboxEvent, StoredEvent } from './plan-types.ts';

/** Whom an event is credited to within so many days. */
type CreditFor = (event: StoredEvent, windowDays: number) => Credit;

export class ConversionPlanner {
  readonly added: RecordedConversion[] = [];
  readonly outbox: OutboxEvent[] = [];
  readonly #hits: Map<string, RecordedConversion[]>;
  readonly #changed = new Set<RecordedConversion>();
  readonly #rules: readonly ConversionRule[];
  readonly #creditFor: CreditFor;
  readonly #now: number;

  /** @param stored by the event that stands for them; they are copied, not changed. */
  constructor(
    stored: Map<string, RecordedConversion[]>,
    rules: readonly ConversionRule[],
    creditFor: CreditFor,
    now: number,
  ) {
    this.#hits = new Map([...stored].map(([id, hits]) => [id, hits.map((hit) => ({ ...hit }))]));
    this.#rules = rules;
    this.#creditFor = creditFor;
    this.#now = now;
  }

  of(id: string): readonly RecordedConversion[] {
    return this.#hits.get(id) ?? [];
  }

  /** What changed of the conversions that were counted before this plan. */
  get changed(): RecordedConversion[] {
    return [...this.#changed].filter((hit) => !this.added.includes(hit));
  }

  /** Sorts first the event whose conversions count for most. */
  rank(id: string): number {
    return Math.min(3, ...this.of(id).map(rankOf));
  }

  /** Whether an event's credit is decided for good: it was counted, and what it lacks came too late. */
  isSettled(event: StoredEvent): boolean {
    const hits = this.of(event.id);
    if (hits.length === 0) return false;
    return event.credit?.rule != null || !hits.some((hit) => isOpen(hit, this.#now));
  }

  /** Until when an event may still get a credit that one of its conversions lacks; null when none does. */
  openUntil(id: string): { recordedAt: number; windowDays: number } | null {
    const open = this.of(id).filter((hit) => isOpen(hit, this.#now));
    if (open.length === 0) return null;
    return {
      recordedAt: Math.max(...open.map((hit) => hit.recordedAt)),
      windowDays: Math.max(...open.map((hit) => hit.credit.windowDays)),
    };
  }

  move(from: string, to: string): void {
    const all = [...this.of(to), ...this.of(from)];
    for (const hit of joinHits(all, to)) this.#changed.add(hit);
    this.#hits.set(to, all);
    this.#hits.delete(from);
  }

  /** A server or shop confirms what a browser said: what is credited becomes payable, once. */
  confirm(id: string): void {
    for (const hit of this.of(id)) {
      if (hit.late || hit.payableAt !== null || hit.creatorId === null) continue;
      hit.payableAt = this.#now;
      this.#changed.add(hit);
    }
  }

  /** A later report says what the sale was: its conversion takes over what it lacked. */
  learn(id: string, sale: Sale): void {
    for (const hit of this.of(id)) if (!hit.late && learn(hit, sale)) this.#changed.add(hit);
  }

  /** Counts an event for whatever it matches. @returns whether a conversion of before got its credit now. */
  convert(event: StoredEvent): boolean {
    const credited = this.of(event.id).map((hit) => this.#creditLater(event, hit));
    if (event.body.confirmedAt !== undefined) this.confirm(event.id);
    this.learn(event.id, event.body);
    for (const rule of this.#rules) {
      const applies = rule.accountId === event.accountId && rule.createdAt <= event.receivedAt;
      if (!applies || this.of(event.id).some((hit) => hit.conversionId === rule.id)) continue;
      const { pageUrl, value, currency } = event.body;
      if (matches(rule, { name: event.name, pageUrl, value, currency })) this.#count(event, rule);
    }
    return credited.includes(true);
  }

  #count(event: StoredEvent, rule: ConversionRule): void {
    const credit = this.#creditFor(event, rule.attributionWindowDays);
    const hit = newHit(event, rule.id, credit, pays(event, credit, rule), this.#now);
    this.added.push(hit);
    this.#hits.set(event.id, [...this.of(event.id), hit]);
    this.#tell('conversion.recorded', hit);
  }

  /** The credit that a counted conversion lacked, from what is known by now; too late, it is only kept. */
  #creditLater(event: StoredEvent, hit: RecordedConversion): boolean {
    if (hit.late || hit.rule !== null || hit.credit.late) return false;
    const credit = this.#creditFor(event, hit.credit.windowDays);
    if (credit.rule === null) return false;
    this.#changed.add(hit);
    if (!isOpen(hit, this.#now)) {
      const { rule, submission, campaign, creator, touchedAt } = credit;
      hit.credit = { ...hit.credit, late: { rule, submission, campaign, creator, touchedAt } };
      return false;
    }
    const rule = this.#rules.find(({ id }) => id === hit.conversionId);
    giveCredit(hit, credit, pays(event, credit, rule), this.#now);
    this.#tell('conversion.credited', hit);
    return true;
  }

  #tell(type: 'conversion.recorded' | 'conversion.credited', hit: RecordedConversion): void {
    const data: Record<string, string> = { conversion: hit.conversionId, pixel_event: hit.eventId };
    if (hit.submissionId) data.submission = hit.submissionId;
    const id = newId('event', this.#now);
    this.outbox.push({ id, type, accountId: hit.accountId, creatorId: hit.creatorId, data });
  }
}

/** @param rule undefined for one that was archived meanwhile. */
function pays(event: StoredEvent, credit: Credit, rule: ConversionRule | undefined): boolean {
  return (
    credit.creator !== null && (event.body.confirmedAt !== undefined || (rule?.payBrowserEvents ?? false))
  );
}
