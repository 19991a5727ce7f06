// How a team is presented, and who may change whom.
import * as z from 'zod';
import { ROLES, type Role } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../kit/error.ts';
import { LowerCaseEmail } from '../../../resource/fields.ts';
import type { ResendRefusal } from '../mails/interface.ts';

export const InvitationCreate = z.object({ email: LowerCaseEmail, role: z.enum(ROLES) });
export const InvitationResend = z.object({
  sentCount: z.int().min(0).optional().describe('The count that the caller saw.'),
});
export const FirstOwnerCreate = z.object({ email: LowerCaseEmail });
export const MembershipUpdate = z.object({
  role: z.enum(ROLES),
  was: z
    .enum(ROLES)
    .optional()
    .describe('The role that the caller saw. The change is refused if it is another by now.'),
});

export const FactorRequirement = z.object({ required: z.boolean() });

export interface TeamMember {
  /** The person's ID. */
  id: string;
  name: string;
  email: string;
  role: Role;
  /** Whether this is the calling person. */
  you: boolean;
  since: string;
  /** Whether signing in takes a second factor; null for members, who are not told. */
  hasFactor: boolean | null;
}

export interface TeamInvitation {
  id: string;
  email: string;
  role: Role;
  expiresAt: string;
  sentCount: number;
  lastSentAt: string;
  /** Why it cannot be resent now, and until when if that is known; null when it can. */
  refusal: ResendRefusal | null;
  resendAt: string | null;
}

/** The most people in an account, and the most open invitations. */
export const MOST_MEMBERS = 200;
export const MOST_INVITATIONS = 50;

/**
 * Checks that the caller may manage people with these roles: owners manage everybody, admins everybody except owners.
 * Throws permission_denied.
 */
export function requireOver(ctx: Ctx, ...roles: Role[]): void {
  if (ctx.actor.role === 'owner' || !roles.includes('owner')) return;
  throw new AppError(
    'permission_denied',
    'Only owners invite, change or remove owners, here and at client brands.',
  );
}
