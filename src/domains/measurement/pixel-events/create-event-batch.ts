import * as z from 'zod';
import type { Ctx } from '../../../context.ts';
import { AppError, type FieldIssue } from '../../../kit/error.ts';
import { bodyExample, recordExample } from '../../../resource/example.ts';
import type { ServerEvent } from './event-input.ts';
import { Receipt } from './pixel-event.ts';
import { recordServerEvents } from './record-server-events.ts';

const MAX_BATCH_EVENTS = 500;
export const MAX_BATCH_BYTES = 1024 * 1024;

/** Accepts anything, because an entry that is not even an object must only fail that entry. */
const Entry = z.unknown().meta({
  override: {
    type: 'object',
    propertyNames: { type: 'string' },
    additionalProperties: {},
    description: 'An event as PixelEventInput describes it.',
  },
});

/** Each event is validated by itself, so that a bad one does not fail the others. */
export const EventBatchInput = z.object({
  events: z
    .array(Entry)
    .min(1)
    .max(MAX_BATCH_EVENTS)
    .describe('Each is read by itself, so that a bad one costs no other.'),
});
bodyExample(EventBatchInput, 'EventBatchInput', {
  events: [
    { name: 'purchase', orderId: '1042', value: 4900, currency: 'usd' },
    { name: 'purchase', orderId: '1043', value: 2500, currency: 'usd' },
  ],
});

export const EventBatch = z
  .object({
    receipts: z
      .array(
        Receipt.extend({
          status: z
            .enum([...Receipt.shape.status.options, 'refused'])
            .describe('What became of it: `refused` is not kept, see its error.'),
          error: z
            .object({
              code: z.string().describe('As of a refused request. Read this one in programs.'),
              message: z.string().describe('For people; its wording may change.'),
              details: z
                .array(
                  z.object({
                    path: z.string().describe('A JSON pointer that begins at the event.'),
                    message: z.string().describe('What is wrong there, for people.'),
                    code: z.string().describe('The rule that was broken.'),
                  }),
                )
                .describe('All that is wrong with it.'),
            })
            .nullable()
            .describe('Why it was refused; null for one that was not.'),
        }).meta({ id: 'PixelEventBatchReceipt' }),
      )
      .describe('One for each event, in their order.'),
  })
  .meta({ id: 'PixelEventBatch' });
recordExample(EventBatch, {
  receipts: [
    { id: 'pev_01k2d9q3v7h5m8r4t6w0x1y2z3', eventId: null, status: 'accepted', error: null },
    {
      id: null,
      eventId: null,
      status: 'refused',
      error: {
        code: 'validation_failed',
        message: 'The event is not valid.',
        details: [{ path: '/occurredAt', message: 'Must lie within the last 7 days.', code: 'out_of_range' }],
      },
    },
  ],
});

export type EventBatch = z.output<typeof EventBatch>;

/** The result of validating an event: the parsed event, or its problems. */
export type ReadEvent = { event: ServerEvent } | { issues: FieldIssue[]; eventId: unknown };

/** Accepts many events from a brand's server. A problem with one event is reported for that event only. */
export async function createEventBatch(ctx: Ctx, pixelId: string, read: ReadEvent[]): Promise<EventBatch> {
  const good = read.flatMap((one) => ('event' in one ? [one.event] : []));
  const outcomes = (await recordServerEvents(ctx, pixelId, good)).values();
  const receipts = read.map((one) => {
    if ('issues' in one) return refused(one.issues, one.eventId);
    const outcome = outcomes.next().value!;
    if (outcome instanceof AppError) return refused(outcome.details as FieldIssue[], one.event.eventId);
    return { ...outcome, error: null };
  });
  return { receipts };
}

function refused(details: FieldIssue[], eventId: unknown): EventBatch['receipts'][number] {
  return {
    id: null,
    eventId: typeof eventId === 'string' ? eventId.slice(0, 200) : null,
    status: 'refused',
    error: { code: 'validation_failed', message: 'The event is not valid.', details },
  };
}
