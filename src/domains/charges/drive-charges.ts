import type { SystemCtx } from '../../context.ts';

export async function driveCharges(_ctx: SystemCtx): Promise<void> {
  throw new Error('not built yet');
}
