// What the reference says of the endpoints of OAuth. They read forms, and answer as their RFCs have it, so their routes are
// raw; the handlers check for themselves.
import * as z from 'zod';
import type { Documented } from '../../../resource/documented.ts';
import { SCOPES } from './scope.ts';

const CLIENT = 'HTTP Basic with the client ID and the client secret.';
const scope = z.string().describe(`Words of ${SCOPES.join(', ')}, with a space between them.`);
const resource = z.string().describe('The API that the token is for: PUBLIC_URL/v1, which it is anyway.');

const TokenRequest = z
  .object({
    grant_type: z.enum(['authorization_code', 'refresh_token']),
    code: z.string().optional().describe('With authorization_code: it lasts 10 minutes and works once.'),
    code_verifier: z.string().optional().describe('With authorization_code: 43 to 128 characters (PKCE).'),
    redirect_uri: z.string().optional().describe('With authorization_code: as it was sent to authorize.'),
    refresh_token: z.string().optional().describe('With refresh_token: each works once.'),
    scope: scope.optional().describe('With refresh_token: less than was granted.'),
    resource: resource.optional(),
  })
  .meta({ id: 'TokenRequest' });

const Token = z
  .object({
    access_token: z.string(),
    token_type: z.enum(['Bearer']),
    expires_in: z.int().describe('Seconds.'),
    expires_at: z.int().describe('Seconds since the epoch.'),
    refresh_token: z.string().optional().describe('With the scope offline_access.'),
    scope,
  })
  .meta({ id: 'Token' });

const ClientMetadata = z
  .object({
    redirect_uris: z.array(z.string()).min(1).max(20),
    client_name: z.string().max(200).optional(),
    application_type: z.enum(['web', 'native']).optional(),
    grant_types: z.array(z.enum(['authorization_code', 'refresh_token'])).optional(),
    response_types: z.array(z.enum(['code'])).optional(),
    token_endpoint_auth_method: z
      .string()
      .optional()
      .describe('Whatever is asked for, it becomes client_secret_basic.'),
    scope: scope.optional(),
  })
  .meta({ id: 'ClientMetadata' });

const RegisteredClient = z
  .object({
    client_id: z.string(),
    client_secret: z.string().describe('Shown once.'),
    client_id_issued_at: z.int().describe('Seconds since the epoch.'),
    client_secret_expires_at: z.int().describe('0: never.'),
    client_name: z.string(),
    redirect_uris: z.array(z.string()),
    application_type: z.enum(['web', 'native']),
    grant_types: z.array(z.string()),
    response_types: z.array(z.string()),
    token_endpoint_auth_method: z.string(),
    scope,
  })
  .meta({ id: 'RegisteredClient' });

const names = z.array(z.string());

export const DOCUMENTED = {
  issueToken: {
    summary: 'Exchange a code or a refresh token',
    description: `${CLIENT} A refresh token that comes twice ends the grant.`,
    form: TokenRequest,
    status: 200,
    output: Token,
    refusals: {
      400: '`invalid_grant`, `invalid_request`, `invalid_scope`, `invalid_target`, `unsupported_grant_type`.',
      401: '`invalid_client`: unknown, or a missing or wrong secret.',
    },
  },
  revokeToken: {
    summary: 'Revoke a token',
    description: `${CLIENT} With a refresh token the grant ends. A token that is not known is answered alike.`,
    form: z
      .object({
        token: z.string(),
        token_type_hint: z.string().optional().describe('Not needed.'),
      })
      .meta({ id: 'RevocationRequest' }),
    status: 200,
    refusals: {
      400: '`invalid_request`.',
      401: '`invalid_client`: unknown, or a missing or wrong secret.',
    },
  },
  registerClient: {
    summary: 'Register a client',
    description: 'For programs that nobody could register in developer settings ahead (RFC 7591).',
    json: ClientMetadata,
    status: 201,
    output: RegisteredClient,
    refusals: {
      400: '`invalid_client_metadata`, `invalid_redirect_uri`.',
      429: '`temporarily_unavailable`: too many from one network.',
    },
  },
  getServerMetadata: {
    summary: 'Get the metadata of the authorization server',
    description: 'RFC 8414. Any website may read it.',
    status: 200,
    output: z
      .object({
        issuer: z.string(),
        authorization_endpoint: z.string(),
        token_endpoint: z.string(),
        revocation_endpoint: z.string(),
        registration_endpoint: z.string(),
        scopes_supported: names,
        response_types_supported: names,
        response_modes_supported: names,
        grant_types_supported: names,
        token_endpoint_auth_methods_supported: names,
        revocation_endpoint_auth_methods_supported: names,
        code_challenge_methods_supported: names,
        authorization_response_iss_parameter_supported: z.boolean(),
        protected_resources: names,
        service_documentation: z.string(),
      })
      .meta({ id: 'ServerMetadata' }),
    refusals: {},
  },
  getResourceMetadata: {
    summary: 'Get the metadata of this API as a protected resource',
    description: 'RFC 9728. Each 401 of the API leads here. Any website may read it.',
    status: 200,
    output: z
      .object({
        resource: z.string(),
        authorization_servers: names,
        scopes_supported: names,
        bearer_methods_supported: names,
        resource_name: z.string(),
        resource_documentation: z.string(),
      })
      .meta({ id: 'ResourceMetadata' }),
    refusals: {},
  },
  /** A page of the console: a person is sent here, and sent back. */
  authorize: {
    summary: 'Ask a person for access',
    description:
      'Send the person here, with a fresh `state` and a fresh verifier each time. They sign in, choose an account and agree; then they come back to `redirect_uri` with `code`, `state` and `iss`, or with `error` (`access_denied` where they declined). An unknown client or address is a page of ours: nobody is sent there. Where a client registered itself with an address on the web, every other error is a page of ours as well, with a link to that address.',
    query: z.object({
      response_type: z.enum(['code']),
      client_id: z.string(),
      redirect_uri: z.string().describe('One of the registered ones, letter by letter.'),
      scope: scope.optional(),
      state: z.string().optional(),
      code_challenge: z.string().describe('SHA-256 of the verifier, base64url (PKCE).'),
      code_challenge_method: z.enum(['S256']),
      resource: resource.optional(),
    }),
    status: 200,
    page: true,
    refusals: {
      400: 'The app or its address is not known, or an error that must not redirect: a page that says so.',
    },
  },
} satisfies Record<string, Documented>;
