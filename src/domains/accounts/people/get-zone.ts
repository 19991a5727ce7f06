import type { SystemCtx } from '../../../context.ts';
import { findZone } from './store.ts';

/** A person's time zone; UTC while it is not known. */
export async function getZone(ctx: SystemCtx, personId: string): Promise<string> {
  return (await findZone(ctx, personId)) ?? 'UTC';
}
