// Documents the OAuth endpoints in the API reference. They read forms and answer as their RFCs say, so their routes are
// raw and the handlers validate input themselves.
import * as z from 'zod';
import type { Documented } from '../../../resource/documented.ts';
import { recordExample } from '../../../resource/example.ts';
import { SCOPES } from '../apps/scope.ts';

const CLIENT = 'HTTP Basic with the client ID and the client secret.';
const scope = z.string().describe(`Words of ${SCOPES.join(', ')}, with a space between them.`);
const resource = z.string().describe('The API that the token is for: PUBLIC_URL/v1, which it is anyway.');

const TokenRequest = z
  .object({
    grant_type: z.enum(['authorization_code', 'refresh_token']).describe('What is exchanged.'),
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
    access_token: z
      .string()
      .describe(
        'Send it as a bearer token. It is good for an hour at most, for the account that the person chose.',
      ),
    token_type: z.enum(['Bearer']).describe('How the access token is sent.'),
    expires_in: z.int().describe('Seconds.'),
    expires_at: z.int().describe('Seconds since the epoch.'),
    refresh_token: z.string().optional().describe('With the scope offline_access.'),
    scope,
  })
  .meta({ id: 'Token' });
recordExample(Token, {
  access_token: 'service_at_…',
  token_type: 'Bearer',
  expires_in: 3600,
  expires_at: 1_786_358_000,
  refresh_token: 'service_rt_…',
  scope: 'read write offline_access',
});

const ClientMetadata = z
  .object({
    redirect_uris: z
      .array(z.string())
      .min(1)
      .max(20)
      .describe(
        "Where people may be sent back to: https, or http on the person's own computer, where any port will do.",
      ),
    client_name: z
      .string()
      .max(200)
      .optional()
      .describe('What people are shown when they are asked; left out, the host of the first redirect URI.'),
    application_type: z
      .enum(['web', 'native'])
      .optional()
      .describe('Left out, it follows from the redirect URIs.'),
    grant_types: z
      .array(z.enum(['authorization_code', 'refresh_token']))
      .optional()
      .describe('Whatever is asked for, both are given.'),
    response_types: z
      .array(z.enum(['code']))
      .optional()
      .describe('There is no other.'),
    token_endpoint_auth_method: z
      .string()
      .optional()
      .describe('Whatever is asked for, it becomes client_secret_basic.'),
    scope: scope.optional(),
  })
  .meta({ id: 'ClientMetadata' });

const RegisteredClient = z
  .object({
    client_id: z.string().describe('Names the client at the other endpoints.'),
    client_secret: z.string().describe('Shown once.'),
    client_id_issued_at: z.int().describe('Seconds since the epoch.'),
    client_secret_expires_at: z.int().describe('0: never.'),
    client_name: z.string().describe('What people are shown when they are asked.'),
    redirect_uris: z.array(z.string()).describe('Where people may be sent back to, letter by letter.'),
    application_type: z.enum(['web', 'native']).describe('Decides nothing.'),
    grant_types: z.array(z.string()).describe('Both, always.'),
    response_types: z.array(z.string()).describe('`code`, always.'),
    token_endpoint_auth_method: z.string().describe('`client_secret_basic`, always.'),
    scope,
  })
  .meta({ id: 'RegisteredClient' });
recordExample(RegisteredClient, {
  client_id: 'service_ci_4f9Kq2mXw7Tz1bNc8RdY5vLp',
  client_secret: 'service_cs_…',
  client_id_issued_at: 1_786_354_400,
  client_secret_expires_at: 0,
  client_name: 'Trail planner',
  redirect_uris: ['https://planner.example.com/callback'],
  application_type: 'web',
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  token_endpoint_auth_method: 'client_secret_basic',
  scope: 'read write offline_access',
});

const names = z.array(z.string());
const SUPPORTED_SCOPES = '`read`, `write` and `offline_access`, which asks for a refresh token.';

const ServerMetadata = z
  .object({
    issuer: z.string().describe('Begins every address of the authorization server, and comes back as `iss`.'),
    authorization_endpoint: z.string().describe('The page to send a person to.'),
    token_endpoint: z.string().describe('Where codes and refresh tokens are exchanged.'),
    revocation_endpoint: z.string().describe('Where tokens are taken back.'),
    registration_endpoint: z.string().describe('Where a program registers itself (RFC 7591).'),
    scopes_supported: names.describe(SUPPORTED_SCOPES),
    response_types_supported: names.describe('`code` alone.'),
    response_modes_supported: names.describe('`query` alone: answers come in the address.'),
    grant_types_supported: names.describe('What the token endpoint exchanges.'),
    token_endpoint_auth_methods_supported: names.describe('`client_secret_basic` alone.'),
    revocation_endpoint_auth_methods_supported: names.describe('`client_secret_basic` alone.'),
    code_challenge_methods_supported: names.describe('`S256` alone; PKCE is required.'),
    authorization_response_iss_parameter_supported: z
      .boolean()
      .describe('Always true: compare `iss` with the issuer (RFC 9207).'),
    protected_resources: names.describe('The v1 API, which tokens are for.'),
    service_documentation: z.string().describe('A page for developers.'),
  })
  .meta({ id: 'ServerMetadata' });
recordExample(ServerMetadata, {
  issuer: 'https://api.example.com/api/auth',
  authorization_endpoint: 'https://api.example.com/api/auth/oauth2/authorize',
  token_endpoint: 'https://api.example.com/api/auth/oauth2/token',
  revocation_endpoint: 'https://api.example.com/api/auth/oauth2/revoke',
  registration_endpoint: 'https://api.example.com/api/auth/oauth2/register',
  scopes_supported: ['read', 'write', 'offline_access'],
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
  token_endpoint_auth_methods_supported: ['client_secret_basic'],
  revocation_endpoint_auth_methods_supported: ['client_secret_basic'],
  code_challenge_methods_supported: ['S256'],
  authorization_response_iss_parameter_supported: true,
  protected_resources: ['https://api.example.com/v1'],
  service_documentation: 'https://api.example.com/docs',
});

const ResourceMetadata = z
  .object({
    resource: z.string().describe('The v1 API, as tokens name it.'),
    authorization_servers: names.describe('The issuer whose metadata lead to a token.'),
    scopes_supported: names.describe(SUPPORTED_SCOPES),
    bearer_methods_supported: names.describe('`header` alone: send the token in Authorization.'),
    resource_name: z.string().describe('What the service is called on its pages.'),
    resource_documentation: z.string().describe('A page for developers.'),
  })
  .meta({ id: 'ResourceMetadata' });
recordExample(ResourceMetadata, {
  resource: 'https://api.example.com/v1',
  authorization_servers: ['https://api.example.com/api/auth'],
  scopes_supported: ['read', 'write', 'offline_access'],
  bearer_methods_supported: ['header'],
  resource_name: 'Service',
  resource_documentation: 'https://api.example.com/docs',
});

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
        token: z.string().describe('An access token, or a refresh token, which ends the whole grant.'),
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
    description:
      'For programs that nobody could register in developer settings ahead (RFC 7591). `client_name` and `redirect_uris` have at most 800 bytes together. A client that asks no person for access within 24 hours is forgotten.',
    json: ClientMetadata,
    status: 201,
    output: RegisteredClient,
    refusals: {
      400: '`invalid_client_metadata`, `invalid_redirect_uri`.',
      429: '`temporarily_unavailable`: too many, from one network or from all.',
    },
  },
  getServerMetadata: {
    summary: 'Get the metadata of the authorization server',
    description: 'RFC 8414. Any website may read it.',
    status: 200,
    output: ServerMetadata,
    refusals: {},
  },
  getResourceMetadata: {
    summary: 'Get the metadata of this API as a protected resource',
    description: 'RFC 9728. Each 401 of the API leads here. Any website may read it.',
    status: 200,
    output: ResourceMetadata,
    refusals: {},
  },
  /** A page of the console: the app sends a person here, and the page sends them back. */
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
