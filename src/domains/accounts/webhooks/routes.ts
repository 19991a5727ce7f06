import * as z from 'zod';
import { accepted, access, defineRoute, listed, ok } from '../../../http/define-route.ts';
import { pathId } from '../../../resource/fields.ts';
import { listQuery } from '../../../resource/list-page.ts';
import { createTestEvent } from './create-test-event.ts';
import { Event, EventWithAttempts, eventFilters, TestEventCreate } from './event.ts';
import { getEvent, listEvents } from './get-event.ts';
import { redeliverEvent } from './redeliver-event.ts';

// An event list belongs to the key, whichever account or creator the key acts as.
const ANYONE = ['account', 'creator'] as const;

export const webhookRoutes = [
  defineRoute({
    operationId: 'listEvents',
    method: 'GET',
    path: '/v1/events',
    tag: 'Events',
    summary: "List the events sent to the key's webhook",
    description:
      'Only events from while the key had a webhook URL. Kept 90 days. With `type` or `subject` a page may hold few events, or none, and still have a `nextCursor`: go on until it is null.',
    access: access.reads(ANYONE),
    query: z.strictObject({ ...listQuery, ...eventFilters }),
    output: Event,
    list: true,
    status: [200],
    errors: [],
    handle: async (ctx, { query }) => listed(await listEvents(ctx, ctx.actor.callerId, query)),
  }),
  defineRoute({
    operationId: 'getEvent',
    method: 'GET',
    path: '/v1/events/:id',
    tag: 'Events',
    summary: 'Get an event with the attempts to deliver it',
    access: access.reads(ANYONE),
    params: pathId,
    output: EventWithAttempts,
    status: [200],
    errors: ['not_found'],
    handle: async (ctx, { params }) => ok(await getEvent(ctx, ctx.actor.callerId, params.id)),
  }),
  defineRoute({
    operationId: 'redeliverEvent',
    method: 'POST',
    path: '/v1/events/:id/redeliveries',
    tag: 'Events',
    summary: "Send an event to the key's webhook again",
    description: 'Delivered, failed or waiting: it is sent now, and retried for three days from now.',
    access: access.writes(ANYONE),
    params: pathId,
    output: Event,
    status: [202],
    errors: ['not_found', 'conflict', 'operation_rejected'],
    handle: async (ctx, { params }) => accepted(await redeliverEvent(ctx, ctx.actor.callerId, params.id)),
  }),
  defineRoute({
    operationId: 'createTestEvent',
    method: 'POST',
    path: '/v1/keys/current/test-events',
    tag: 'Events',
    summary: "Send a sample event to the key's webhook",
    description: 'The IDs in its data are made up.',
    access: access.writes(ANYONE),
    body: TestEventCreate,
    output: Event,
    status: [202],
    errors: ['not_found', 'operation_rejected'],
    handle: async (ctx, { body }) => accepted(await createTestEvent(ctx, ctx.actor.callerId, body.type)),
  }),
];
