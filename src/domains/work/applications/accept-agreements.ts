import type { Ctx } from '../../../context.ts';
import { contextOf, type OpenAgreement } from '../agreement-rules/agreement.ts';
import { acceptAgreements, type Evidence, presentOpen } from '../agreement-rules/interface.ts';
import { listOpenForProgram } from './agreements-store.ts';

/**
 * Accepts, for the acting creator, the newest versions of all agreements that are open for a program. Emits
 * agreement.accepted if there are any.
 */
export async function acceptOpenAgreements(
  ctx: Ctx,
  where: { accountId: string; programId: string; creatorId: string; status: string },
  evidence: Evidence,
): Promise<void> {
  const open = await listOpenForProgram(ctx, where.programId, where.creatorId);
  const accepted = open.map((row) => {
    const context = contextOf(row, where.status);
    const programId = context === 'creator_relationship' ? null : where.programId;
    return { row, context, programId, retainerId: null };
  });
  acceptAgreements(ctx, where, accepted, evidence);
}

/** The agreements that the creator has to accept for a program, with links to the documents. */
export async function openDocuments(
  ctx: Ctx,
  programId: string,
  creatorId: string,
): Promise<OpenAgreement[]> {
  return await presentOpen(ctx, await listOpenForProgram(ctx, programId, creatorId));
}
