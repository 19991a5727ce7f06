import type { SystemCtx } from '../../../context.ts';
import { canSendMail, sendMail as handOver } from '../../../integrations/mail/client.ts';
import { inParallel } from '../../../kit/in-parallel.ts';
import { describeError, log } from '../../../kit/log.ts';
import { MINUTE_MS } from '../../../kit/time.ts';
import { bounceAddress } from './bounce-address.ts';
import type { MailText } from './define-mail.ts';
import { mailHtml } from './mail-html.ts';
import { openMail } from './open-mail.ts';
import { claimMail, findDueMail, listDueMails, saveMailDone, type WaitingMail } from './store.ts';

const AT_ONCE = 5;
const A_RUN = 100;
/** The pauses between tries: 24 hours in all. */
const WAITS_MS = [1, 2, 5, 10, 30, 60, 120, 240, 240, 240, 240, 240].map((minutes) => minutes * MINUTE_MS);

/** Sends the mails that are due. A job: when two runs overlap, each mail is claimed by only one of them. */
export async function sendMails(ctx: SystemCtx): Promise<void> {
  if (!canSendMail(ctx.vars)) return;
  const failed = ({ id }: WaitingMail, error: unknown) =>
    log('error', { mail: id, error: describeError(error) });
  await inParallel(await listDueMails(ctx, A_RUN), AT_ONCE, (row) => deliver(ctx, row), failed);
}

/** Sends one mail at once instead of waiting for the next run. */
export async function sendMail(ctx: SystemCtx, id: string): Promise<void> {
  if (!canSendMail(ctx.vars)) return;
  const row = await findDueMail(ctx, id);
  if (row) await deliver(ctx, row);
}

const withHtml = ({ vars }: SystemCtx, mail: MailText) => ({
  ...mail,
  html: mailHtml(vars.SERVICE_NAME, mail),
});

const addressed = ({ vars }: SystemCtx, { id, recipient: to }: WaitingMail) => ({
  id,
  to,
  bounces: bounceAddress(vars, id),
});

async function deliver(ctx: SystemCtx, row: WaitingMail): Promise<void> {
  if (row.isRefused) return await saveMailDone(ctx, row.id, null);
  const wait = WAITS_MS[row.attempts];
  if (!(await claimMail(ctx, row, ctx.now + (wait ?? MINUTE_MS)))) return;
  const wrong = await openMail(ctx.vars, row).then(
    (mail) => (mail ? handOver(ctx.vars, { ...addressed(ctx, row), ...withHtml(ctx, mail) }) : null),
    (error) => describeError(error),
  );
  if (wrong === null) return await saveMailDone(ctx, row.id, ctx.now);
  log('error', { mail: row.id, attempts: row.attempts + 1, error: wrong });
  if (wait === undefined) await saveMailDone(ctx, row.id, null);
}
