import type { SystemCtx } from '../../../context.ts';
import { deleteRequest } from '../apps/interface.ts';
import { refusalTo } from './check-authorization.ts';
import { requirePending } from './pending-request.ts';

/** Denies the app access. @returns the URL that sends the person back with the refusal. */
export async function denyAuthorization(
  ctx: SystemCtx,
  answered: { request: string; sessionId: string },
): Promise<{ location: string }> {
  const { request } = await requirePending(ctx, answered.request, answered.sessionId);
  deleteRequest(ctx, request);
  return { location: refusalTo(ctx, request, 'access_denied', 'The person declined.') };
}
