import type { SystemCtx } from '../../../context.ts';
import { MAIL_KINDS, type MailKind } from '../../../events/notices.ts';
import { listMailsOff, type Reader } from './notice-store.ts';

/** The kinds of notices that a person is mailed in a workspace: all that were not switched off. */
export async function getNoticeMails(ctx: SystemCtx, reader: Reader): Promise<MailKind[]> {
  const off = await listMailsOff(ctx, reader);
  return MAIL_KINDS.filter((kind) => !off.includes(kind));
}
