// The query parameter `client` of the business API: the client brand that a partner's request acts as.
import * as z from 'zod';
import type { Actor } from '../auth/actor.ts';
import type { ClientRule } from '../auth/reach.ts';
import type { NamedClient } from '../auth/store.ts';
import { AppError } from '../kit/error.ts';
import { readAs } from '../resource/field-issues.ts';
import type { BusinessAccess } from './define-route.ts';
import type { C } from './hono-env.ts';
import { badQuery } from './input.ts';

/** The parameter in a route's query. The gate has read it before. */
export const clientQuery = {
  bound: {
    client: z
      .string()
      .min(1)
      .max(120)
      .optional()
      .describe(
        'The client brand to act as, by ID or slug: one that your key is bound to. Partners always send it, brands never.',
      ),
  },
  active: {
    client: z
      .string()
      .max(4096)
      .optional()
      .describe(
        "The client brand to act as, by its slug: any active one of a partner's. Without it a partner acts as itself. Brands never send it.",
      ),
  },
} as const satisfies Record<ClientRule, Record<'client', z.ZodType>>;

/** The client that a request names, to be found with its key; null where there is none to find. */
export function namedClient(c: C, { client: rule }: BusinessAccess): NamedClient | null {
  const sent = c.req.queries('client') ?? [];
  return rule !== null && sent.length === 1 ? { rule, name: sent[0]! } : null;
}

/**
 * Throws invalid_request for a request that says in a wrong form, or not at all, whom it acts as.
 * @param reachable whether the caller reaches the client that it named; if not, throws account_not_reachable.
 */
export function requireClient(
  c: C,
  { client: rule }: BusinessAccess,
  { home }: Actor,
  reachable: boolean,
): void {
  if (c.req.raw.headers.has('service-account'))
    throw new AppError(
      'invalid_request',
      'Service-Account is not for this endpoint: name the client in the query.',
    );
  if (rule === null) return;
  const [client, ...more] = c.req.queries('client') ?? [];
  if (home?.type === 'brand' && client !== undefined)
    throw new AppError('invalid_request', 'client: Only partners have clients. Leave it out.');
  if (home?.type === 'partner' && rule === 'bound' && client === undefined)
    throw new AppError('invalid_request', 'client: Name the client brand that you act as.');
  const read = readAs(z.object(clientQuery[rule]), { client: more.length > 0 ? [client, ...more] : client });
  if ('issues' in read) throw badQuery(read.issues);
  if (!reachable)
    throw new AppError(
      'account_not_reachable',
      rule === 'bound'
        ? 'client: This names no active client brand that the key is bound to.'
        : 'client: This is no slug of an active client brand.',
    );
}
