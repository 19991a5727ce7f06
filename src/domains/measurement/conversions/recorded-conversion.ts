// Counted conversions of events, as plain values.
import { DAY_MS, day } from '../../../kit/time.ts';
import type { EventSource } from '../../../pixel/event-body.ts';
import type { Credit } from '../credit-targets/credit.ts';

/** A counted conversion of one event, as its row keeps it. */
export interface RecordedConversion {
  conversionId: string;
  eventId: string;
  groupId: string;
  accountId: string;
  pixelId: string;
  occurredAt: number;
  recordedAt: number;
  day: string;
  valueCents: number | null;
  currency: string | null;
  rule: string | null;
  submissionId: string | null;
  campaignId: string | null;
  creatorId: string | null;
  source: EventSource;
  inAppBrowser: string | null;
  country: string | null;
  region: string | null;
  credit: Credit;
  payableAt: number | null;
  late: boolean;
}

/** What a counted conversion takes over from its event. */
export interface CountedEvent {
  id: string;
  accountId: string;
  pixelId: string;
  /** Milliseconds. */
  occurredAt: number;
  body: {
    source: EventSource;
    /** Cents. */
    value?: number;
    currency?: string;
    inAppBrowser?: string;
    location?: { country?: string; region?: string };
  };
}

/** What an event says of the sale itself: a counted conversion takes it over, from a later report what it lacked. */
export type Sale = Pick<CountedEvent['body'], 'value' | 'currency' | 'inAppBrowser' | 'location'>;

/** How a conversion's totals move. */
export interface TotalsChange {
  conversionId: string;
  recorded: number;
  credited: number;
  paid: number;
}

/** @param now when it is counted, in milliseconds. */
export function newHit(
  event: CountedEvent,
  conversionId: string,
  credit: Credit,
  pays: boolean,
  now: number,
): RecordedConversion {
  const { body } = event;
  return {
    conversionId,
    eventId: event.id,
    groupId: event.id,
    accountId: event.accountId,
    pixelId: event.pixelId,
    occurredAt: event.occurredAt,
    recordedAt: now,
    day: day(event.occurredAt),
    valueCents: body.value ?? null,
    currency: body.currency ?? null,
    rule: credit.rule,
    submissionId: credit.submission,
    campaignId: credit.campaign,
    creatorId: credit.creator,
    source: body.source,
    inAppBrowser: body.inAppBrowser ?? null,
    country: body.location?.country ?? null,
    region: body.location?.region ?? null,
    credit,
    payableAt: pays ? now : null,
    late: false,
  };
}

/**
 * Fills what a counted conversion lacked with what a later report of its event says; what was said first stays.
 * @returns whether it learned anything.
 */
export function learn(hit: RecordedConversion, { value, currency, inAppBrowser, location }: Sale): boolean {
  const before = JSON.stringify(hit);
  // A value and its currency belong together, and so do a region and its country.
  if (hit.valueCents === null && value !== undefined) {
    hit.valueCents = value;
    hit.currency = currency ?? hit.currency;
  }
  hit.currency ??= currency ?? null;
  hit.inAppBrowser ??= inAppBrowser ?? null;
  hit.country ??= location?.country ?? null;
  if (hit.country === (location?.country ?? null)) hit.region ??= location?.region ?? null;
  return JSON.stringify(hit) !== before;
}

/** How long a counted conversion without credit may still get it. */
export const CREDIT_OPEN_MS = DAY_MS;

/** Whether a counted conversion has no credit and may still get it. */
export function isOpen(hit: RecordedConversion, now: number): boolean {
  return !hit.late && hit.rule === null && now <= hit.recordedAt + CREDIT_OPEN_MS;
}

/** Gives a counted conversion the credit that it lacked. What has a credit keeps it for good. */
export function giveCredit(hit: RecordedConversion, credit: Credit, pays: boolean, now: number): void {
  hit.credit = credit;
  hit.rule = credit.rule;
  hit.submissionId = credit.submission;
  hit.campaignId = credit.campaign;
  hit.creatorId = credit.creator;
  if (pays) hit.payableAt ??= now;
}

/** Sorts first what counts for most: what is payable, then what is credited, then the rest. */
export function rankOf(hit: RecordedConversion): number {
  if (hit.payableAt !== null) return 0;
  return hit.rule !== null ? 1 : 2;
}

/**
 * Makes the rows of several events that proved to be one those of `groupId`. For each conversion the row that counted
 * for most stays, by `rankOf`, then the one counted first; the rest are late.
 * @returns the rows that changed.
 */
export function joinHits(hits: RecordedConversion[], groupId: string): RecordedConversion[] {
  const order = (hit: RecordedConversion) =>
    `${hit.late ? 1 : 0}${rankOf(hit)} ${hit.recordedAt} ${hit.eventId}`;
  const standing = new Set<string>();
  const changed: RecordedConversion[] = [];
  for (const hit of [...hits].sort((a, b) => order(a).localeCompare(order(b)))) {
    const late = standing.has(hit.conversionId);
    standing.add(hit.conversionId);
    if (hit.groupId !== groupId || hit.late !== late) changed.push(hit);
    hit.groupId = groupId;
    hit.late = late;
  }
  return changed;
}

/** What a row adds to its conversion's totals: nothing once it is late. */
function weights(hit: RecordedConversion | undefined): [recorded: number, credited: number, paid: number] {
  if (!hit || hit.late) return [0, 0, 0];
  return [1, hit.rule === null ? 0 : 1, hit.payableAt === null ? 0 : 1];
}

/** How new and changed rows move the totals of their conversions. */
export function totalsOf(
  stored: Map<string, RecordedConversion[]>,
  changed: RecordedConversion[],
): TotalsChange[] {
  const name = (hit: RecordedConversion) => `${hit.conversionId} ${hit.eventId}`;
  const before = new Map([...stored.values()].flat().map((hit) => [name(hit), hit]));
  const totals = new Map<string, TotalsChange>();
  for (const hit of changed) {
    const was = weights(before.get(name(hit)));
    const is = weights(hit);
    const total = totals.get(hit.conversionId) ?? {
      conversionId: hit.conversionId,
      recorded: 0,
      credited: 0,
      paid: 0,
    };
    total.recorded += is[0] - was[0];
    total.credited += is[1] - was[1];
    total.paid += is[2] - was[2];
    totals.set(hit.conversionId, total);
  }
  return [...totals.values()];
}
