import type { SystemCtx } from '../../../context.ts';

/** Tells plans that were checked against a record that the caller's batch changes it (RecordsChanged in interface.ts). */
export function noteChange(ctx: SystemCtx, id: string): void {
  ctx.write.atEnd('changes', [id], async (all) => (await ctx.reactions.recordsChanged())(ctx, all));
}
