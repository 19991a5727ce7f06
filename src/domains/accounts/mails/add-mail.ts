import type { SystemCtx } from '../../../context.ts';
import { newId } from '../../../kit/ids.ts';
import { seal } from '../../../kit/sealed.ts';
import { type Mail, type Slots, type SlotValues, writeMail } from './define-mail.ts';
import { sealingKeys } from './sealing-keys.ts';
import { sendMail } from './send-mails.ts';
import { insertMail } from './store.ts';

/**
 * Adds a mail to the caller's batch, together with the change that it reports, and tries to send it after the commit.
 * An address whose mails came back gets none, except for the one that proves it again, and one that wants no invitations gets
 * none of those. It is encrypted, because anybody who
 * reads its link could use it. Throws unavailable when no key is configured.
 * @returns its ID, which no mail has that was left out.
 */
export async function addMail<K extends Slots>(
  ctx: SystemCtx,
  to: string,
  mail: Mail<K>,
  slots: SlotValues<K>,
): Promise<string> {
  const keys = sealingKeys(ctx.vars);
  const id = newId('mail', ctx.now);
  insertMail(ctx, {
    id,
    recipient: to,
    proves: mail.proves ?? false,
    invites: mail.invites ?? false,
    body: await seal(keys, JSON.stringify(writeMail(ctx.vars, mail, slots)), ['mail', id]),
    dueAt: ctx.now,
  });
  ctx.write.afterCommit(() => sendMail(ctx, id));
  return id;
}
