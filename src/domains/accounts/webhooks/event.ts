import * as z from 'zod';
import { EVENT_TYPE_NAMES } from '../../../events/catalogue.ts';
import { iso } from '../../../kit/time.ts';
import { bodyExample } from '../../../resource/example.ts';
import { createdAt, id } from '../../../resource/fields.ts';

const Delivery = z.enum(['pending', 'delivered', 'failed']);

export const eventFilters = {
  type: z.enum(EVENT_TYPE_NAMES).optional(),
  delivery: Delivery.optional(),
  subject: z
    .string()
    .regex(/^[a-z]{2,8}_[0-9a-z]{26}$/, 'Must be the ID of a record.')
    .optional()
    .describe("An ID that the event's data names."),
};

const OF_MONEY = /^(?:payment|payout|withdrawal)\.|^creator\.payouts_updated$/;

/** What a member who is neither owner nor admin does not see, as it sees no payments. */
export const MONEY_EVENT_TYPES = EVENT_TYPE_NAMES.filter((type) => OF_MONEY.test(type));

export const Event = z
  .object({
    id: id('event'),
    type: z.string().describe('resource.past_tense'),
    createdAt,
    account: id('account').nullable().describe('Null for an event about a creator alone.'),
    data: z.record(z.string(), z.string()).describe('IDs keyed by kind.'),
    delivery: Delivery,
  })
  .meta({ id: 'Event' });

export const EventWithAttempts = Event.extend({
  attempts: z
    .array(
      z.object({
        number: z.int().min(1),
        at: z.string().describe('When it began. RFC 3339, UTC.'),
        url: z.string(),
        status: z.int().nullable().describe('Null when no answer came.'),
        latencyMs: z.int(),
        error: z.string().nullable().describe('Null when the receiver took the event.'),
        body: z
          .string()
          .nullable()
          .describe(
            "The first 4 KiB of the receiver's answer; only its first words once the day's quota is used up.",
          ),
      }),
    )
    .describe('Oldest first; kept 30 days.'),
}).meta({ id: 'EventWithAttempts' });

export const TestEventCreate = z.object({
  type: z.enum(EVENT_TYPE_NAMES).default('conversion.recorded').describe('Default conversion.recorded.'),
});
bodyExample(TestEventCreate, 'TestEventCreate', { type: 'pixel.verified' });

export type Event = z.output<typeof Event>;
export type EventWithAttempts = z.output<typeof EventWithAttempts>;

/** An event on its way to one key. */
export interface SentEvent {
  id: string;
  type: string;
  accountId: string | null;
  creatorId: string | null;
  data: Record<string, string>;
  occurredAt: number;
  viaRoster: boolean;
  status: 'pending' | 'delivered' | 'failed';
}

/** The data as the receiver gets it: with the creator, where the partner's roster is why. */
export function sentData(event: Pick<SentEvent, 'data' | 'viaRoster' | 'creatorId'>): Record<string, string> {
  return event.viaRoster && event.creatorId !== null
    ? { ...event.data, creator: event.creatorId }
    : event.data;
}

export function presentEvent(event: SentEvent): Event {
  return {
    id: event.id,
    type: event.type,
    createdAt: iso(event.occurredAt),
    account: event.accountId,
    data: sentData(event),
    delivery: event.status,
  };
}
