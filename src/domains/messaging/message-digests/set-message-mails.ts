import type { SystemCtx } from '../../../context.ts';
import { saveMailsOff } from './digest-store.ts';

/** Switches a person's mails about unread messages on or off, in the caller's batch. */
export function setMessageMails(ctx: SystemCtx, person: string, on: boolean): void {
  saveMailsOff(ctx, person, !on);
}
