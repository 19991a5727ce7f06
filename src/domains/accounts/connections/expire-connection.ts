// The end of a connection, and the events about it.
import type { SystemCtx } from '../../../context.ts';
import { inOneBatch } from '../../../db/one-batch.ts';
import { emit } from '../../../db/outbox.ts';
import { isCreators } from './connectable-of.ts';
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
  row: Pick<ConnectionRow, 'id' | 'holder'>,
): void {
  emit(ctx, { type, ...aboutOf(row) });
}

/** Whose event is one about a connection, and its data. */
export function aboutOf({ id, holder }: Pick<ConnectionRow, 'id' | 'holder'>) {
  const creator = isCreators({ holder }) ? holder : null;
  return {
    account: creator === null ? holder : null,
    creator,
    data: { connection: id, ...(creator === null ? {} : { creator }) },
  };
}
