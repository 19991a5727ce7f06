import * as z from 'zod';
import { EVENT_TYPE_NAMES } from '../../../events/catalogue.ts';
import { iso } from '../../../kit/time.ts';
import { bodyExample, recordExample, widerExample } from '../../../resource/example.ts';
import { createdAt, id, ownId } from '../../../resource/fields.ts';

const Delivery = z
  .enum(['pending', 'delivered', 'failed'])
  .describe(
    'How far it is on its way to this key. `pending`: another attempt follows. `failed`: none does, unless you ask for a redelivery.',
  );

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

/** Event types about money, which only owners and admins see. Other members see no payments either. */
export const MONEY_EVENT_TYPES = EVENT_TYPE_NAMES.filter((type) => OF_MONEY.test(type));

export const Event = z
  .object({
    id: ownId('event'),
    type: z.string().describe('What happened, as resource.past_tense.'),
    createdAt,
    account: id('account').nullable().describe('Null for an event about a creator alone.'),
    data: z
      .record(z.string(), z.string())
      .describe('The records it is about: their IDs, keyed by kind. Read them for what they are now.'),
    delivery: Delivery,
  })
  .meta({ id: 'Event' });
recordExample(Event, {
  id: 'evt_01k2d9q3v7h5m8r4t6w0x1y2z3',
  type: 'submission.approved',
  createdAt: '2026-08-10T09:30:00.000Z',
  account: 'acct_01k2d9q3v7h5m8r4t6w0x1y2z3',
  data: { program: 'prog_01k2d9q3v7h5m8r4t6w0x1y2z3', submission: 'sub_01k2d9q3v7h5m8r4t6w0x1y2z3' },
  delivery: 'delivered',
});

export const EventWithAttempts = Event.extend({
  attempts: z
    .array(
      z.object({
        number: z.int().min(1).describe('From 1 on; a redelivery goes on counting.'),
        at: z.string().describe('When it began. RFC 3339, UTC.'),
        url: z.string().describe('Where it was sent: the URL of the key at that moment.'),
        status: z.int().nullable().describe('Null when no answer came.'),
        latencyMs: z.int().describe('Milliseconds until the whole answer was read, or until the error.'),
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
widerExample(EventWithAttempts, Event, {
  attempts: [
    {
      number: 1,
      at: '2026-08-10T09:30:01.000Z',
      url: 'https://hooks.example.com/in',
      status: 200,
      latencyMs: 84,
      error: null,
      body: 'ok',
    },
  ],
});

export const TestEventCreate = z.object({
  type: z.enum(EVENT_TYPE_NAMES).default('conversion.recorded').describe('Default conversion.recorded.'),
});
bodyExample(TestEventCreate, 'TestEventCreate', { type: 'pixel.verified' });

export type Event = z.output<typeof Event>;
export type EventWithAttempts = z.output<typeof EventWithAttempts>;

/** An event with its delivery to one key. */
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

/**
 * The data as the receiver gets it. It names the creator when the receiver gets the event because of a partner's
 * roster.
 */
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
