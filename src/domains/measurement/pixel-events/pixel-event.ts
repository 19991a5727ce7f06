import * as z from 'zod';
import { iso, isoOrNull } from '../../../kit/time.ts';
import { recordExample, widerExample } from '../../../resource/example.ts';
import { createdAt, id } from '../../../resource/fields.ts';
import type { RecordedConversion } from '../conversions/recorded-conversion.ts';
import { CREDIT_RULES, type Credit, type LateCredit, MISSES, type Miss } from '../credit-targets/credit.ts';
import type { StoredEvent } from './plan-types.ts';

export const Receipt = z
  .object({
    id: id('pixelEvent').nullable().describe('The event that stands for it; null when it is not stored.'),
    eventId: z.string().nullable(),
    status: z.enum(['accepted', 'duplicate', 'bot', 'excluded_country']),
  })
  .meta({ id: 'PixelEventReceipt' });
recordExample(Receipt, { id: 'pev_01k2d9q3v7h5m8r4t6w0x1y2z3', eventId: null, status: 'accepted' });

export type Receipt = z.output<typeof Receipt>;

const strings = (...names: string[]) =>
  z.object(Object.fromEntries(names.map((name) => [name, z.string().optional()])));

const Credited = z.object({
  rule: z.enum(CREDIT_RULES),
  submission: z.string().nullable(),
  campaign: z.string().nullable(),
  creator: z.string().nullable(),
  touchedAt: z.string(),
});

export const PixelEvent = z
  .object({
    id: id('pixelEvent'),
    pixel: id('pixel'),
    name: z.string(),
    state: z.enum(['recorded', 'processed', 'merged']).describe('recorded: attribution is under way.'),
    source: z.enum(['browser', 'server', 'shop']),
    occurredAt: z.string(),
    confirmedAt: z.string().nullable().describe('When a server or shop confirmed it.'),
    eventId: z.string().nullable(),
    orderId: z.string().nullable(),
    value: z.int().nullable().describe('Cents.'),
    currency: z.string().nullable(),
    consent: z.enum(['granted', 'denied', 'unknown']),
    serviceId: z.string().nullable(),
    campaign: z.string().nullable(),
    attributionId: z.string().nullable(),
    clickId: z.string().nullable(),
    landedAt: z.string().nullable(),
    pageUrl: z.string().nullable(),
    actionSource: z.string().nullable(),
    properties: z
      .object({
        productId: z.string().optional(),
        quantity: z.number().optional(),
        variantId: z.string().optional(),
        contents: z
          .array(z.object({ id: z.string(), quantity: z.number().optional(), price: z.int().optional() }))
          .optional(),
        custom: z.record(z.string(), z.unknown()).optional(),
      })
      .nullable(),
    user: strings('email', 'phone', 'firstName', 'lastName', 'city', 'state', 'zip', 'country', 'externalId')
      .nullable()
      .describe('SHA-256 hashes.'),
    clickIds: strings('fbc', 'fbp', 'gclid', 'gbraid', 'wbraid', 'ttclid', 'ttp', 'sccid', 'scid').nullable(),
    ipAddress: z.string().nullable(),
    userAgent: z.string().nullable(),
    inAppBrowser: z.string().nullable(),
    bot: z.boolean(),
    location: strings('country', 'region', 'city', 'postalCode').nullable(),
    creatorCode: z.string().nullable(),
    discountCode: z.string().nullable(),
    credit: Credited.nullable(),
    createdAt,
  })
  .meta({ id: 'PixelEvent' });
recordExample(PixelEvent, {
  id: 'pev_01k2d9q3v7h5m8r4t6w0x1y2z3',
  pixel: 'pxl_01k2d9q3v7h5m8r4t6w0x1y2z3',
  name: 'purchase',
  state: 'recorded',
  source: 'server',
  occurredAt: '2026-08-10T09:30:00.000Z',
  confirmedAt: '2026-08-10T09:30:00.000Z',
  eventId: null,
  orderId: '1042',
  value: 4900,
  currency: 'usd',
  consent: 'granted',
  serviceId: null,
  campaign: null,
  attributionId: null,
  clickId: null,
  landedAt: null,
  pageUrl: 'https://shop.example.com/thanks',
  actionSource: null,
  properties: null,
  user: null,
  clickIds: null,
  ipAddress: null,
  userAgent: null,
  inAppBrowser: null,
  bot: false,
  location: null,
  creatorCode: null,
  discountCode: null,
  credit: null,
  createdAt: '2026-08-10T09:30:00.000Z',
});

const Steps = z.array(
  z.object({
    rule: z.enum(CREDIT_RULES),
    outcome: z.enum(['credited', 'missed', 'not_tried']),
    reason: z.string(),
  }),
);

export const ExplainedPixelEvent = PixelEvent.extend({
  mergedInto: id('pixelEvent')
    .nullable()
    .describe('The event that stands for this one since both proved to be the same.'),
  attribution: z.object({
    windowDays: z.number(),
    steps: Steps,
    lateTouches: z
      .array(
        z.object({
          submission: z.string().nullable(),
          campaign: z.string().nullable(),
          touchedAt: z.string(),
          pixelEvent: z.string(),
        }),
      )
      .describe('Earlier landings that became known too late: they change nothing any more.'),
  }),
  conversions: z
    .array(
      z.object({
        conversion: id('conversion'),
        recordedAt: z.string(),
        windowDays: z.number(),
        rule: z.enum(CREDIT_RULES).nullable(),
        submission: z.string().nullable(),
        campaign: z.string().nullable(),
        creator: z.string().nullable(),
        touchedAt: z.string().nullable(),
        steps: Steps.describe("How this conversion's own window led to its credit."),
        payableAt: z.string().nullable(),
        late: z.boolean().describe('Another row stands for this conversion: it is neither sent nor paid.'),
        lateCredit: Credited.nullable().describe(
          'Who would have been credited, had it been known within 24 hours. It is neither sent nor paid.',
        ),
      }),
    )
    .describe('What the event counted for. Each conversion has a credit of its own.'),
}).meta({ id: 'ExplainedPixelEvent' });
widerExample(ExplainedPixelEvent, PixelEvent, {
  mergedInto: null,
  attribution: {
    windowDays: 30,
    steps: [
      { rule: 'own_link', outcome: 'not_tried', reason: 'Attribution is under way.' },
      { rule: 'kept_landing', outcome: 'not_tried', reason: 'Attribution is under way.' },
      { rule: 'attribution_id', outcome: 'not_tried', reason: 'Attribution is under way.' },
      { rule: 'click_id', outcome: 'not_tried', reason: 'Attribution is under way.' },
      { rule: 'same_user', outcome: 'not_tried', reason: 'Attribution is under way.' },
      { rule: 'creator_code', outcome: 'not_tried', reason: 'Attribution is under way.' },
      { rule: 'discount_code', outcome: 'not_tried', reason: 'Attribution is under way.' },
    ],
    lateTouches: [],
  },
  conversions: [],
});

export type PixelEvent = z.output<typeof PixelEvent>;
export type ExplainedPixelEvent = z.output<typeof ExplainedPixelEvent>;

export interface LateTouch {
  submission: string | null;
  campaign: string | null;
  at: number;
  eventId: string;
}

export function presentPixelEvent(event: StoredEvent): PixelEvent {
  const { body, credit } = event;
  return {
    id: event.id,
    pixel: event.pixelId,
    name: event.name,
    state: event.state,
    source: body.source,
    occurredAt: iso(event.occurredAt),
    confirmedAt: isoOrNull(body.confirmedAt),
    eventId: body.eventId ?? null,
    orderId: body.orderId ?? null,
    value: body.value ?? null,
    currency: body.currency ?? null,
    consent: body.consent,
    serviceId: body.serviceId ?? body.landing?.serviceId ?? null,
    campaign: body.campaign ?? body.landing?.campaign ?? null,
    attributionId: body.attributionId ?? null,
    clickId: body.clickId ?? null,
    landedAt: isoOrNull(body.landedAt),
    pageUrl: body.pageUrl ?? null,
    actionSource: body.actionSource ?? null,
    properties: body.properties ?? null,
    user: (body.user as Record<string, string> | undefined) ?? null,
    clickIds: (body.clickIds as Record<string, string> | undefined) ?? body.landing?.clickIds ?? null,
    ipAddress: event.ipAddress,
    userAgent: body.userAgent ?? null,
    inAppBrowser: body.inAppBrowser ?? null,
    bot: body.bot ?? false,
    location: (body.location as Record<string, string> | undefined) ?? null,
    creatorCode: body.creatorCode ?? null,
    discountCode: body.discountCode ?? null,
    credit: presentCredit(credit),
    createdAt: iso(event.receivedAt),
  };
}

function presentCredit(credit: LateCredit | null | undefined): PixelEvent['credit'] {
  if (!credit?.rule) return null;
  const { rule, submission, campaign, creator, touchedAt } = credit;
  return { rule, submission, campaign, creator, touchedAt: iso(touchedAt!) };
}

/** The event with the way its credit was found, rule by rule. */
export function explainPixelEvent(
  event: StoredEvent,
  hits: RecordedConversion[],
  lateTouches: LateTouch[],
  mergedInto: string | null,
): ExplainedPixelEvent {
  return {
    ...presentPixelEvent(event),
    mergedInto,
    attribution: {
      windowDays: event.credit?.windowDays ?? 30,
      steps: stepsOf(event.credit, notTried(event)),
      lateTouches: lateTouches.map((touch) => ({
        submission: touch.submission,
        campaign: touch.campaign,
        touchedAt: iso(touch.at),
        pixelEvent: touch.eventId,
      })),
    },
    conversions: hits.map((hit) => ({
      conversion: hit.conversionId,
      recordedAt: iso(hit.recordedAt),
      windowDays: hit.credit.windowDays,
      rule: hit.credit.rule,
      submission: hit.submissionId,
      campaign: hit.campaignId,
      creator: hit.creatorId,
      touchedAt: isoOrNull(hit.credit.touchedAt),
      steps: stepsOf(hit.credit, null),
      payableAt: isoOrNull(hit.payableAt),
      late: hit.late,
      lateCredit: presentCredit(hit.credit.late),
    })),
  };
}

function notTried(event: StoredEvent): string | null {
  if (event.state === 'recorded') return 'Attribution is under way.';
  return event.body.bot ? 'A bot is not credited.' : null;
}

/** @param reason why no rule was tried at all. */
function stepsOf(credit: Credit | null, reason: string | null): z.output<typeof Steps> {
  return CREDIT_RULES.map((rule, index) => {
    if (reason !== null) return { rule, outcome: 'not_tried', reason };
    const miss = (credit?.trail[index] ?? (credit ? undefined : 'n')) as Miss | undefined;
    if (miss !== undefined) return { rule, outcome: 'missed', reason: MISSES[miss] };
    if (index === credit!.trail.length && credit!.rule) {
      return { rule, outcome: 'credited', reason: 'The last touch inside the window.' };
    }
    return { rule, outcome: 'not_tried', reason: 'An earlier rule credited the event.' };
  });
}
