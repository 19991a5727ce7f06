import { deadLink } from '../../../auth/link-token.ts';
import type { SystemCtx } from '../../../context.ts';
import { type InvitedProgram, listInvitedPrograms } from '../applications/interface.ts';
import { findInvitation } from '../creator-consent/interface.ts';
import { isInvitationSignature } from './invitation-signature.ts';

/** So many programs are named. */
const NAMED = 10;

/** What the page behind an invitation's link shows. */
export interface Invitation {
  /** The account that keeps the record. */
  accountName: string;
  email: string;
  programs: InvitedProgram[];
}

/**
 * The invitation behind a mail's link, as the records are now. Throws gone for one that was answered or taken back, whose
 * record has another address now, or that is not ours.
 */
export async function getInvitation(
  ctx: SystemCtx,
  { creator, signature }: { creator: string; signature: string },
): Promise<Invitation> {
  const found = await findInvitation(ctx, creator);
  if (!found || !isInvitationSignature(ctx.vars, { creator, email: found.email }, signature))
    throw deadLink('Sign in to see what waits for you.');
  return { ...found, programs: await listInvitedPrograms(ctx, creator, NAMED) };
}
