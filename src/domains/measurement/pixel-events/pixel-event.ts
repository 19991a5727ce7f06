import * as z from 'zod';
import { iso, isoOrNull } from '../../../kit/time.ts';
import { recordExample, widerExample } from '../../../resource/example.ts';
import { createdAt, id, ownId } from '../../../resource/fields.ts';
import type { RecordedConversion } from '../conversions/recorded-conversion.ts';
import { CREDIT_RULES, type Credit, type LateCredit, MISSES, type Miss } from '../credit-targets/credit.ts';
import { ABOUT, ABOUT_PLACE, clickIdFields, userFields } from './event-fields.ts';
import type { StoredEvent } from './plan-types.ts';

/** How long a visitor's IP address is kept. */
export const ADDRESS_MONTHS = 13;

export const Receipt = z
  .object({
    id: id('pixelEvent').nullable().describe('The event that stands for it; null when it is not stored.'),
    eventId: z.string().nullable().describe('As it was sent; null without one.'),
    status: z
      .enum(['accepted', 'duplicate', 'bot', 'excluded_country'])
      .describe(
        '`duplicate`: reported before, and what is new in it was added. `bot`: kept, not counted. `excluded_country`: not kept.',
      ),
  })
  .meta({ id: 'PixelEventReceipt' });
recordExample(Receipt, { id: 'pev_01k2d9q3v7h5m8r4t6w0x1y2z3', eventId: null, status: 'accepted' });

export type Receipt = z.output<typeof Receipt>;

const optional = () => z.string().optional();
const said = (field: keyof typeof ABOUT) => z.string().nullable().describe(ABOUT[field]);

/** What an event, or one of the conversions that it counts for, is credited to. */
const credited = {
  submission: z
    .string()
    .nullable()
    .describe('The work whose link, landing or code led to it; null where it was none.'),
  campaign: z.string().nullable().describe('The campaign whose ad led to it; null where it was none.'),
  creator: z.string().nullable().describe('Who made the work, or has the code; null where nobody did.'),
};
const rule = z
  .enum(CREDIT_RULES)
  .describe('They are tried in this order, and the first that finds something decides.');
const touchedAt = z.string().describe('When the credited landing or use of a code was.');

const Credited = z.object({ rule, ...credited, touchedAt });

export const PixelEvent = z
  .object({
    id: ownId('pixelEvent'),
    pixel: id('pixel').describe('Through which it came.'),
    name: z.string().describe('What the visitor did: a standard name, or one of your own.'),
    state: z
      .enum(['recorded', 'processed', 'merged'])
      .describe(
        '`recorded`: attribution is under way. `merged`: another event stands for it, see mergedInto.',
      ),
    source: z.enum(['browser', 'server', 'shop']).describe('Who reported it first.'),
    occurredAt: z.string().describe('When it happened. RFC 3339, UTC.'),
    confirmedAt: z
      .string()
      .nullable()
      .describe(
        'When a server or shop confirmed it; null while only a browser says so, which pays nothing by itself.',
      ),
    eventId: said('eventId'),
    orderId: said('orderId'),
    value: z.int().nullable().describe(ABOUT.value),
    currency: z.string().nullable().describe("The value's: ISO 4217, in lower case."),
    consent: z.enum(['granted', 'denied', 'unknown']).describe(ABOUT.consent),
    serviceId: said('serviceId'),
    campaign: said('campaign'),
    attributionId: said('attributionId'),
    clickId: said('clickId'),
    landedAt: said('landedAt'),
    pageUrl: z.string().nullable().describe('The page that it happened on.'),
    actionSource: said('actionSource'),
    properties: z
      .object({
        productId: optional().describe(ABOUT.productId),
        quantity: z.number().optional().describe(ABOUT.quantity),
        variantId: optional().describe(ABOUT.variantId),
        contents: z
          .array(
            z.object({
              id: z.string().describe(ABOUT.productId),
              quantity: z.number().optional().describe(ABOUT.quantity),
              price: z.int().optional().describe(ABOUT.price),
            }),
          )
          .optional()
          .describe(ABOUT.contents),
        custom: z.record(z.string(), z.unknown()).optional().describe(ABOUT.custom),
      })
      .nullable()
      .describe(ABOUT.properties),
    user: z.object(userFields(true, optional)).nullable().describe('SHA-256 hashes; null without consent.'),
    clickIds: z.object(clickIdFields(optional)).nullable().describe(ABOUT.clickIds),
    ipAddress: z.string().nullable().describe("The visitor's; null without consent, and after 13 months."),
    userAgent: said('userAgent'),
    inAppBrowser: z
      .string()
      .nullable()
      .describe(
        'The app whose own browser it was: instagram, tiktok, facebook or snapchat; null for any other.',
      ),
    bot: z.boolean().describe('What a bot does is kept, but neither credited nor counted.'),
    location: z
      .object({
        country: optional().describe(ABOUT_PLACE.country),
        region: optional().describe(ABOUT_PLACE.region),
        city: optional().describe(ABOUT_PLACE.city),
        postalCode: optional().describe(ABOUT_PLACE.postalCode),
      })
      .nullable()
      .describe(ABOUT.location),
    creatorCode: said('creatorCode'),
    discountCode: said('discountCode'),
    credit: Credited.nullable().describe(
      'To whom it is credited with a window of 30 days; null while nobody is. Conversions have credits of their own.',
    ),
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
    rule,
    outcome: z
      .enum(['credited', 'missed', 'not_tried'])
      .describe('`not_tried`: a rule before it decided, or none was tried.'),
    reason: z.string().describe('Why, in words for people.'),
  }),
);
const windowDays = z.number().describe('How many days may lie between the landing and the event.');

export const ExplainedPixelEvent = PixelEvent.extend({
  mergedInto: id('pixelEvent')
    .nullable()
    .describe(
      'The event that stands for this one since both proved to be the same; null for one that stands for itself.',
    ),
  attribution: z
    .object({
      windowDays,
      steps: Steps.describe('What each rule found.'),
      lateTouches: z
        .array(
          z.object({
            submission: credited.submission,
            campaign: credited.campaign,
            touchedAt: z.string().describe('When that landing was.'),
            pixelEvent: z.string().describe('The event of that landing.'),
          }),
        )
        .describe('Earlier landings that became known too late: they change nothing any more.'),
    })
    .describe('How the credit of the event itself was found.'),
  conversions: z
    .array(
      z.object({
        conversion: id('conversion').describe('What it counted for.'),
        recordedAt: z.string().describe('When it was counted. RFC 3339, UTC.'),
        windowDays,
        rule: rule.nullable(),
        ...credited,
        touchedAt: touchedAt.nullable(),
        steps: Steps.describe("How this conversion's own window led to its credit."),
        payableAt: z
          .string()
          .nullable()
          .describe(
            'Since when it can earn: credited to a creator, and confirmed where it has to be. Null before.',
          ),
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
