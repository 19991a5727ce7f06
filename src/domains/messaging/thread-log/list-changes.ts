// What a reader missed.
import type { LoggedChange } from './record.ts';
import { messageAt, recordOf } from './stored-message.ts';
import { REPLAYED, type ThreadLog } from './thread-log.ts';

export interface ChangeRow extends Record<string, SqlStorageValue> {
  seq: number;
  kind: LoggedChange['kind'];
  message: number;
  side: number;
  caller: string;
}

/** @returns null when the reader has to begin anew: it missed too much, or is ahead of an object that was restored. */
export function listChanges(log: ThreadLog, after: number, reader: string | null): LoggedChange[] | null {
  const last = log.exists ? log.state.seq : 0;
  if (after > last || last - after > REPLAYED) return null;
  if (after === last) return [];
  return rowsOfChanges(log, after, REPLAYED).map(({ seq, kind, message }) => ({
    seq,
    kind,
    message: recordOf(log, messageAt(log, message)!, reader),
  }));
}

export function rowsOfChanges(log: ThreadLog, after: number, limit: number): ChangeRow[] {
  return log.sql
    .exec<ChangeRow>('SELECT * FROM log_changes WHERE seq > ? ORDER BY seq LIMIT ?', after, limit)
    .toArray();
}
