import type { Vars } from '../../../env.ts';
import { AppError } from '../../../kit/error.ts';

/** Who gives out tokens, as RFC 8414 and 9207 name it. */
export function issuerOf({ PUBLIC_URL }: Pick<Vars, 'PUBLIC_URL'>): string {
  return `${PUBLIC_URL}/api/auth`;
}

/** What tokens are for. */
export function resourceOf({ PUBLIC_URL }: Pick<Vars, 'PUBLIC_URL'>): string {
  return `${PUBLIC_URL}/v1`;
}

/** Throws invalid_target for a token of another API; none named means this one. */
export function checkResource(vars: Vars, resource: string | undefined): void {
  if (resource === undefined || resource === resourceOf(vars)) return;
  throw new AppError('invalid_target', `resource must be ${resourceOf(vars)}.`);
}
