import type { SystemCtx } from '../../../context.ts';
import { saveShortcuts } from './store.ts';

/** A person turns the pages' single keys on or off, in the caller's batch. */
export function setShortcuts(ctx: SystemCtx, personId: string, on: boolean): void {
  saveShortcuts(ctx, personId, on);
}
