import type { SystemCtx } from '../../../context.ts';
import type { RelayedEvent } from '../../../db/outbox.ts';
import { day } from '../../../kit/time.ts';
import { saveBeaconLimit } from './store.ts';

/** Makes the edge refuse these accounts' browser events for the rest of the day (UTC). */
export function limitBeacons(ctx: SystemCtx, events: RelayedEvent[]): void {
  for (const { accountId, occurredAt } of events) {
    if (accountId !== null) saveBeaconLimit(ctx, accountId, day(occurredAt));
  }
}
