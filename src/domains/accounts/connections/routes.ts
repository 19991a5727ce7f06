import * as z from 'zod';
import { readBytes } from '../../../http/body.ts';
import { definePage } from '../../../http/define-page.ts';
import { access, created, defineRoute, listed, ok } from '../../../http/define-route.ts';
import { pathId } from '../../../resource/fields.ts';
import { listQuery } from '../../../resource/list-page.ts';
import {
  Choices,
  Connection,
  ConnectionCreate,
  ConnectionSetup,
  ConnectionStart,
  ConnectionUpdate,
  Logo,
} from './connection.ts';
import { createConnection } from './create-connection.ts';
import { createLogo, LOGO_BYTES } from './create-logo.ts';
import { finishConsent } from './finish-consent.ts';
import { finishHostedSetup } from './finish-hosted-setup.ts';
import { getConnection, listConnections } from './get-connection.ts';
import { getConnectionSetup } from './get-connection-setup.ts';
import { renewHostedSetup } from './renew-hosted-setup.ts';
import { startConsent } from './start-consent.ts';
import { updateConnection } from './update-connection.ts';

const VISIT = access.open(
  "People come back from the processor's pages without a key, to an address that only they were given.",
);

export const connectionRoutes = [
  defineRoute({
    operationId: 'createConnection',
    method: 'POST',
    path: '/v1/connections',
    tag: 'Connections',
    summary: 'Connect a platform account, payouts or a card',
    description:
      "Begins what a person finishes on the provider's page or form. Payouts end with the event `creator.payouts_updated`, platforms with `connection.connected`.",
    access: access.writes(['account', 'creator']),
    logged: 'always',
    body: ConnectionCreate,
    output: ConnectionStart,
    status: [201],
    errors: ['operation_rejected', 'provider_error', 'unavailable'],
    secrets: ['clientSecret'],
    handle: async (ctx, { body }) => created(await createConnection(ctx, body)),
  }),
  defineRoute({
    operationId: 'listConnections',
    method: 'GET',
    path: '/v1/connections',
    tag: 'Connections',
    summary: 'List connections, newest first',
    access: access.reads(['account', 'creator']),
    query: z.strictObject(listQuery),
    output: Connection,
    list: true,
    status: [200],
    errors: [],
    handle: async (ctx, { query }) => listed(await listConnections(ctx, query)),
  }),
  defineRoute({
    operationId: 'getConnection',
    method: 'GET',
    path: '/v1/connections/:id',
    tag: 'Connections',
    summary: 'Get a connection',
    access: access.reads(['account', 'creator']),
    params: pathId,
    output: Connection,
    status: [200],
    errors: ['not_found'],
    handle: async (ctx, { params }) => ok(await getConnection(ctx, params.id)),
  }),
  defineRoute({
    operationId: 'getConnectionSetup',
    method: 'GET',
    path: '/v1/connections/:id/setup',
    tag: 'Connections',
    summary: 'List what there is to pick, and what is picked',
    description:
      'Read from the platform now. A query parameter lists what goes with that choice, before it is picked by PATCH.',
    access: access.reads(['account', 'creator']),
    params: pathId,
    query: z.strictObject(Choices.shape),
    output: ConnectionSetup,
    status: [200],
    errors: ['not_found', 'operation_rejected', 'provider_error', 'unavailable'],
    handle: async (ctx, { params, query }) => ok(await getConnectionSetup(ctx, params.id, query)),
  }),
  defineRoute({
    operationId: 'updateConnection',
    method: 'PATCH',
    path: '/v1/connections/:id',
    tag: 'Connections',
    summary: 'Pick what a connection is used with, or disconnect it',
    access: access.writes(['account', 'creator']),
    logged: true,
    params: pathId,
    body: ConnectionUpdate,
    output: Connection,
    status: [200],
    errors: [
      ...(['not_found', 'conflict', 'version_conflict'] as const),
      ...(['operation_rejected', 'provider_error', 'unavailable'] as const),
    ],
    handle: async (ctx, { params, body }) => ok(await updateConnection(ctx, params.id, body)),
  }),
  defineRoute({
    operationId: 'createLogo',
    method: 'POST',
    path: '/v1/connections/:id/logos',
    tag: 'Connections',
    summary: 'Put a logo into the ad account',
    description:
      'For Google: the body is the raw bytes of a square PNG or JPEG, at least 128 by 128 pixels and at most 5 MiB. `logo` is what `settings.logo` of a campaign takes.',
    access: access.writes(['account']),
    params: pathId,
    bytes: 'The picture.',
    idempotency: {
      none: 'The body is bytes, not JSON: a logo sent twice lies twice in the ad account, which harms nothing.',
    },
    output: Logo,
    status: [201],
    errors: ['not_found', 'payload_too_large', 'operation_rejected', 'provider_error', 'unavailable'],
    handle: async (ctx, { params, request }) =>
      created(await createLogo(ctx, params.id, await readBytes(request, LOGO_BYTES))),
  }),
  definePage({
    operationId: 'finishConsent',
    method: 'GET',
    path: '/connections/callback/:provider',
    access: access.open(
      "People come back from a platform's consent page, with a cookie and a state that are checked.",
    ),
    handle: (ctx, { params, request }) => finishConsent(ctx, params.provider!, request),
  }),
  definePage({
    operationId: 'startConsent',
    method: 'POST',
    path: '/connections/:visit',
    access: VISIT,
    handle: (ctx, { params, request }) => startConsent(ctx, params.visit!, request),
  }),
  definePage({
    operationId: 'finishHostedSetup',
    method: 'GET',
    path: '/connections/:visit',
    access: VISIT,
    handle: (ctx, { params }) => finishHostedSetup(ctx, params.visit!),
  }),
  definePage({
    operationId: 'renewHostedSetup',
    method: 'GET',
    path: '/connections/:visit/again',
    access: VISIT,
    handle: (ctx, { params }) => renewHostedSetup(ctx, params.visit!),
  }),
];
