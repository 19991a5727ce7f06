// How anybody works with a platform through a connection, and what happens when the platform no longer accepts it.
import type { SystemCtx } from '../../../context.ts';
import { inOneBatch } from '../../../db/one-batch.ts';
import { emit } from '../../../db/outbox.ts';
import { AdError } from '../../../integrations/ads/error.ts';
import type { AdPlatform, AdSession } from '../../../integrations/ads/platform.ts';
import { rejected } from '../../../kit/error.ts';
import { type ConnectionRow, PROVIDER_NAMES } from './connection.ts';
import { saveConnection } from './connection-store.ts';
import { openToken } from './tokens.ts';

/**
 * Does `work` at the connection's platform. A connection that the platform refuses is expired from then on, whatever
 * becomes of the caller's batch. Throws operation_rejected (`reconnect_required`), an AdError, or what `work` throws.
 */
export async function useConnection<T>(
  ctx: SystemCtx,
  row: ConnectionRow,
  work: (platform: AdPlatform, session: AdSession) => Promise<T>,
): Promise<T> {
  const load = ctx.reactions.adPlatforms[row.provider];
  if (!load) throw new Error(`${row.provider} is no ad platform`);
  const { token } = row;
  const live = row.status === 'connected' || row.status === 'active';
  const ended = row.tokenExpiresAt !== null && row.tokenExpiresAt <= ctx.now;
  if (!live || token === null || ended) throw reconnect(row);
  const session: AdSession = {
    vars: ctx.vars,
    token: await openToken(ctx, row, token),
    selection: row.selection,
    currency: row.currency ?? 'usd',
  };
  try {
    return await work(await load(), session);
  } catch (error) {
    if (!(error instanceof AdError) || error.kind !== 'auth_expired') throw error;
    await expireConnection(ctx, row);
    throw reconnect(row);
  }
}

const reconnect = ({ provider }: ConnectionRow) =>
  rejected(
    'reconnect_required',
    `${PROVIDER_NAMES[provider]} no longer accepts this connection. Connect it again.`,
  );

/** Ends a connection that the platform refuses, or whose time is over, unless somebody renewed it meanwhile. */
export async function expireConnection(ctx: SystemCtx, row: ConnectionRow): Promise<void> {
  await inOneBatch(ctx, (own) => {
    saveConnection(own, row, { status: 'expired', token: null, refreshToken: null });
    tell(own, 'connection.expired', row);
  }).catch((error) => {
    if ((error as { code?: string }).code !== 'version_conflict') throw error;
  });
}

/** Adds the event of what became of a connection. */
export function tell(
  ctx: SystemCtx,
  type: 'connection.connected' | 'connection.disconnected' | 'connection.expired',
  { id, holder }: Pick<ConnectionRow, 'id' | 'holder'>,
): void {
  const creator = holder.startsWith('crtr_') ? holder : null;
  emit(ctx, {
    type,
    account: creator === null ? holder : null,
    creator,
    data: { connection: id, ...(creator === null ? {} : { creator }) },
  });
}
