import type { StaffCtx } from '../../../context.ts';
import { findAction } from './store.ts';

/** Whether the caller recorded this action on the subject, with a later ID than `after`. */
export async function hasActed(
  ctx: StaffCtx,
  subject: string,
  action: string,
  after: string,
): Promise<boolean> {
  return await findAction(ctx, subject, action, after);
}
