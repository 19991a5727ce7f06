// Operations on apps that only the pages call.
import * as z from 'zod';
import { defineOperation } from '../../../http/define-operation.ts';
import { access, created, listed, ok } from '../../../http/define-route.ts';
import { pathId } from '../../../resource/fields.ts';
import { AppAsSeen, AppCreate, AppUpdate } from './app.ts';
import { createApp } from './create-app.ts';
import { disconnectApp } from './disconnect-app.ts';
import { getApp, listApps } from './get-app.ts';
import { grantQuery, listGrants } from './list-grants.ts';
import { revokeApp } from './revoke-app.ts';
import { rotateAppSecret } from './rotate-app-secret.ts';
import { updateApp } from './update-app.ts';

export const appOperations = {
  listApps: defineOperation({
    operationId: 'listApps',
    access: access.people('read'),
    handle: async (ctx) => ok(await listApps(ctx)),
  }),
  getApp: defineOperation({
    operationId: 'getApp',
    access: access.people('read'),
    params: pathId,
    handle: async (ctx, { params }) => ok(await getApp(ctx, params.id)),
  }),
  createApp: defineOperation({
    operationId: 'createApp',
    access: access.people('write'),
    body: AppCreate,
    secrets: ['secret'],
    handle: async (ctx, { body }) => created(await createApp(ctx, body)),
  }),
  updateApp: defineOperation({
    operationId: 'updateApp',
    access: access.people('write'),
    params: pathId,
    body: AppUpdate,
    handle: async (ctx, { params, body }) => ok(await updateApp(ctx, params.id, body)),
  }),
  rotateAppSecret: defineOperation({
    operationId: 'rotateAppSecret',
    access: access.people('write'),
    params: pathId,
    body: AppAsSeen,
    secrets: ['secret'],
    handle: async (ctx, { params, body }) => ok(await rotateAppSecret(ctx, params.id, body)),
  }),
  revokeApp: defineOperation({
    operationId: 'revokeApp',
    access: access.people('write'),
    params: pathId,
    body: AppAsSeen,
    handle: async (ctx, { params, body }) => ok(await revokeApp(ctx, params.id, body)),
  }),
  listGrants: defineOperation({
    operationId: 'listGrants',
    list: true,
    access: access.people('read'),
    query: z.strictObject(grantQuery),
    handle: async (ctx, { query }) => listed(await listGrants(ctx, query)),
  }),
  // Read access is enough: this changes nothing of the account, and members may disconnect the apps that they
  // connected.
  disconnectApp: defineOperation({
    operationId: 'disconnectApp',
    access: access.people('read'),
    params: pathId,
    body: z.strictObject({ personId: z.string() }),
    handle: async (ctx, { params, body }) => ok(await disconnectApp(ctx, params.id, body.personId)),
  }),
};
