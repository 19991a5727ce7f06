import * as z from 'zod';
import { isCountry } from '../../../kit/countries.ts';
import { invalidField } from '../../../kit/error.ts';
import { DAY_MS, MINUTE_MS } from '../../../kit/time.ts';
import type { IncomingEvent, PixelEventBody } from '../../../pixel/event-body.ts';
import { forgetVisitor } from '../../../pixel/forget-visitor.ts';
import { hashUser } from '../../../pixel/hash-user.ts';
import { bodyExample } from '../../../resource/example.ts';
import { Country, Currency, pageUrl } from '../../../resource/fields.ts';
import { Timestamp } from '../../../resource/list-page.ts';
import { EventName, EventValue } from '../pixels/event-vocabulary.ts';
import { ABOUT, ABOUT_PLACE, clickIdFields, userFields } from './event-fields.ts';

const MAX_EVENT_AGE_MS = 7 * DAY_MS;
/** How far a sender's clock may be ahead of ours. */
const CLOCK_SKEW_MS = 5 * MINUTE_MS;

/** A bounded string without lone surrogates, which JSON allows and databases refuse. */
const string = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .refine((value) => value.isWellFormed(), 'Not well-formed Unicode.');

export const PixelEventInput = z.object({
  name: EventName,
  occurredAt: Timestamp.optional().describe(
    'When it happened: within the last 7 days, now unless given. Of an order, give its own time: only what browsers said of it no earlier than an hour before is of it.',
  ),
  orderId: string(200).optional().describe(ABOUT.orderId),
  value: EventValue.optional().describe(ABOUT.value),
  currency: Currency.optional(),
  consent: z.enum(['granted', 'denied', 'unknown']).default('granted').describe(ABOUT.consent),
  serviceId: string(200).optional().describe(ABOUT.serviceId),
  campaign: string(200).optional().describe(ABOUT.campaign),
  attributionId: string(200).optional().describe(ABOUT.attributionId),
  clickId: string(512).optional().describe(ABOUT.clickId),
  eventId: string(200).optional().describe(ABOUT.eventId),
  pageUrl: pageUrl(4096)
    .optional()
    .describe(
      "The page that it happened on: the pixel's first domain unless given. A user name and password in it are dropped.",
    ),
  properties: z
    .object({
      productId: string(200).optional().describe(ABOUT.productId),
      quantity: z.number().optional().describe(ABOUT.quantity),
      variantId: string(200).optional().describe(ABOUT.variantId),
      contents: z
        .array(
          z.object({
            id: string(200).describe(ABOUT.productId),
            quantity: z.number().optional().describe(ABOUT.quantity),
            price: EventValue.optional().describe(ABOUT.price),
          }),
        )
        .max(200)
        .optional()
        .describe(ABOUT.contents),
      custom: z.record(z.string().max(200), z.unknown()).optional().describe(ABOUT.custom),
    })
    .optional()
    .describe(ABOUT.properties),
  actionSource: z
    .enum(['website', 'app', 'physical_store', 'phone_call', 'chat', 'email', 'system_generated', 'other'])
    .optional()
    .describe(ABOUT.actionSource),
  landedAt: Timestamp.optional().describe(ABOUT.landedAt),
  user: z
    .object(userFields(false, () => string(512).optional()))
    .optional()
    .describe('Hashed with SHA-256 on arrival; values that are hashes already are kept.'),
  clickIds: z
    .object(clickIdFields(() => string(512).optional()))
    .optional()
    .describe(ABOUT.clickIds),
  ipAddress: z.union([z.ipv4(), z.ipv6()]).optional().describe("The visitor's. It is kept for 13 months."),
  userAgent: string(2048).optional().describe(ABOUT.userAgent),
  creatorCode: string(200).optional().describe(ABOUT.creatorCode),
  discountCode: string(200).optional().describe(ABOUT.discountCode),
  location: z
    .object({
      country: Country.optional(),
      region: string(100).optional().describe(ABOUT_PLACE.region),
      city: string(200).optional().describe(ABOUT_PLACE.city),
      postalCode: string(20).optional().describe(ABOUT_PLACE.postalCode),
    })
    .optional()
    .describe(ABOUT.location),
});
bodyExample(PixelEventInput, 'PixelEventInput', {
  name: 'purchase',
  orderId: '1042',
  value: 4900,
  currency: 'usd',
});

/** A server's event as its schema parses it. */
export type ServerEvent = z.output<typeof PixelEventInput>;

/** Fields that would track a visitor, so they require consent. */
const NEEDS_CONSENT = ['serviceId', 'campaign', 'attributionId', 'clickId'] as const;

/** The visitor's country for the exclusion list: the event's location, or else the user's own country. */
export function countryOf(input: ServerEvent): string | null {
  const given = (input.location?.country ?? input.user?.country)?.trim().toUpperCase();
  return given !== undefined && isCountry(given) ? given : null;
}

/**
 * A server's event in the form that is stored. Personal data is hashed, or left out without consent.
 * Throws validation_failed for times outside the last 7 days and for links without consent.
 */
export function toIncomingEvent(
  input: ServerEvent,
  pixel: { id: string; domains: string[] },
  id: string,
  now: number,
): IncomingEvent {
  const consented = input.consent === 'granted';
  for (const field of NEEDS_CONSENT) {
    if (!consented && input[field] !== undefined) {
      throw invalidField(`/${field}`, `Leave it out when consent is ${input.consent}.`, 'needs_consent');
    }
  }
  const occurredAt = input.occurredAt === undefined ? now : Date.parse(input.occurredAt);
  if (occurredAt < now - MAX_EVENT_AGE_MS || occurredAt > now + CLOCK_SKEW_MS) {
    throw invalidField('/occurredAt', 'Must lie within the last 7 days.', 'out_of_range');
  }
  const landedAt = input.landedAt === undefined ? undefined : Date.parse(input.landedAt);
  if (landedAt !== undefined && landedAt > now + CLOCK_SKEW_MS) {
    throw invalidField('/landedAt', 'Must not lie in the future.', 'out_of_range');
  }
  const pageUrl = input.pageUrl ?? pixel.domains[0]!;
  const body: PixelEventBody = {
    source: 'server',
    consent: input.consent,
    confirmedAt: now,
    pageUrl,
    ...defined({
      eventId: input.eventId,
      orderId: input.orderId,
      value: input.value,
      currency: input.currency,
      serviceId: input.serviceId,
      campaign: input.campaign,
      attributionId: input.attributionId,
      clickId: input.clickId,
      landedAt: landedAt === undefined ? undefined : Math.min(landedAt, now),
      actionSource: input.actionSource,
      properties: input.properties as PixelEventBody['properties'],
      userAgent: input.userAgent,
      creatorCode: input.creatorCode,
      discountCode: input.discountCode,
      location: input.location as PixelEventBody['location'],
    }),
  };
  if (consented && input.user) body.user = hashUser(input.user);
  if (consented && input.clickIds) body.clickIds = defined(input.clickIds);
  if (!consented) forgetVisitor(body);
  if (isWithin(pageUrl, pixel.domains)) body.allowedOrigin = true;
  return {
    id,
    pixelId: pixel.id,
    name: input.name,
    occurredAt: Math.min(occurredAt, now),
    receivedAt: now,
    ipAddress: consented ? (input.ipAddress ?? null) : null,
    body,
  };
}

function defined<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
}

/** Whether a page is on one of the origins or on a subdomain of one. */
function isWithin(pageUrl: string, origins: string[]): boolean {
  const page = new URL(pageUrl);
  return origins.some((entry) => {
    const origin = new URL(entry);
    const sameHost = page.host === origin.host || page.host.endsWith(`.${origin.host}`);
    return page.protocol === origin.protocol && sameHost;
  });
}
