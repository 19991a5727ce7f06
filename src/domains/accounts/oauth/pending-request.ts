import type { SystemCtx } from '../../../context.ts';
import { sha256Hex } from '../../../kit/crypto.ts';
import { AppError } from '../../../kit/error.ts';
import { type FoundRequest, findRequest } from '../apps/interface.ts';

/** A session's consent request; null when it was answered, has expired, or belongs to another session. */
export async function findPending(
  ctx: SystemCtx,
  request: string,
  sessionId: string,
): Promise<FoundRequest | null> {
  return await findRequest(ctx, sha256Hex(request), sessionId);
}

/** A session's consent request. Throws gone when it was answered, has expired, or belongs to another session. */
export async function requirePending(
  ctx: SystemCtx,
  request: string,
  sessionId: string,
): Promise<FoundRequest> {
  const found = await findPending(ctx, request, sessionId);
  if (!found) throw new AppError('gone', 'This question is over or was answered. Begin again in the app.');
  return found;
}
