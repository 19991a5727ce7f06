import type { SystemCtx } from '../../../context.ts';
import { inOneBatch } from '../../../db/one-batch.ts';
import { inParallel } from '../../../kit/in-parallel.ts';
import { describeError, log } from '../../../kit/log.ts';
import { MINUTE_MS } from '../../../kit/time.ts';
import { addMail } from '../../accounts/mails/add-mail.ts';
import { noticesMail, securityMail } from './mail-texts.ts';
import { mailsSignature } from './mails-signature.ts';
import { type NoticeWords, wordsOf } from './notice.ts';
import { type DueMail, listDueMails, listToMail, saveMailed } from './notice-store.ts';

/** The least time between two mails of a kind to a person in a workspace. */
export const MAIL_WAIT_MS = 10 * MINUTE_MS;
const A_RUN = 100;
const AT_ONCE = 5;
/** Notices that a mail tells; of more it says that there are more. */
const TOLD = 20;

/** Mails people what they have not seen. A job. */
export async function mailNotices(ctx: SystemCtx): Promise<void> {
  if (ctx.vars.SEALING_KEYS.size === 0) return;
  const failed = ({ person }: DueMail, error: unknown) =>
    log('error', { person, error: describeError(error) });
  await inParallel(await listDueMails(ctx, A_RUN), AT_ONCE, (due) => mailOne(ctx, due), failed);
}

async function mailOne(ctx: SystemCtx, due: DueMail): Promise<void> {
  const rows = due.role === null ? [] : await listToMail(ctx, due, TOLD + 1);
  const open = rows.filter(({ answer }) => answer === null);
  const notices = open.flatMap((row) => wordsOf(row, due.place) ?? []);
  await inOneBatch(ctx, async (own) => {
    saveMailed(own, due, rows[0]?.id ?? null, MAIL_WAIT_MS);
    if (notices.length === 0) return;
    if (due.kind === 'security') await addMail(own, due.email, securityMail, listed(due, notices));
    else await addMail(own, due.email, noticesMail, { ...listed(due, notices), ...switchedOff(own, due) });
  });
}

function listed({ place, name }: DueMail, notices: readonly NoticeWords[]) {
  const told = notices.slice(0, TOLD).map(({ text, names, page }) => ({
    text,
    names,
    path: page === null ? null : `/app/${place}${page}`,
  }));
  const more = notices.length > TOLD ? `/app/${place}/notices` : null;
  return { place: name, notices: { told, more } };
}

const switchedOff = ({ vars }: SystemCtx, due: DueMail) => ({
  settings: `${due.person}/${due.place}/${due.kind}`,
  signature: mailsSignature(vars, due),
});
