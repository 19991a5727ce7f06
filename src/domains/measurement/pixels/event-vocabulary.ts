// What pixel events and the conversions that count them both speak of.
import * as z from 'zod';
import { isCurrency } from '../../../kit/iso-4217.ts';
import { MAX_EVENT_VALUE } from '../../../pixel/event-body.ts';

export const STANDARD_EVENTS = [
  'page_view',
  'view_content',
  'search',
  'add_to_cart',
  'begin_checkout',
  'purchase',
  'lead',
  'sign_up',
  'start_trial',
  'subscribe',
  'contact',
] as const;

export const EventName = z
  .union([
    z.enum(STANDARD_EVENTS),
    z
      .string()
      .regex(/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/)
      .max(64),
  ])
  .describe('A standard name, or one of your own in snake_case.');

/** ISO 4217, in either case; kept in lower case. */
export const EventCurrency = z
  .string()
  .regex(/^[A-Za-z]{3}$/)
  .transform((value) => value.toLowerCase())
  .refine(isCurrency, 'No currency of ISO 4217 that is in use, such as usd.')
  .meta({ override: { type: 'string', pattern: '^[A-Za-z]{3}$' } });

/** Cents; bounded, so that sums of them stay exact. */
export const EventValue = z.int().min(0).max(MAX_EVENT_VALUE).describe('Cents.');
