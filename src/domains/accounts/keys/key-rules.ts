// Validates a key's settings, however they were sent.

import { actingAccount } from '../../../auth/actor.ts';
import { scopesFor } from '../../../auth/scopes.ts';
import type { Ctx } from '../../../context.ts';
import { invalidField } from '../../../kit/error.ts';
import { listOwnClients } from './store.ts';

const LOCAL = /^http:\/\/(?:127\.0\.0\.1|localhost)(?::\d+)?$/;

/** Throws validation_failed for a scope that a key of this account and level cannot have. */
export function requireScopes(ctx: Ctx, level: 'read' | 'write', scopes: string[] | null): void {
  const allowed = scopesFor(actingAccount(ctx.actor).type, level);
  const wrong = scopes?.findIndex((scope) => !allowed.includes(scope)) ?? -1;
  if (wrong < 0) return;
  throw invalidField(
    `/scopes/${wrong}`,
    `A ${level} key of this account cannot have ${scopes![wrong]}.`,
    'invalid_scope',
  );
}

/** Normalizes web origins to the form that browsers send. Throws validation_failed. */
export function requireOrigins(ctx: Ctx, origins: string[]): string[] {
  return [...new Set(origins.map((one, index) => originOf(one, index, ctx.vars.ALLOW_LOCAL_URLS)))];
}

function originOf(text: string, index: number, allowLocal: boolean): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const path = `/origins/${index}`;
  if (!url || (url.protocol !== 'https:' && !(allowLocal && LOCAL.test(url.origin))))
    throw invalidField(path, `${text} does not begin with https:// and a host.`, 'invalid_origin');
  if (url.username || url.password || url.search || url.hash || url.pathname !== '/' || /[?#@]/.test(text))
    throw invalidField(path, `${text} is more than scheme and host, as in ${url.origin}.`, 'invalid_origin');
  return url.origin;
}

/** Throws validation_failed for an ID that is not a client brand of the account. */
export async function requireClients(ctx: Ctx, ids: string[]): Promise<{ id: string; name: string }[]> {
  if (ids.length === 0) return [];
  const found = await listOwnClients(ctx, ids);
  const own = new Set(found.map(({ id }) => id));
  const wrong = ids.findIndex((one) => !own.has(one));
  if (wrong >= 0)
    throw invalidField(`/clients/${wrong}`, 'This is no client brand of yours.', 'unknown_client');
  return found;
}
