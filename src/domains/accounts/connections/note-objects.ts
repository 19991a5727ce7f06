import type { SystemCtx } from '../../../context.ts';

/** Lets the list of objects at ad platforms follow what the caller's batch writes (ObjectsWritten in interface.ts). */
export function noteObjects(ctx: SystemCtx, ...ids: string[]): void {
  ctx.write.atEnd('objects', ids, async (all) => (await ctx.reactions.objectsWritten())(ctx, all));
}
