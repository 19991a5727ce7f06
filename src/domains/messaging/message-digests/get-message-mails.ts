import type { SystemCtx } from '../../../context.ts';
import { findMailsOff } from './digest-store.ts';

/** Whether a person is mailed about unread messages, as everybody is who has not switched it off. */
export async function getMessageMails(ctx: SystemCtx, person: string): Promise<boolean> {
  return !(await findMailsOff(ctx, person));
}
