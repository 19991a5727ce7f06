// What other domains may ask of agreements: those that a creator has to accept, and accepting them.
import { homeId } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import { emit } from '../../../db/outbox.ts';
import { newId } from '../../../kit/ids.ts';
import { filesById, linkTo } from '../../platform/files/interface.ts';
import type { AcceptanceRow, OpenAgreement, OpenRow, VersionRow } from './agreement.ts';
import { insertAcceptances, listOpenForRelationship, listOpenForRetainer } from './store.ts';

/** Where an acceptance came from: the address and the browser. */
export interface Evidence {
  ip: string | null;
  userAgent: string | null;
}

const USER_AGENT_LIMIT = 500;

/** The address and browser of a request, as the platform reports them. */
export function evidenceOf(request: Request): Evidence {
  return {
    ip: request.headers.get('cf-connecting-ip'),
    userAgent: request.headers.get('user-agent')?.slice(0, USER_AGENT_LIMIT) ?? null,
  };
}

/** Accepts, for the acting creator, the newest versions of all agreements that apply to a retainer. */
export async function acceptForRetainer(
  ctx: Ctx,
  retainer: { id: string; accountId: string; creatorId: string },
  evidence: Evidence,
): Promise<void> {
  const open = await listOpenForRetainer(ctx, retainer.accountId, retainer.creatorId);
  const accepted = open.map((row) => {
    return { row, context: 'retainer' as const, programId: null, retainerId: retainer.id };
  });
  acceptAgreements(ctx, retainer, accepted, evidence);
}

/**
 * Accepts, for the acting creator, the newest versions of all agreements that working with an account
 * requires.
 */
export async function acceptForRelationship(
  ctx: Ctx,
  between: { accountId: string; creatorId: string },
  evidence: Evidence,
): Promise<void> {
  const open = await listOpenForRelationship(ctx, between.accountId, between.creatorId);
  const accepted = open.map((row) => {
    return { row, context: 'creator_relationship' as const, programId: null, retainerId: null };
  });
  acceptAgreements(ctx, between, accepted, evidence);
}

type Accepted = Pick<AcceptanceRow, 'context' | 'programId' | 'retainerId'> & { row: OpenRow };

/** Adds the acting creator's acceptances to the caller's batch. Emits agreement.accepted if there are any. */
export function acceptAgreements(
  ctx: Ctx,
  { accountId, creatorId }: { accountId: string; creatorId: string },
  accepted: Accepted[],
  evidence: Evidence,
): void {
  if (accepted.length === 0) return;
  insertAcceptances(
    ctx,
    accepted.map(({ row, context, programId, retainerId }) => ({
      id: newId('acceptance', ctx.now),
      accountId,
      agreementId: row.agreement.id,
      number: row.agreement.latest,
      creatorId,
      context,
      programId,
      retainerId,
      title: row.latest.title,
      keyId: ctx.actor.callerId,
      actorId: homeId(ctx.actor),
      ip: evidence.ip,
      userAgent: evidence.userAgent,
      acceptedAt: ctx.now,
    })),
  );
  const program = accepted.find((one) => one.programId !== null)?.programId;
  emit(ctx, {
    type: 'agreement.accepted',
    account: accountId,
    creator: creatorId,
    data: { creator: creatorId, ...(program ? { program } : {}) },
  });
}

/** The agreements that the creator has to accept with a retainer, with links to the documents. */
export async function documentsForRetainer(
  ctx: Ctx,
  retainer: { accountId: string; creatorId: string },
): Promise<OpenAgreement[]> {
  return await presentOpen(ctx, await listOpenForRetainer(ctx, retainer.accountId, retainer.creatorId));
}

/** The agreements that the creator has to accept to work with an account, with links to the documents. */
export async function documentsForRelationship(
  ctx: Ctx,
  between: { accountId: string; creatorId: string },
): Promise<OpenAgreement[]> {
  return await presentOpen(ctx, await listOpenForRelationship(ctx, between.accountId, between.creatorId));
}

/** Agreements that a creator has to accept, with links to the documents. */
export async function presentOpen(ctx: Ctx, open: OpenRow[]): Promise<OpenAgreement[]> {
  const links = await documentLinks(
    ctx,
    open.map((row) => row.latest),
  );
  return open.map(({ latest }) => ({
    agreement: latest.agreementId,
    version: latest.number,
    title: latest.title,
    description: latest.description,
    file: latest.file,
    fileName: latest.fileName,
    size: latest.size,
    sha256: latest.sha256,
    url: links.get(latest.file) ?? null,
  }));
}

/** Links to the documents of several versions, by file ID. */
async function documentLinks(ctx: Ctx, versions: VersionRow[]): Promise<Map<string, string | null>> {
  const files = await filesById(
    ctx,
    versions.map((version) => version.file),
  );
  const links = await Promise.all(
    [...files].map(async ([id, file]) => [id, await linkTo(ctx, file)] as const),
  );
  return new Map(links);
}
