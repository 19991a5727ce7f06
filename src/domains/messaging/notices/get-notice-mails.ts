import type { SystemCtx } from '../../../context.ts';
import { NOTICE_KINDS, type NoticeKind } from '../../../events/notices.ts';
import { listMailsOff, type Reader } from './notice-store.ts';

/** The kinds of notices that a person is mailed in a workspace: all that were not switched off. */
export async function getNoticeMails(ctx: SystemCtx, reader: Reader): Promise<NoticeKind[]> {
  const off = await listMailsOff(ctx, reader);
  return NOTICE_KINDS.filter((kind) => !off.includes(kind));
}
