// Counted conversions of events, as plain values.
import { DAY_MS, day } from '../../../kit/time.ts';
import type { EventSource } from '../../../pixel/event-body.ts';
import type { Credit } from '../credit-targets/credit.ts';

/**
 * Why a counted conversion earns nothing: all of it was returned, or too little is left; the credited creator bought it; or
 * its account stopped the code that credits it.
 */
export const BARRED = ['returned', 'self_purchase', 'code_stopped'] as const;
type Barred = (typeof BARRED)[number];

/** A counted conversion of one event, as stored in its row. */
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
  /** The code that credits it. */
  code: string | null;
  source: EventSource;
  inAppBrowser: string | null;
  country: string | null;
  region: string | null;
  credit: Credit;
  payableAt: number | null;
  late: boolean;
  /** The source whose report decides the value; null when no report has one. */
  valueBy: EventSource | null;
  /** The source that confirmed it; null while only browsers have reported it. */
  confirmedBy: EventSource | null;
  /** Set when it no longer matches the conversion by what is known now. Such a row is not counted. */
  dropped: boolean;
  /** Cents that were refunded before it matured, and afterwards. */
  returnedCents: number;
  returnedLateCents: number;
  /** Why it earns nothing although it is counted. */
  barred: Barred | null;
  /** When pay is calculated from it; null until that date is set, and whenever it has to be set again. */
  maturesAt: number | null;
  /** How far the calculation of pay has come: see the table. From 1 on the row no longer changes. */
  harvest: number;
  /** When the shop's order was last read; null for a sale that no shop reported. */
  readAt: number | null;
  /** When the shop's order has to be read once more before it matures; null once it was. */
  lookAt: number | null;
}

/** The part of an event that its counted conversion copies. */
export interface CountedEvent {
  id: string;
  accountId: string;
  pixelId: string;
  /** In milliseconds. */
  occurredAt: number;
  body: {
    source: EventSource;
    /** In cents. */
    value?: number;
    currency?: string;
    inAppBrowser?: string;
    location?: { country?: string; region?: string };
    order?: { readAt: number };
  };
}

/** The source that decides the value, and the source that confirmed it. */
export type SaidBy = Pick<RecordedConversion, 'valueBy' | 'confirmedBy'>;

/** The change of a conversion's totals. */
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
  said: SaidBy,
  now: number,
): RecordedConversion {
  return {
    conversionId,
    eventId: event.id,
    groupId: event.id,
    accountId: event.accountId,
    pixelId: event.pixelId,
    recordedAt: now,
    ...saleOf(event),
    ...creditOf(credit),
    source: event.body.source,
    payableAt: null,
    late: false,
    ...said,
    dropped: false,
    returnedCents: 0,
    returnedLateCents: 0,
    barred: null,
    maturesAt: null,
    harvest: 0,
    lookAt: null,
  };
}

/** The columns that are copied from the sale. */
function saleOf({ occurredAt, body }: CountedEvent) {
  return {
    occurredAt,
    day: day(occurredAt),
    valueCents: body.value ?? null,
    // Without a value, the currency of whichever report came first says nothing.
    currency: body.value === undefined ? null : (body.currency ?? null),
    inAppBrowser: body.inAppBrowser ?? null,
    country: body.location?.country ?? null,
    region: body.location?.region ?? null,
    readAt: body.order?.readAt ?? null,
  };
}

function creditOf(credit: Credit) {
  return {
    credit,
    rule: credit.rule,
    submissionId: credit.submission,
    campaignId: credit.campaign,
    creatorId: credit.creator,
    code: credit.code ?? null,
  };
}

/** A shop's order is read once more before it matures, at the latest this long after it was made. */
export const LAST_LOOK_MS = 55 * DAY_MS;
/** How long a sale waits for the shop's order to be read once more. */
export const LOOK_WAIT_MS = 7 * DAY_MS;

/** Whether a counted conversion may still change: it has not been replaced by another row and has not matured. */
export function isUnsettled(hit: RecordedConversion, now: number): boolean {
  if (hit.late || hit.harvest !== 0) return false;
  const awaitsLook = hit.lookAt !== null && now < hit.lookAt + LOOK_WAIT_MS;
  return hit.maturesAt === null || now < hit.maturesAt || awaitsLook;
}

/** Whether a reading of the shop's order at that time is the one that the sale waits for. */
export function isLastLook({ lookAt }: RecordedConversion, readAt: number): boolean {
  return lookAt !== null && lookAt <= readAt;
}

/** The values that decide when a conversion matures. If one changes, the money domains decide again. */
export function maturityBasis(hit: RecordedConversion): string {
  const { occurredAt, valueCents, currency, rule, submissionId, campaignId, creatorId } = hit;
  const { payableAt, late, dropped, returnedCents, barred } = hit;
  return JSON.stringify([
    occurredAt,
    valueCents,
    currency,
    rule,
    submissionId,
    campaignId,
    creatorId,
    payableAt,
    late,
    dropped,
    returnedCents,
    barred,
  ]);
}

/** Updates a counted conversion from its event. @returns whether the value or currency changed. */
export function setSale(hit: RecordedConversion, event: CountedEvent, said: SaidBy): boolean {
  const { valueCents, currency } = hit;
  Object.assign(hit, saleOf(event), said);
  return hit.valueCents !== valueCents || hit.currency !== currency;
}

export function setCredit(hit: RecordedConversion, credit: Credit): void {
  Object.assign(hit, creditOf(credit));
}

/** How long after its confirmation a conversion can still be credited by information that arrives later. */
const CREDIT_OPEN_MS = DAY_MS;

/** Until when later information may change its credit. @param confirmedAt when its event was confirmed. */
export function creditOpenUntil({ recordedAt }: RecordedConversion, confirmedAt: number | undefined): number {
  return Math.max(recordedAt, confirmedAt ?? 0) + CREDIT_OPEN_MS;
}

/** Ranks payable conversions first, then credited ones, then the rest. */
export function rankOf(hit: RecordedConversion): number {
  if (hit.payableAt !== null) return 0;
  return hit.rule !== null ? 1 : 2;
}

/**
 * Moves the rows of events that turned out to be the same one to `groupId`. For each conversion the row that ranks
 * first by `rankOf` stays (if several do, the one counted first); the others are marked as late.
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

/** What a row adds to its conversion's totals: nothing when it is late or dropped. */
function weights(hit: RecordedConversion | undefined): [recorded: number, credited: number, paid: number] {
  if (!hit || hit.late || hit.dropped) return [0, 0, 0];
  return [1, hit.rule === null ? 0 : 1, hit.payableAt === null ? 0 : 1];
}

/** How new and changed rows change their conversions' totals. */
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
