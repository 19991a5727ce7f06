import type { SystemCtx } from '../../../context.ts';
import { sha256Hex } from '../../../kit/crypto.ts';
import { AppError } from '../../../kit/error.ts';
import { type FoundRequest, findRequest } from '../apps/interface.ts';

/** What a session was asked. Throws gone for what was answered, is over, or was asked of another session. */
export async function requirePending(
  ctx: SystemCtx,
  request: string,
  sessionId: string,
): Promise<FoundRequest> {
  const found = await findRequest(ctx, sha256Hex(request), sessionId);
  if (!found) throw new AppError('gone', 'This question is over or was answered. Begin again in the app.');
  return found;
}
