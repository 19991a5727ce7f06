import type { SystemCtx } from '../../../context.ts';

/** Has the job look at a file once the batch is in. A message that is lost is made good by the sweep. */
export function wakeJob(ctx: SystemCtx, fileId: string): void {
  ctx.write.afterCommit(() => ctx.env.JOBS.send({ kind: 'file', id: fileId, at: ctx.now }));
}
