// The interface of mails for other domains.
import { type SQL, sql } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';

export { type InvitationAllowances, invitationAllowances } from './invitation-allowances.ts';
export { invitationsOff, switchOffWords } from './invitations-off.ts';
export {
  RESEND_REFUSALS,
  type ResendRefusal,
  requireResendable,
  resendRefusal,
  resentMeanwhile,
  resentTooOften,
  type SentBefore,
} from './resending.ts';

/** SQL for whether the caller's batch has added a mail: `addMail` leaves out what its address does not get. */
export const holdsMail = (id: string | null): SQL => sql`EXISTS (SELECT 1 FROM mails WHERE id = ${id})`;

/** Lets an address be invited by mail again, in the caller's batch: its person signed up. */
export function endRefusal(ctx: SystemCtx, address: string): void {
  ctx.write.addSql(sql`DELETE FROM mail_refusals WHERE address = ${address}`);
}

/**
 * Lets mails go to an address again although some came back, in the caller's batch: its person just proved it. The bounces are
 * kept until the next time. They tell which reports are about mails from before, and are ignored.
 */
export function endBounces(ctx: SystemCtx, address: string): void {
  ctx.write
    .addSql(sql`DELETE FROM mail_bounces WHERE address = ${address} AND proved_at IS NOT NULL
      AND EXISTS (SELECT 1 FROM mail_bounces WHERE address = ${address} AND proved_at IS NULL)`)
    .addSql(sql`UPDATE mail_bounces SET proved_at = ${ctx.now} WHERE address = ${address}`);
}
