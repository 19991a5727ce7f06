import type { SystemCtx } from '../../../context.ts';
import { iso } from '../../../kit/time.ts';
import { openMail } from './open-mail.ts';
import { listMails } from './store.ts';

const MOST = 50;

export interface LocalMail {
  id: string;
  to: string;
  subject: string;
  text: string;
  createdAt: string;
}

/** Mails waiting to be sent, newest first. For local development, where no mail is sent. */
export async function listLocalMails(ctx: SystemCtx): Promise<LocalMail[]> {
  if (!ctx.vars.ALLOW_LOCAL_URLS) return [];
  const rows = await listMails(ctx, MOST);
  const read = await Promise.all(
    rows.map(async (row) => {
      const mail = await openMail(ctx.vars, row).catch(() => null);
      return mail && { id: row.id, to: row.recipient, ...mail, createdAt: iso(row.createdAt) };
    }),
  );
  return read.filter((mail) => mail !== null);
}
