import { hashLinkToken, newLinkToken } from '../../../auth/link-token.ts';
import type { SystemCtx } from '../../../context.ts';
import { randomBase62 } from '../../../kit/crypto.ts';
import { AppError } from '../../../kit/error.ts';
import { DAY_MS } from '../../../kit/time.ts';
import { addMail } from '../mails/add-mail.ts';
import { mayMail } from '../mails/may-mail.ts';
import { provedAgainMail } from './mail-texts.ts';
import { insertVerification } from './store.ts';

/**
 * Adds, to the caller's batch, a mail with a link that proves that a person's address takes mails again. Throws rate_limited after
 * three in an hour.
 */
export async function requestAddressProof(ctx: SystemCtx, email: string): Promise<void> {
  if (!(await mayMail(ctx, 'address', email)))
    throw new AppError('rate_limited', 'Three links were sent within an hour. Try again later.');
  const token = newLinkToken();
  insertVerification(ctx, {
    id: randomBase62(22),
    identifier: hashLinkToken('address', token),
    value: JSON.stringify({ email }),
    expiresAt: ctx.now + DAY_MS,
  });
  await addMail(ctx, email, provedAgainMail, { token });
}
