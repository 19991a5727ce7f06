import type { SystemCtx } from '../../../context.ts';
import type { RelayedEvent } from '../../../db/outbox.ts';
import { saveVerified } from './store.ts';

/** Turns the waiting pixels that these events tell of into verified ones; verified and archived ones stay as they are. */
export function verifyPixels(ctx: SystemCtx, events: RelayedEvent[]): void {
  const ids = events.map(({ data }) => (JSON.parse(data) as { pixel: string }).pixel);
  saveVerified(ctx, ids);
}
