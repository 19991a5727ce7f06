import * as z from 'zod';
import { seesMoney } from '../../../auth/actor.ts';
import { defineOperation } from '../../../http/define-operation.ts';
import { accepted, access, listed, ok } from '../../../http/define-route.ts';
import { notFound } from '../../../kit/error.ts';
import { pathId } from '../../../resource/fields.ts';
import { listQuery } from '../../../resource/list-page.ts';
import { requireKnownKey } from '../keys/interface.ts';
import { createTestEvent } from './create-test-event.ts';
import { eventFilters, MONEY_EVENT_TYPES, TestEventCreate } from './event.ts';
import { getEvent, listEvents } from './get-event.ts';
import { redeliverEvent } from './redeliver-event.ts';

const OF_MONEY: ReadonlySet<string> = new Set(MONEY_EVENT_TYPES);

const keyAndEvent = pathId.extend({ key: pathId.shape.id });

/** The API's operations, for a person who looks at one of the account's keys. */
export const webhookOperations = {
  listEvents: defineOperation({
    operationId: 'listEvents',
    list: true,
    access: access.people('read'),
    params: pathId,
    query: z.strictObject({ ...listQuery, ...eventFilters }),
    handle: async (ctx, { params, query }) => {
      const without = seesMoney(ctx.actor) ? undefined : MONEY_EVENT_TYPES;
      const [page] = await Promise.all([
        listEvents(ctx, params.id, { ...query, without }),
        requireKnownKey(ctx, params.id),
      ]);
      return listed(page);
    },
  }),
  getEvent: defineOperation({
    operationId: 'getEvent',
    access: access.people('read'),
    params: keyAndEvent,
    handle: async (ctx, { params: { key, id } }) => {
      const [event] = await Promise.all([getEvent(ctx, key, id), requireKnownKey(ctx, key)]);
      if (!seesMoney(ctx.actor) && OF_MONEY.has(event.type)) throw notFound('event');
      return ok(event);
    },
  }),
  redeliverEvent: defineOperation({
    operationId: 'redeliverEvent',
    access: access.people('write'),
    params: keyAndEvent,
    handle: async (ctx, { params: { key, id } }) => accepted(await redeliverEvent(ctx, key, id)),
  }),
  createTestEvent: defineOperation({
    operationId: 'createTestEvent',
    access: access.people('write'),
    params: pathId,
    body: TestEventCreate,
    handle: async (ctx, { params, body }) => accepted(await createTestEvent(ctx, params.id, body.type)),
  }),
};
