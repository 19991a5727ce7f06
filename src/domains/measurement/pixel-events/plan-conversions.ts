// What events count for, within a plan: new counted conversions, and what becomes of those that were counted before.
import { newId } from '../../../kit/ids.ts';
import type { ChangedConversion } from '../conversions/interface.ts';
import {
  creditOpenUntil,
  isUnsettled,
  joinHits,
  maturityBasis,
  newHit,
  type RecordedConversion,
  rankOf,
  type SaidBy,
  setCredit,
  setSale,
} from '../conversions/recorded-conversion.ts';
import { type ConversionRule, isWorthEnough, matches } from '../conversions/rule.ts';
import type { Credit } from '../credit-targets/credit.ts';
import type { OutboxEvent, StoredEvent } from './plan-types.ts';
import { isOfTheOrder, type Reports, saleOf } from './reports.ts';
import { isAllReturned, type OrderReturn, returnedCents } from './returns.ts';

/** Whom an event is credited to within so many days. */
type CreditFor = (event: StoredEvent, windowDays: number) => Credit;

export class ConversionPlanner {
  readonly added: RecordedConversion[] = [];
  readonly outbox: OutboxEvent[] = [];
  readonly #hits: Map<string, RecordedConversion[]>;
  readonly #before: Map<RecordedConversion, { text: string; basis: string; maturesAt: number | null }>;
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
    const before = (hit: RecordedConversion) =>
      ({ text: JSON.stringify(hit), basis: maturityBasis(hit), maturesAt: hit.maturesAt }) as const;
    this.#before = new Map([...this.#hits.values()].flat().map((hit) => [hit, before(hit)]));
    this.#rules = rules;
    this.#creditFor = creditFor;
    this.#now = now;
  }

  of(id: string): readonly RecordedConversion[] {
    return this.#hits.get(id) ?? [];
  }

  /** What changed of the conversions that were counted before this plan: when they mature is to be worked out anew. */
  get changed(): ChangedConversion[] {
    return [...this.#before].flatMap(([hit, { text, basis, maturesAt }]) => {
      if (hit.harvest === 0 && maturityBasis(hit) !== basis) hit.maturesAt = null;
      return JSON.stringify(hit) === text ? [] : [{ ...hit, maturesAtBefore: maturesAt }];
    });
  }

  /** Sorts first the event whose conversions count for most. */
  rank(id: string): number {
    return Math.min(3, ...this.of(id).map(rankOf));
  }

  move(from: string, to: string): void {
    const all = [...this.of(to), ...this.of(from)];
    joinHits(all, to);
    this.#hits.set(to, all);
    this.#hits.delete(from);
  }

  /** Whether an event may have this credit: nothing was counted by it, or something that is not settled yet. */
  mayCredit(event: StoredEvent, credit: Credit): boolean {
    const hits = this.of(event.id);
    return hits.length === 0 || hits.some((hit) => this.#isOpen(event, hit, event.credit, credit));
  }

  /** Until when a landing that becomes known may still change an event's credit; null when none may. */
  openUntil(event: StoredEvent): { until: number; windowDays: number } | null {
    const open = this.of(event.id).filter(
      (hit) => isUnsettled(hit, this.#now) && this.#now <= creditOpenUntil(hit, event.body.confirmedAt),
    );
    // What the one who has the first word named himself, no landing outweighs.
    const named = ({ credit }: RecordedConversion) =>
      /^(own_link|kept_landing)$/.test(credit.rule ?? '') &&
      !(credit.by === 'browser' && event.body.confirmedAt);
    if (open.every(named)) return null;
    return {
      until: Math.max(...open.map((hit) => creditOpenUntil(hit, event.body.confirmedAt))),
      windowDays: Math.max(...open.map((hit) => hit.credit.windowDays)),
    };
  }

  /** A server or shop confirms what lies in the archive, and says what it is worth; the credit it has is what it keeps. */
  confirmArchived(id: string, reports: Reports): void {
    for (const hit of this.of(id)) {
      const { shop, server } = reports;
      const told = shop ?? server;
      if (!told || !isUnsettled(hit, this.#now) || hit.confirmedBy !== null) continue;
      const { source, value, currency } = told.body;
      Object.assign(hit, {
        valueCents: value ?? null,
        currency: currency ?? null,
        valueBy: value === undefined ? null : source,
        confirmedBy: source,
      });
      if (hit.creatorId !== null && isOfTheOrder(told, hit.recordedAt)) hit.payableAt ??= this.#now;
    }
  }

  /** Counts an event for whatever it matches, and makes what was counted before what the event is by now. */
  convert(event: StoredEvent, returns: readonly OrderReturn[]): void {
    const { pages, receivedAt, ...said } = saleOf(event);
    for (const hit of this.of(event.id)) {
      if (isUnsettled(hit, this.#now)) this.#follow(hit, event, said, returns);
      else if (!hit.late) {
        hit.returnedLateCents = Math.max(0, returnedCents(hit, returns) - hit.returnedCents);
        this.#creditLater(hit, this.#creditFor(event, hit.credit.windowDays));
      }
    }
    for (const rule of this.#rules) {
      const applies = rule.accountId === event.accountId && rule.createdAt <= receivedAt;
      if (!applies || this.of(event.id).some((hit) => hit.conversionId === rule.id)) continue;
      const { value, currency } = event.body;
      if (!matches(rule, { name: event.name, pages, value, currency })) continue;
      const hit = newHit(event, rule.id, this.#creditFor(event, rule.attributionWindowDays), said, this.#now);
      this.#return(hit, returns);
      if (pays(hit, rule)) hit.payableAt = this.#now;
      this.added.push(hit);
      this.#hits.set(event.id, [...this.of(event.id), hit]);
      this.#tell('conversion.recorded', hit);
    }
  }

  #follow(hit: RecordedConversion, event: StoredEvent, said: SaidBy, returns: readonly OrderReturn[]): void {
    const [left, wasConfirmed] = [leftOf(hit), hit.confirmedBy !== null];
    if (setSale(hit, event, said)) this.#weigh(hit);
    this.#return(hit, returns);
    this.#credit(event, hit);
    if (wasConfirmed && leftOf(hit) < left) this.#tell('conversion.returned', hit);
  }

  /** What came back of it earns nothing, and neither does what is too little because of it. */
  #return(hit: RecordedConversion, returns: readonly OrderReturn[]): void {
    hit.returnedCents = returnedCents(hit, returns);
    const rule = this.#ruleOf(hit);
    const isTooLittle =
      rule && hit.returnedCents > 0 && !isWorthEnough(rule, { value: leftOf(hit), currency: hit.currency });
    hit.barred = isTooLittle || isAllReturned(hit, returns) ? 'returned' : null;
  }

  /** Its value is another one than before: it may be too little by now, or enough again. */
  #weigh(hit: RecordedConversion): void {
    const rule = this.#ruleOf(hit);
    if (rule) hit.dropped = !isWorthEnough(rule, { value: hit.valueCents, currency: hit.currency });
  }

  /** Whose a counted conversion is by what is known now; too late, it is only kept. */
  #credit(event: StoredEvent, hit: RecordedConversion): void {
    const credit = this.#creditFor(event, hit.credit.windowDays);
    const [was, is] = [whose(hit.credit), whose(credit)];
    if (!this.#isOpen(event, hit, hit.credit, credit)) this.#creditLater(hit, credit);
    else {
      setCredit(hit, credit);
      if (was !== is) this.#tell('conversion.credited', hit);
    }
    if (!pays(hit, this.#ruleOf(hit))) hit.payableAt = null;
    else if (hit.payableAt === null || was !== is) hit.payableAt = this.#now;
  }

  #creditLater(hit: RecordedConversion, credit: Credit): void {
    if (credit.rule === null || hit.rule !== null || hit.credit.late) return;
    const { rule, submission, campaign, creator, touchedAt } = credit;
    hit.credit = { ...hit.credit, late: { rule, submission, campaign, creator, touchedAt } };
  }

  /** For a day from its confirmation on, and for the word of a server or shop against a browser's until it is settled. */
  #isOpen(event: StoredEvent, hit: RecordedConversion, has: Credit | null, gets: Credit): boolean {
    if (!isUnsettled(hit, this.#now)) return false;
    return (
      this.#now <= creditOpenUntil(hit, event.body.confirmedAt) ||
      (has?.by === 'browser' && gets.by !== 'browser')
    );
  }

  #ruleOf(hit: RecordedConversion): ConversionRule | undefined {
    return this.#rules.find(({ id }) => id === hit.conversionId);
  }

  #tell(type: Exclude<OutboxEvent['type'], 'pixel.verified'>, hit: RecordedConversion): void {
    const data: Record<string, string> = { conversion: hit.conversionId, pixel_event: hit.eventId };
    if (hit.submissionId) data.submission = hit.submissionId;
    const id = newId('event', this.#now);
    this.outbox.push({ id, type, accountId: hit.accountId, creatorId: hit.creatorId, data });
  }
}

const leftOf = ({ valueCents, returnedCents }: RecordedConversion) => (valueCents ?? 0) - returnedCents;

const whose = ({ submission, campaign, creator }: Credit) => JSON.stringify([submission, campaign, creator]);

/** @param rule undefined for one that was archived meanwhile: what could be paid before it was still can. */
function pays(hit: RecordedConversion, rule: ConversionRule | undefined): boolean {
  if (hit.creatorId === null || hit.dropped || hit.barred !== null) return false;
  return hit.confirmedBy !== null || hit.payableAt !== null || (rule?.payBrowserEvents ?? false);
}
