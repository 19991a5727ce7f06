import { definePage } from '../../../http/define-page.ts';
import { access, created, defineRoute } from '../../../http/define-route.ts';
import { ConnectionCreate, ConnectionStart } from './connection.ts';
import { createConnection } from './create-connection.ts';
import { finishHostedSetup } from './finish-hosted-setup.ts';
import { renewHostedSetup } from './renew-hosted-setup.ts';

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
      "Begins what a person finishes on the provider's page or form. Payouts end with the event `creator.payouts_updated`.",
    access: access.writes(['account', 'creator']),
    body: ConnectionCreate,
    output: ConnectionStart,
    status: [201],
    errors: ['operation_rejected', 'provider_error', 'unavailable'],
    secrets: ['clientSecret'],
    handle: async (ctx, { body }) => created(await createConnection(ctx, body)),
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
