// What others ask of keys.
import { and, eq, isNull } from 'drizzle-orm';
import { homeId } from '../../../auth/actor.ts';
import type { Ctx, SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { apiKeys } from '../../../db/keys-table.ts';
import { notFound } from '../../../kit/error.ts';
import type { KeyRow } from './store.ts';

/** A key of the caller's own account. Throws not_found for one that was revoked, and for another account's. */
export async function requireKey(ctx: Ctx, id: string): Promise<KeyRow> {
  const row = await mainDb(ctx.env)
    .select()
    .from(apiKeys)
    .where(and(eq(apiKeys.id, id), eq(apiKeys.accountId, homeId(ctx.actor)), isNull(apiKeys.revokedAt)))
    .get();
  if (!row) throw notFound('key');
  return row;
}

/** Throws not_found unless the caller's own account has, or had, the key: a revoked one keeps its history. */
export async function requireKnownKey(ctx: Ctx, id: string): Promise<void> {
  const row = await mainDb(ctx.env)
    .select({ id: apiKeys.id })
    .from(apiKeys)
    .where(and(eq(apiKeys.id, id), eq(apiKeys.accountId, homeId(ctx.actor))))
    .get();
  if (!row) throw notFound('key');
}

/** Whether an account has a key of its own. */
export async function hasKeys(ctx: SystemCtx, accountId: string): Promise<boolean> {
  const row = await mainDb(ctx.env)
    .select({ id: apiKeys.id })
    .from(apiKeys)
    .where(and(eq(apiKeys.accountId, accountId), isNull(apiKeys.revokedAt)))
    .limit(1)
    .get();
  return row !== undefined;
}

/** Hears, in the caller's batch, that a key receives no events any more. */
export type ReceiverEnded = (ctx: SystemCtx, keyId: string) => void;

/** What was refused to a key, or failed: so often, in a minute. */
export interface KeyProblem {
  key: string;
  /** The minute's first moment. */
  minute: number;
  code: string;
  route: string;
  count: number;
}

/** Adds to what went wrong with keys. */
export type KeysFailed = (ctx: SystemCtx, problems: KeyProblem[]) => Promise<void>;
