import * as z from 'zod';
import { accepted, access, defineRoute, listed, ok } from '../../../http/define-route.ts';
import { readAs } from '../../../resource/field-issues.ts';
import { pathId } from '../../../resource/fields.ts';
import { listQuery } from '../../../resource/list-page.ts';
import {
  createEventBatch,
  EventBatch,
  EventBatchInput,
  MAX_BATCH_BYTES,
  type ReadEvent,
} from './create-event-batch.ts';
import { createPixelEvent } from './create-pixel-event.ts';
import { PixelEventInput } from './event-input.ts';
import { ExplainedPixelEvent } from './explained-event.ts';
import { getPixelEvent, listPixelEvents } from './get-pixel-event.ts';
import { PixelEvent, Receipt } from './pixel-event.ts';

const MAX_EVENT_BYTES = 64 * 1024;

function readEvent(given: unknown): ReadEvent {
  const read = readAs(PixelEventInput, given);
  if ('data' in read) return { event: read.data };
  return { issues: read.issues, eventId: (given as { eventId?: unknown } | null)?.eventId };
}

export const pixelEventRoutes = [
  defineRoute({
    operationId: 'createPixelEvent',
    method: 'POST',
    path: '/v1/pixels/:id/events',
    tag: 'Pixels',
    summary: 'Send an event from your own server',
    description:
      'Answers once the event is recorded. `eventId` (and for purchases `orderId`) makes a repeat harmless. Report an order again with a later `occurredAt` to edit it, and what came back of it as `refund` with `orderId`, an `eventId` of its own and the `value` (none: all of it).',
    access: access.writes(),
    params: pathId,
    body: PixelEventInput,
    bodyLimit: MAX_EVENT_BYTES,
    output: Receipt,
    status: [202],
    errors: ['not_found', 'gone'],
    idempotency: { none: 'eventId makes a repeat harmless' },
    handle: async (ctx, { params, body }) => accepted(await createPixelEvent(ctx, params.id, body)),
  }),
  defineRoute({
    operationId: 'createEventBatch',
    method: 'POST',
    path: '/v1/pixels/:id/event-batches',
    tag: 'Pixels',
    summary: 'Send many events from your own server at once',
    description:
      'Up to 500 events in 1 MiB, each as the body of a single one. Answers once they are recorded, with a receipt or an error for each: a bad one costs no other.',
    access: access.writes(),
    params: pathId,
    body: EventBatchInput,
    bodyLimit: MAX_BATCH_BYTES,
    output: EventBatch,
    status: [202],
    errors: ['not_found', 'gone'],
    idempotency: { none: 'the eventId of each event makes a repeat harmless' },
    handle: async (ctx, { params, body }) =>
      accepted(await createEventBatch(ctx, params.id, body.events.map(readEvent))),
  }),
  defineRoute({
    operationId: 'listPixelEvents',
    method: 'GET',
    path: '/v1/pixel-events',
    tag: 'Pixels',
    summary: 'List events, newest first',
    description:
      'Plain page views stay in the list for 7 days, all others for 90; GET by ID finds them afterwards too.',
    access: access.reads(),
    query: z.strictObject({
      pixel: z.string().min(1).max(64).optional(),
      name: z.string().min(1).max(64).optional(),
      orderId: z.string().min(1).max(200).optional(),
      eventId: z.string().min(1).max(200).optional(),
      conversion: z.string().min(1).max(64).optional().describe('What it was counted for.'),
      submission: z.string().min(1).max(64).optional().describe('Which submission it is credited to.'),
      creator: z.string().min(1).max(64).optional().describe('Which creator it is credited to.'),
      source: z.enum(['browser', 'server', 'shop']).optional(),
      state: z.enum(['recorded', 'processed', 'merged']).optional(),
      ...listQuery,
    }),
    output: PixelEvent,
    list: true,
    status: [200],
    errors: [],
    handle: async (ctx, { query }) => listed(await listPixelEvents(ctx, query)),
  }),
  defineRoute({
    operationId: 'getPixelEvent',
    method: 'GET',
    path: '/v1/pixel-events/:id',
    tag: 'Pixels',
    summary: 'Get an event with its attribution explained',
    access: access.reads(),
    params: pathId,
    output: ExplainedPixelEvent,
    status: [200],
    errors: ['not_found'],
    handle: async (ctx, { params }) => ok(await getPixelEvent(ctx, params.id)),
  }),
];
