import type { SystemCtx } from '../../context.ts';

export async function driveRefunds(_ctx: SystemCtx): Promise<void> {
  throw new Error('not built yet');
}
