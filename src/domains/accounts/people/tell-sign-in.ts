import type { SystemCtx } from '../../../context.ts';
import { HOUR_MS } from '../../../kit/time.ts';
import { addMail } from '../mails/add-mail.ts';
import { mailMoment } from '../mails/define-mail.ts';
import { browserName } from './browser-name.ts';
import { knownDevice } from './device.ts';
import { newSignInMail } from './mail-texts.ts';
import { findByEmail } from './store.ts';

/** Mails a person, in the caller's batch, that a browser signed in that never did before. Not right after signing up. */
export async function tellSignIn(
  ctx: SystemCtx,
  email: string,
  { device, userAgent }: { device: string | null; userAgent: string | null },
): Promise<void> {
  if (ctx.vars.SEALING_KEYS.size === 0 || knownDevice(ctx, device, email) !== null) return;
  const person = await findByEmail(ctx, email);
  if (!person || ctx.now - person.createdAt.getTime() < HOUR_MS) return;
  await addMail(ctx, email, newSignInMail, { browser: browserName(userAgent), day: mailMoment(ctx.now) });
}
