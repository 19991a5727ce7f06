import type { SystemCtx } from '../../../context.ts';
import { readText } from '../../../http/body.ts';
import { defineRawRoute } from '../../../http/define-page.ts';
import { access } from '../../../http/define-route.ts';
import { readParameters } from '../../../http/form.ts';
import { AppError } from '../../../kit/error.ts';
import { jsonIssue } from '../../../kit/json.ts';
import { callersNetwork } from '../../../kit/network.ts';
import type { AppRow } from '../apps/interface.ts';
import { registerClient } from '../apps/register-client.ts';
import { requireClient } from './client-auth.ts';
import { DOCUMENTED } from './documented.ts';
import { getResourceMetadata } from './get-resource-metadata.ts';
import { getServerMetadata } from './get-server-metadata.ts';
import { issueToken } from './issue-token.ts';
import type { Parameters } from './parameters.ts';
import { revokeToken } from './revoke-token.ts';

const BODY_LIMIT = 16 * 1024;

const CLIENTS = access.open('A client has no key of ours: it proves who it is with its own ID and secret.');
const STRANGERS = access.open('Programs read here where to send people, before anybody knows them.');

/** Authenticates the client and parses its form. The form's size and the client's request rate are limited. */
async function clientAndForm(ctx: SystemCtx, request: Request): Promise<[AppRow, Parameters]> {
  const form = await readParameters(request, BODY_LIMIT);
  const app = await requireClient(ctx, request.headers.get('authorization'), form);
  await limit(ctx, app.id);
  return [app, form];
}

async function limit({ env }: SystemCtx, key: string): Promise<void> {
  const { success } = await env.WRITES.limit({ key });
  if (!success) {
    throw new AppError('rate_limited', 'Too many requests.', { headers: { 'Retry-After': '10' } });
  }
}

/** Tokens and secrets must not be cached. */
function secretly(body: unknown, status = 200): Response {
  return Response.json(body, { status, headers: { 'Cache-Control': 'no-store', Pragma: 'no-cache' } });
}

function toAnybody(body: unknown): Response {
  return Response.json(body, {
    headers: { 'Cache-Control': 'public, max-age=3600', 'Access-Control-Allow-Origin': '*' },
  });
}

async function jsonOf(request: Request): Promise<unknown> {
  if (!/^application\/json\s*(?:;|$)/i.test(request.headers.get('content-type') ?? '')) {
    throw new AppError('invalid_client_metadata', 'Send the metadata as application/json.');
  }
  const text = await readText(request, BODY_LIMIT);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new AppError('invalid_client_metadata', 'The body is not valid JSON.');
  }
  const issue = jsonIssue(value);
  if (issue) throw new AppError('invalid_client_metadata', `${issue.path}: ${issue.message}`);
  return value;
}

export const oauthRoutes = [
  defineRawRoute({
    operationId: 'issueToken',
    method: 'POST',
    path: '/api/auth/oauth2/token',
    envelope: 'bare',
    documented: DOCUMENTED.issueToken,
    access: CLIENTS,
    handle: async (ctx, { request }) => {
      const [app, form] = await clientAndForm(ctx, request);
      return secretly(await issueToken(ctx, app, form));
    },
  }),
  defineRawRoute({
    operationId: 'revokeToken',
    method: 'POST',
    path: '/api/auth/oauth2/revoke',
    envelope: 'bare',
    documented: DOCUMENTED.revokeToken,
    access: CLIENTS,
    handle: async (ctx, { request }) => {
      const [app, form] = await clientAndForm(ctx, request);
      await revokeToken(ctx, app, form);
      return new Response(null, { headers: { 'Cache-Control': 'no-store' } });
    },
  }),
  defineRawRoute({
    operationId: 'registerClient',
    method: 'POST',
    path: '/api/auth/oauth2/register',
    envelope: 'bare',
    documented: DOCUMENTED.registerClient,
    access: access.open('Clients that nobody could register ahead register themselves; people decide later.'),
    handle: async (ctx, { request }) => {
      const network = callersNetwork(request) ?? 'unknown';
      await limit(ctx, `register ${network}`);
      return secretly(registerClient(ctx, network, await jsonOf(request)), 201);
    },
  }),
  defineRawRoute({
    operationId: 'getServerMetadata',
    method: 'GET',
    path: '/.well-known/oauth-authorization-server/api/auth',
    envelope: 'bare',
    documented: DOCUMENTED.getServerMetadata,
    access: STRANGERS,
    fromAnyOrigin: true,
    handle: async ({ vars }) => toAnybody(getServerMetadata(vars)),
  }),
  defineRawRoute({
    operationId: 'getResourceMetadata',
    method: 'GET',
    path: '/.well-known/oauth-protected-resource/v1',
    envelope: 'bare',
    documented: DOCUMENTED.getResourceMetadata,
    access: STRANGERS,
    fromAnyOrigin: true,
    handle: async ({ vars }) => toAnybody(getResourceMetadata(vars)),
  }),
];
