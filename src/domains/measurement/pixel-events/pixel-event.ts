import * as z from 'zod';
import { iso, isoOrNull } from '../../../kit/time.ts';
import { recordExample } from '../../../resource/example.ts';
import { createdAt, id, ownId } from '../../../resource/fields.ts';
import { CREDIT_RULES, type LateCredit } from '../credit-targets/credit.ts';
import type { StoredEvent } from '../event-rules/plan-types.ts';
import { ABOUT, ABOUT_PLACE, clickIdFields, userFields } from './event-fields.ts';

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

/** The credit of an event, or of one of its counted conversions. */
export const credited = {
  submission: z
    .string()
    .nullable()
    .describe('The work whose link, landing or code led to it; null where it was none.'),
  campaign: z.string().nullable().describe('The campaign whose ad led to it; null where it was none.'),
  creator: z.string().nullable().describe('Who made the work, or has the code; null where nobody did.'),
};
export const rule = z
  .enum(CREDIT_RULES)
  .describe('They are tried in this order, and the first that finds something decides.');
export const decider = z.enum(['browser', 'server', 'shop']);
export const touchedAt = z.string().describe('When the credited landing or use of a code was.');

export const Credited = z.object({ rule, ...credited, touchedAt });

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

export type PixelEvent = z.output<typeof PixelEvent>;

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

export function presentCredit(credit: LateCredit | null | undefined): PixelEvent['credit'] {
  if (!credit?.rule) return null;
  const { rule, submission, campaign, creator, touchedAt } = credit;
  return { rule, submission, campaign, creator, touchedAt: iso(touchedAt!) };
}
