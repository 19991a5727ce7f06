import type { SystemCtx } from '../../../context.ts';
import type { RelayedEvent } from '../../../db/outbox.ts';
import { saveVerified } from './store.ts';

/** Verifies the pending pixels that these events are about. Verified and archived pixels stay as they are. */
export function verifyPixels(ctx: SystemCtx, events: RelayedEvent[]): void {
  const ids = events.map(({ data }) => (JSON.parse(data) as { pixel: string }).pixel);
  saveVerified(ctx, ids);
}
