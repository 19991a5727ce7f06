import type { Vars } from '../../../env.ts';
import { openSealed } from '../../../kit/sealed.ts';
import type { MailText } from './define-mail.ts';
import type { MailRow } from './store.ts';

/** The decrypted text of a mail; null when it was sent or given up. Throws when its key is gone. */
export async function openMail(
  { SEALING_KEYS }: Vars,
  { id, body }: Pick<MailRow, 'id' | 'body'>,
): Promise<MailText | null> {
  return body === null ? null : (JSON.parse(await openSealed(SEALING_KEYS, body, ['mail', id])) as MailText);
}
