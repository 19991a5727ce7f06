import type { SystemCtx } from '../../../context.ts';

/** Sends the job a message about a file after the commit. If the message is lost, the sweep sends another. */
export function wakeJob(ctx: SystemCtx, fileId: string): void {
  ctx.write.afterCommit(() => ctx.env.JOBS.send({ kind: 'file', id: fileId, at: ctx.now }));
}
