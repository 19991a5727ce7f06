import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../kit/error.ts';
import { hearsLive, type OpenThread, requireThread } from '../thread-record/interface.ts';

/** A thread that the caller may keep a socket of. Throws not_found, and permission_denied for an ended brand. */
export async function requireLiveThread(ctx: Ctx, id: string): Promise<OpenThread> {
  const open = await requireThread(ctx, id);
  if (hearsLive(open.thread)) return open;
  throw new AppError('permission_denied', 'An ended brand reads its threads, and hears nothing live.');
}
