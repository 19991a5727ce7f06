// Counted conversions of events, as plain values.
import { DAY_MS, day } from '../../../kit/time.ts';
import type { EventSource } from '../../../pixel/event-body.ts';
import type { Credit } from '../credit-targets/credit.ts';

/** Why a conversion that counts earns nothing: nothing, or too little, is left of it. */
export const BARRED = ['returned'] as const;
type Barred = (typeof BARRED)[number];

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
  /** Whose report says what it is worth; null when none does. */
  valueBy: EventSource | null;
  /** Who confirmed it; null while browsers alone say so. */
  confirmedBy: EventSource | null;
  /** By what is known now it does not match the conversion any more, so it is not counted any more. */
  dropped: boolean;
  /** Cents that came back before it matured, and after. */
  returnedCents: number;
  returnedLateCents: number;
  /** Why it earns nothing though it counts. */
  barred: Barred | null;
  /** When it is taken for pay; null while that is not worked out, or is to be worked out anew. */
  maturesAt: number | null;
  /** What became of it for pay: see the table. From 1 on nothing of it changes. */
  harvest: number;
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

/** Whose word decides what it is worth, and who vouches for it. */
export type SaidBy = Pick<RecordedConversion, 'valueBy' | 'confirmedBy'>;

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
  };
}

/** What a counted conversion takes over of the sale itself. */
function saleOf({ occurredAt, body }: CountedEvent) {
  return {
    occurredAt,
    day: day(occurredAt),
    valueCents: body.value ?? null,
    currency: body.currency ?? null,
    inAppBrowser: body.inAppBrowser ?? null,
    country: body.location?.country ?? null,
    region: body.location?.region ?? null,
  };
}

function creditOf(credit: Credit) {
  return {
    credit,
    rule: credit.rule,
    submissionId: credit.submission,
    campaignId: credit.campaign,
    creatorId: credit.creator,
  };
}

/** Whether anything of a counted conversion may still change: it stands, and has not matured. */
export function isUnsettled(hit: RecordedConversion, now: number): boolean {
  return !hit.late && hit.harvest === 0 && (hit.maturesAt === null || now < hit.maturesAt);
}

/** What decides when a conversion matures, and what is told of it until then. */
export function maturityBasis(hit: RecordedConversion): string {
  const { occurredAt, valueCents, currency, rule, submissionId, campaignId, creatorId } = hit;
  const { payableAt, late, dropped, returnedCents } = hit;
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
  ]);
}

/** Makes a counted conversion the sale that its event is by now. @returns whether its value is another one than before. */
export function setSale(hit: RecordedConversion, event: CountedEvent, said: SaidBy): boolean {
  const { valueCents, currency } = hit;
  Object.assign(hit, saleOf(event), said);
  return hit.valueCents !== valueCents || hit.currency !== currency;
}

export function setCredit(hit: RecordedConversion, credit: Credit): void {
  Object.assign(hit, creditOf(credit));
}

/** For how long a counted conversion, once it is confirmed, may still get a credit from what becomes known. */
const CREDIT_OPEN_MS = DAY_MS;

/** Until when something that becomes known may change its credit. @param confirmedAt when its event was confirmed. */
export function creditOpenUntil({ recordedAt }: RecordedConversion, confirmedAt: number | undefined): number {
  return Math.max(recordedAt, confirmedAt ?? 0) + CREDIT_OPEN_MS;
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

/** What a row adds to its conversion's totals: nothing once it is late, or no longer counted. */
function weights(hit: RecordedConversion | undefined): [recorded: number, credited: number, paid: number] {
  if (!hit || hit.late || hit.dropped) return [0, 0, 0];
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
