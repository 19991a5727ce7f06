// Plans which conversions events count for: new counted conversions, and changes of existing ones.
import { newId } from '../../../kit/ids.ts';
import type { ChangedConversion } from '../conversions/interface.ts';
import {
  creditOpenUntil,
  isLastLook,
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
import { isOfTheOrder } from './claim.ts';
import { isAllReturned, type OrderReturn, returnedCents } from './order-return.ts';
import type { IsStopped, OutboxEvent, ShardState, StoredEvent } from './plan-types.ts';
import { confirmedBy, type Reports, saleOf } from './reports.ts';

/** Credits an event within a window of days. */
type CreditFor = (event: StoredEvent, windowDays: number) => Credit;

export class ConversionPlanner {
  readonly added: RecordedConversion[] = [];
  readonly outbox: OutboxEvent[] = [];
  readonly #hits: Map<string, RecordedConversion[]>;
  readonly #before: Map<RecordedConversion, { text: string; basis: string; maturesAt: number | null }>;
  readonly #rules: readonly ConversionRule[];
  readonly #creditFor: CreditFor;
  readonly #isStopped: IsStopped;
  readonly #now: number;

  /** @param state its counted conversions are copied, not changed. */
  constructor(
    { hits: stored, isStopped }: Pick<ShardState, 'hits' | 'isStopped'>,
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
    this.#isStopped = isStopped;
    this.#now = now;
  }

  of(id: string): readonly RecordedConversion[] {
    return this.#hits.get(id) ?? [];
  }

  /**
   * The counted conversions that this plan changes. Their maturity has to be scheduled again if a value that it depends
   * on has changed.
   */
  get changed(): ChangedConversion[] {
    return [...this.#before].flatMap(([hit, { text, basis, maturesAt }]) => {
      if (hit.harvest === 0 && maturityBasis(hit) !== basis) hit.maturesAt = null;
      if (hit.maturesAt === null || isLastLook(hit, hit.readAt ?? 0)) hit.lookAt = null;
      return JSON.stringify(hit) === text ? [] : [{ ...hit, maturesAtBefore: maturesAt }];
    });
  }

  /** The rank of an event: that of its best conversion, see rankOf; 3 without conversions. */
  rank(id: string): number {
    return Math.min(3, ...this.of(id).map(rankOf));
  }

  move(from: string, to: string): void {
    const all = [...this.of(to), ...this.of(from)];
    joinHits(all, to);
    this.#hits.set(to, all);
    this.#hits.delete(from);
  }

  /** Whether one of an event's sales waits for a reading of its shop's order at that time. */
  awaitsReading(id: string, readAt: number): boolean {
    return this.of(id).some((hit) => isLastLook(hit, readAt));
  }

  /** Whether an event may get this credit: nothing was counted for it yet, or something is still open. */
  mayCredit(event: StoredEvent, credit: Credit): boolean {
    const hits = this.of(event.id);
    return hits.length === 0 || hits.some((hit) => this.#isOpen(event, hit, event.credit, credit));
  }

  /** Until when a later landing may still change an event's credit; null when none may. */
  openUntil(event: StoredEvent): { until: number; windowDays: number } | null {
    const open = this.of(event.id).filter(
      (hit) => isUnsettled(hit, this.#now) && this.#now <= creditOpenUntil(hit, event.body.confirmedAt),
    );
    // A later landing cannot replace a link that the deciding source itself has sent.
    const named = ({ credit }: RecordedConversion) =>
      /^(own_link|kept_landing)$/.test(credit.rule ?? '') &&
      !(credit.by === 'browser' && (event.body.confirmedAt || event.body.order));
    if (open.every(named)) return null;
    return {
      until: Math.max(...open.map((hit) => creditOpenUntil(hit, event.body.confirmedAt))),
      windowDays: Math.max(...open.map((hit) => hit.credit.windowDays)),
    };
  }

  /** A server or shop confirms an archived event and decides its value. Its credit stays as it is. */
  confirmArchived(id: string, reports: Reports): void {
    for (const hit of this.of(id)) {
      const { shop, server } = reports;
      const told = shop ?? server;
      if (!told || !isUnsettled(hit, this.#now) || hit.confirmedBy !== null) continue;
      const { source, value, currency, order } = told.body;
      if (confirmedBy(reports) === null || order?.noSale) continue;
      Object.assign(hit, {
        valueCents: value ?? null,
        currency: value === undefined ? null : (currency ?? null),
        valueBy: value === undefined ? null : source,
        confirmedBy: source,
      });
      if (hit.creatorId !== null && hit.barred === null && isOfTheOrder(told, hit.recordedAt))
        hit.payableAt ??= this.#now;
    }
  }

  /** Refunds of an archived event. A shop's orders are left out, because they include their returns. */
  returnArchived(id: string, returns: readonly OrderReturn[]): void {
    for (const hit of this.of(id)) {
      if (hit.late || hit.valueBy === 'shop') continue;
      const left = (hit.valueCents ?? 0) - returnedCents(hit, returns);
      if (!isUnsettled(hit, this.#now)) hit.returnedLateCents = Math.max(0, leftOf(hit) - left);
      else {
        const { barred } = hit;
        this.#return(hit, returns);
        // Who bought it, and with which code, is in the archive as well: what bars it for that stays.
        if (barred !== 'returned') hit.barred ??= barred;
        if (hit.barred !== null) hit.payableAt = null;
        // The refund was of another order.
        else if (barred === 'returned' && hit.creatorId !== null && hit.confirmedBy !== null)
          hit.payableAt ??= this.#now;
      }
    }
  }

  /** Counts an event for every conversion that it matches, and updates what was counted before. */
  convert(event: StoredEvent, returns: readonly OrderReturn[]): void {
    const { pages, receivedAt, ...said } = saleOf(event);
    for (const hit of this.of(event.id)) {
      if (isUnsettled(hit, this.#now)) this.#follow(hit, event, said, returns);
      else if (!hit.late) {
        hit.returnedLateCents = Math.max(0, leftOf(hit) - leftNow(hit, event, returns));
        this.#creditLater(hit, this.#creditFor(event, hit.credit.windowDays));
      }
    }
    for (const rule of this.#rules) {
      const applies = rule.accountId === event.accountId && rule.createdAt <= receivedAt;
      if (
        !applies ||
        event.body.order?.noSale ||
        this.of(event.id).some((hit) => hit.conversionId === rule.id)
      )
        continue;
      const { value, currency } = event.body;
      if (!matches(rule, { name: event.name, pages, value, currency })) continue;
      const hit = newHit(event, rule.id, this.#creditFor(event, rule.attributionWindowDays), said, this.#now);
      this.#return(hit, returns);
      this.#bar(hit, event);
      if (pays(hit, rule, event)) hit.payableAt = this.#now;
      this.added.push(hit);
      this.#hits.set(event.id, [...this.of(event.id), hit]);
      this.#tell('conversion.recorded', hit);
    }
  }

  #follow(hit: RecordedConversion, event: StoredEvent, said: SaidBy, returns: readonly OrderReturn[]): void {
    const [left, wasConfirmed] = [leftOf(hit), hit.confirmedBy !== null];
    const isNewToShop = hit.valueBy !== 'shop' && event.body.order !== undefined;
    if (setSale(hit, event, said) || event.body.order) this.#weigh(hit, event);
    this.#return(hit, returns);
    this.#credit(event, hit, isNewToShop);
    if (wasConfirmed && leftOf(hit) < left) this.#tell('conversion.returned', hit);
  }

  /** Refunded amounts earn nothing, and neither does a remainder that is below the minimum value. */
  #return(hit: RecordedConversion, returns: readonly OrderReturn[]): void {
    hit.returnedCents = returnedCents(hit, returns);
    const rule = this.#ruleOf(hit);
    const isTooLittle =
      rule && hit.returnedCents > 0 && !isWorthEnough(rule, { value: leftOf(hit), currency: hit.currency });
    hit.barred = isTooLittle || isAllReturned(hit, returns) ? 'returned' : null;
  }

  /** The value changed, so it may now be below the minimum, or above it again. A shop may also say that it is no sale. */
  #weigh(hit: RecordedConversion, { body }: StoredEvent): void {
    const rule = this.#ruleOf(hit);
    if (body.order?.noSale) hit.dropped = true;
    else if (rule) hit.dropped = !isWorthEnough(rule, { value: hit.valueCents, currency: hit.currency });
  }

  /**
   * Updates the credit of a counted conversion. If it is too late for that, the credit is only recorded. A shop's first
   * report of the order is never too late: it may show that a browser's report does not belong to it.
   */
  #credit(event: StoredEvent, hit: RecordedConversion, isNewToShop: boolean): void {
    const credit = this.#creditFor(event, hit.credit.windowDays);
    const [was, is] = [whose(hit.credit), whose(credit)];
    if (!isNewToShop && !this.#isOpen(event, hit, hit.credit, credit)) this.#creditLater(hit, credit);
    else {
      setCredit(hit, credit);
      if (was !== is) this.#tell('conversion.credited', hit);
    }
    this.#bar(hit, event);
    if (!pays(hit, this.#ruleOf(hit), event)) hit.payableAt = null;
    else if (hit.payableAt === null || was !== is) hit.payableAt = this.#now;
  }

  /** What a creator buys with their own link or code is counted, and earns nothing. Neither does what a stopped code sells. */
  #bar(hit: RecordedConversion, { body }: StoredEvent): void {
    if (hit.creatorId !== null && body.buyers?.includes(hit.creatorId)) hit.barred = 'self_purchase';
    else if (hit.code !== null && this.#isStopped(hit.accountId, hit.code, hit.occurredAt))
      hit.barred ??= 'code_stopped';
  }

  #creditLater(hit: RecordedConversion, credit: Credit): void {
    if (credit.rule === null || hit.rule !== null || hit.credit.late) return;
    const { rule, submission, campaign, creator, touchedAt } = credit;
    hit.credit = { ...hit.credit, late: { rule, submission, campaign, creator, touchedAt } };
  }

  /**
   * Open for a day after its confirmation. Until it is settled, a server's word also replaces a browser's, and the credit
   * always follows the shop's.
   */
  #isOpen(event: StoredEvent, hit: RecordedConversion, has: Credit | null, gets: Credit): boolean {
    if (!isUnsettled(hit, this.#now)) return false;
    return (
      this.#now <= creditOpenUntil(hit, event.body.confirmedAt) ||
      (has?.by === 'browser' && gets.by !== 'browser') ||
      has?.by === 'shop' ||
      gets.by === 'shop'
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

/** What is left of a settled sale by what is known now. An edit of a shop's order may also have lowered its value. */
function leftNow(hit: RecordedConversion, { body }: StoredEvent, returns: readonly OrderReturn[]): number {
  const valueCents = body.order ? (body.value ?? 0) : hit.valueCents;
  return (valueCents ?? 0) - returnedCents({ ...hit, valueCents }, returns);
}

const whose = ({ submission, campaign, creator }: Credit) => JSON.stringify([submission, campaign, creator]);

/** @param rule undefined if the conversion was archived meanwhile. Rows that were payable before stay payable. */
function pays(hit: RecordedConversion, rule: ConversionRule | undefined, { body }: StoredEvent): boolean {
  if (hit.creatorId === null || hit.dropped || hit.barred !== null) return false;
  if (hit.confirmedBy !== null || rule?.payBrowserEvents) return true;
  // A shop may take a payment back.
  const isUnpaid = body.order !== undefined && rule !== undefined;
  return hit.payableAt !== null && !isUnpaid;
}
