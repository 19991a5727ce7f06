// What an account has sent to the addresses of its invitations, as the limits count it.
import type { SystemCtx } from '../../../context.ts';
import { DAY_MS } from '../../../kit/time.ts';
import { listAttempts } from '../attempts/interface.ts';
import { invitationAllowances, type SentBefore } from '../mails/interface.ts';
import type { SentInvitation } from './invitation-store.ts';

interface Before {
  of(invitation: SentInvitation): SentBefore;
  /** Whether an address may be mailed another invitation today, by whichever account. */
  takesMail(email: string): boolean;
}

/** Reads it for all of an account's invitations in one statement. */
export async function sentBefore(
  ctx: SystemCtx,
  accountId: string,
  invitations: readonly SentInvitation[],
): Promise<Before> {
  const allowances = new Map(invitations.map(({ email }) => [email, invitationAllowances(accountId, email)]));
  const all = invitationAllowances(accountId, '').account;
  const asked = [all, ...[...allowances.values()].flatMap(({ same, address }) => [same, address])];
  const times = await listAttempts(ctx, asked);
  const lately = (key: string) => (times.get(key) ?? []).filter((at) => at > ctx.now - DAY_MS).length;
  return {
    of: ({ email, isReturned }) => {
      const [, secondAt = null, thirdAt = null] = times.get(allowances.get(email)!.same.key) ?? [];
      return { secondAt, thirdAt, isReturned, today: lately(all.key) };
    },
    takesMail: (email) => {
      const { key, most } = allowances.get(email)!.address;
      return lately(key) < most;
    },
  };
}
