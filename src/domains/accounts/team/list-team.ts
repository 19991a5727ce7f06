import { actingAccount } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import { iso, isoOrNull } from '../../../kit/time.ts';
import { resendRefusal } from '../mails/interface.ts';
import { isInUse } from '../people/interface.ts';
import { hasFactorRequirement } from './factor-requirement-store.ts';
import { listOpenInvitations } from './invitation-store.ts';
import { listMembers } from './membership-store.ts';
import { sentBefore } from './sent-before.ts';
import { MOST_INVITATIONS, MOST_MEMBERS, type TeamInvitation, type TeamMember } from './team.ts';

/** The members and open invitations of the acting account, and whether it requires a second factor of them. */
export async function listTeam(
  ctx: Ctx,
): Promise<{ members: TeamMember[]; invitations: TeamInvitation[]; requiresFactor: boolean }> {
  const { id } = actingAccount(ctx.actor);
  // Whose sign-in takes a password alone is for those to know who can do something about it.
  const manages = ctx.actor.role !== 'member';
  const [members, invitations, requiresFactor] = await Promise.all([
    listMembers(ctx, id, MOST_MEMBERS),
    listOpenInvitations(ctx, id, MOST_INVITATIONS),
    hasFactorRequirement(ctx, id),
  ]);
  const before = await sentBefore(ctx, id, invitations);
  return {
    requiresFactor,
    members: members.map(({ personId, name, email, role, createdAt, factorAt, factorRemovedAt }) => ({
      id: personId,
      name,
      email,
      role,
      you: personId === ctx.actor.callerId,
      since: iso(createdAt),
      hasFactor: manages ? isInUse({ confirmedAt: factorAt, removedAt: factorRemovedAt }, ctx.now) : null,
    })),
    invitations: invitations.map((one) => {
      const refused = resendRefusal(before.of(one), ctx.now);
      return {
        id: one.id,
        email: one.email,
        role: one.role,
        expiresAt: iso(one.expiresAt),
        sentCount: one.sentCount,
        lastSentAt: iso(one.resentAt ?? one.createdAt),
        refusal: refused?.refusal ?? null,
        resendAt: isoOrNull(refused?.until ?? null),
      };
    }),
  };
}
