import type { Vars } from '../../../env.ts';
import { SCOPES } from '../apps/scope.ts';
import { issuerOf, resourceOf } from './resource.ts';

/** The authorization server metadata of RFC 8414. */
export function getServerMetadata(vars: Vars): Record<string, unknown> {
  const issuer = issuerOf(vars);
  return {
    issuer,
    authorization_endpoint: `${issuer}/oauth2/authorize`,
    token_endpoint: `${issuer}/oauth2/token`,
    revocation_endpoint: `${issuer}/oauth2/revoke`,
    registration_endpoint: `${issuer}/oauth2/register`,
    scopes_supported: SCOPES,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: ['client_secret_basic'],
    revocation_endpoint_auth_methods_supported: ['client_secret_basic'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    protected_resources: [resourceOf(vars)],
    service_documentation: `${vars.PUBLIC_URL}/docs`,
  };
}
