import type { Vars } from '../../../env.ts';
import { AppError } from '../../../kit/error.ts';

/** The issuer's identifier, as in RFC 8414 and 9207. */
export function issuerOf({ PUBLIC_URL }: Pick<Vars, 'PUBLIC_URL'>): string {
  return `${PUBLIC_URL}/api/auth`;
}

/** The API's identifier, which tokens are issued for. */
export function resourceOf({ PUBLIC_URL }: Pick<Vars, 'PUBLIC_URL'>): string {
  return `${PUBLIC_URL}/v1`;
}

/** Throws invalid_target when a token for another API is requested. Without a resource this API is meant. */
export function checkResource(vars: Vars, resource: string | undefined): void {
  if (resource === undefined || resource === resourceOf(vars)) return;
  throw new AppError('invalid_target', `resource must be ${resourceOf(vars)}.`);
}
