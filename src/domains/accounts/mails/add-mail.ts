import type { SystemCtx } from '../../../context.ts';
import { logMissing, NotConfigured } from '../../../integrations/provider/settings.ts';
import { newId } from '../../../kit/ids.ts';
import { seal } from '../../../kit/sealed.ts';
import { type Mail, type Slots, type SlotValues, writeMail } from './define-mail.ts';
import { sendMail } from './send-mails.ts';
import { insertMail } from './store.ts';

/**
 * Adds a mail to the caller's batch, together with the change that it reports, and tries to send it after the commit.
 * An address whose mails came back gets none, except for the one that proves it again. It is encrypted, because anybody who
 * reads its link could use it. Throws unavailable when no key is configured.
 */
export async function addMail<K extends Slots>(
  ctx: SystemCtx,
  to: string,
  mail: Mail<K>,
  slots: SlotValues<K>,
): Promise<void> {
  const { SEALING_KEYS } = ctx.vars;
  if (SEALING_KEYS.size === 0) {
    logMissing(ctx.vars, 'SEALING_KEYS');
    throw new NotConfigured('This service cannot send mail yet. Try again later.');
  }
  const id = newId('mail', ctx.now);
  insertMail(ctx, {
    id,
    recipient: to,
    proves: mail.proves ?? false,
    body: await seal(SEALING_KEYS, JSON.stringify(writeMail(ctx.vars, mail, slots)), ['mail', id]),
    dueAt: ctx.now,
  });
  ctx.write.afterCommit(() => sendMail(ctx, id));
}
