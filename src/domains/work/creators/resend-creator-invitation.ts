import type * as z from 'zod';
import { actingAccount } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import { countAttempt } from '../../accounts/attempts/interface.ts';
import {
  invitationAllowances,
  requireResendable,
  resentMeanwhile,
  resentTooOften,
} from '../../accounts/mails/interface.ts';
import { saveResent } from '../creator-consent/interface.ts';
import { type CreatorInvitation, type InvitationResend, presentInvitation } from './creator-invitation.ts';
import { requireInvitation } from './get-creator-invitation.ts';

/**
 * Has the invitation to a creator mailed again, within a minute. The answer is the same whether or not its address takes mails: the
 * account learns nothing of what the address's reader decided. Of two at once one is sent. Throws not_found, version_conflict,
 * rate_limited, operation_rejected.
 */
export async function resendCreatorInvitation(
  ctx: Ctx,
  creator: string,
  input: z.output<typeof InvitationResend>,
): Promise<CreatorInvitation> {
  const account = actingAccount(ctx.actor).id;
  const found = await requireInvitation(ctx, creator);
  const { times, email } = found;
  if (input.sentCount !== undefined && input.sentCount !== times) throw resentMeanwhile();
  requireResendable(found, ctx.now);
  saveResent(ctx, { creator, account, times }, async () =>
    (await requireInvitation(ctx, creator)).times === times ? null : resentMeanwhile(),
  );
  const allowances = invitationAllowances(account, email);
  countAttempt(ctx, allowances.same, async () => resentTooOften('resent_twice', null, ctx.now));
  countAttempt(ctx, allowances.account, async () => resentTooOften('daily_limit', null, ctx.now));
  const { lastAt, secondAt } = found;
  const sent = { ...found, times: times + 1, lastAt: ctx.now, secondAt: lastAt, thirdAt: secondAt };
  return presentInvitation(creator, { ...sent, today: found.today + 1 }, ctx.now);
}
