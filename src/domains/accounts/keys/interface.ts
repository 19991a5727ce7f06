// The interface of API keys for other domains.
import { and, eq, isNull } from 'drizzle-orm';
import { homeId } from '../../../auth/actor.ts';
import type { Ctx, SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { apiKeys } from '../../../db/keys-table.ts';
import { notFound } from '../../../kit/error.ts';
import type { KeyRow } from './store.ts';

/** A key of the caller's own account. Throws not_found for a revoked key and for another account's. */

export async function requireKey(ctx: Ctx, id: string): Promise<KeyRow> {
  const row = await mainDb(ctx.env)
    .select()
    .from(apiKeys)
    .where(and(eq(apiKeys.id, id), eq(apiKeys.accountId, homeId(ctx.actor)), isNull(apiKeys.revokedAt)))
    .get();
  if (!row) throw notFound('key');
  return row;
}

/**
 * Throws not_found unless the key belongs to the caller's own account. Revoked keys pass, since they keep their
 * history.
 */
export async function requireKnownKey(ctx: Ctx, id: string): Promise<void> {
  const row = await mainDb(ctx.env)
    .select({ id: apiKeys.id })
    .from(apiKeys)
    .where(and(eq(apiKeys.id, id), eq(apiKeys.accountId, homeId(ctx.actor))))
    .get();
  if (!row) throw notFound('key');
}

/** Whether the account has keys. */
export async function hasKeys(ctx: SystemCtx, accountId: string): Promise<boolean> {
  const row = await mainDb(ctx.env)
    .select({ id: apiKeys.id })
    .from(apiKeys)
    .where(and(eq(apiKeys.accountId, accountId), isNull(apiKeys.revokedAt)))
    .limit(1)
    .get();
  return row !== undefined;
}

/** Called, in the caller's batch, when a key stops receiving events. */
export type ReceiverEnded = (ctx: SystemCtx, keyId: string) => void;

/** How often requests with a key were refused or failed for one reason in one minute. */
export interface KeyProblem {
  key: string;
  /** When the minute began. */
  minute: number;
  code: string;
  route: string;
  count: number;
}

/** Adds to the counts of a key's failed requests. */
export type KeysFailed = (ctx: SystemCtx, problems: KeyProblem[]) => Promise<void>;
