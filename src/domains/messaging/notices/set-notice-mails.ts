import type { SystemCtx } from '../../../context.ts';
import type { MailKind } from '../../../events/notices.ts';
import { type Reader, saveMailsOff } from './notice-store.ts';

/** Switches a person's mails about one kind of notices in a workspace on or off, in the caller's batch. */
export function setNoticeMails(ctx: SystemCtx, reader: Reader, kind: MailKind, on: boolean): void {
  saveMailsOff(ctx, reader, kind, !on);
}
