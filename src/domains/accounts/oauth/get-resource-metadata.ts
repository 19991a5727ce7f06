import type { Vars } from '../../../env.ts';
import { SCOPES } from '../apps/scope.ts';
import { issuerOf, resourceOf } from './resource.ts';

/** The protected resource metadata of RFC 9728. */
export function getResourceMetadata(vars: Vars): Record<string, unknown> {
  return {
    resource: resourceOf(vars),
    authorization_servers: [issuerOf(vars)],
    scopes_supported: SCOPES,
    bearer_methods_supported: ['header'],
    resource_name: vars.SERVICE_NAME,
    resource_documentation: `${vars.PUBLIC_URL}/docs`,
  };
}
