// The vocabulary that pixel events and conversions share.
import * as z from 'zod';
import { MAX_EVENT_VALUE } from '../../../pixel/event-body.ts';

const STANDARD_EVENTS = [
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
      .regex(
        /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/,
        'Must be a standard name, such as purchase, or one of your own in snake_case.',
      )
      .max(64),
  ])
  .describe('A standard name, or one of your own in snake_case.');

/** In cents; limited, so that sums stay exact. */
export const EventValue = z.int().min(0).max(MAX_EVENT_VALUE).describe('Cents.');
