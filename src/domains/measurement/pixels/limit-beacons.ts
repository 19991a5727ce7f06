import type { SystemCtx } from '../../../context.ts';
import type { RelayedEvent } from '../../../db/outbox.ts';
import { day } from '../../../kit/time.ts';
import { saveBeaconLimit } from './store.ts';

/** Has the edge refuse the browser events of these events' accounts for the rest of the day (UTC) on which they occurred. */
export function limitBeacons(ctx: SystemCtx, events: RelayedEvent[]): void {
  for (const { accountId, occurredAt } of events) {
    if (accountId !== null) saveBeaconLimit(ctx, accountId, day(occurredAt));
  }
}
