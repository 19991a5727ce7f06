// The end of a connection, and the events about it.
import type { SystemCtx } from '../../../context.ts';
import { inOneBatch } from '../../../db/one-batch.ts';
import { emit } from '../../../db/outbox.ts';
import type { ConnectionRow } from './connection.ts';
import { saveExpired } from './connection-store.ts';

/** Expires a connection that the platform refuses or whose token has expired, unless it has a new token by now. */
export async function expireConnection(ctx: SystemCtx, row: ConnectionRow): Promise<void> {
  await inOneBatch(ctx, (own) => {
    saveExpired(own, row);
    tell(own, 'connection.expired', row);
  }).catch((error) => {
    if ((error as { code?: string }).code !== 'version_conflict') throw error;
  });
}

/** Emits the event that a connection was connected, disconnected or expired. */
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
