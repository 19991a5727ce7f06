import * as z from 'zod';
import { defineOperation } from '../../../http/define-operation.ts';
import { access, created, listed, ok } from '../../../http/define-route.ts';
import { pathId } from '../../../resource/fields.ts';
import { listQuery } from '../../../resource/list-page.ts';
import { KeyChanges, KeyCreate, KeyRoll, KeyWebhook } from './account-key.ts';
import { createKey } from './create-key.ts';
import { getKey, listKeys } from './get-key.ts';
import { listKeyProblems, problemQuery } from './list-key-problems.ts';
import { revokeKey } from './revoke-key.ts';
import { rollKey } from './roll-key.ts';
import { updateKey } from './update-key.ts';
import { updateKeyWebhook } from './update-key-webhook.ts';

export const keyOperations = {
  listKeys: defineOperation({
    operationId: 'listKeys',
    list: true,
    access: access.people('read'),
    query: z.strictObject({ ...listQuery, status: z.enum(['active', 'revoked']).default('active') }),
    handle: async (ctx, { query }) => listed(await listKeys(ctx, query)),
  }),
  getKey: defineOperation({
    operationId: 'getKey',
    access: access.people('read'),
    params: pathId,
    handle: async (ctx, { params }) => ok(await getKey(ctx, params.id)),
  }),
  listKeyProblems: defineOperation({
    operationId: 'listKeyProblems',
    list: true,
    access: access.people('read'),
    params: pathId,
    query: z.strictObject(problemQuery),
    handle: async (ctx, { params, query }) => listed(await listKeyProblems(ctx, params.id, query)),
  }),
  createKey: defineOperation({
    operationId: 'createKey',
    access: access.people('write'),
    body: KeyCreate,
    secrets: ['secret', 'webhookSecret'],
    handle: async (ctx, { body }) => created(await createKey(ctx, body)),
  }),
  updateKey: defineOperation({
    operationId: 'updateKey',
    access: access.people('write'),
    params: pathId,
    body: KeyChanges,
    handle: async (ctx, { params, body }) => ok(await updateKey(ctx, params.id, body)),
  }),
  updateKeyWebhook: defineOperation({
    operationId: 'updateKeyWebhook',
    access: access.people('write'),
    params: pathId,
    body: KeyWebhook,
    secrets: ['webhookSecret'],
    handle: async (ctx, { params, body }) => ok(await updateKeyWebhook(ctx, params.id, body)),
  }),
  rollKey: defineOperation({
    operationId: 'rollKey',
    access: access.people('write'),
    params: pathId,
    body: KeyRoll,
    secrets: ['secret'],
    handle: async (ctx, { params, body }) => ok(await rollKey(ctx, params.id, body)),
  }),
  revokeKey: defineOperation({
    operationId: 'revokeKey',
    access: access.people('write'),
    params: pathId,
    handle: async (ctx, { params }) => ok(await revokeKey(ctx, params.id)),
  }),
};
