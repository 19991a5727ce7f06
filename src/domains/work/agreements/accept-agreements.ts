import type { Ctx } from '../../../context.ts';
import { emit } from '../../../db/outbox.ts';
import { newId } from '../../../kit/ids.ts';
import type { AcceptanceRow, Applicability, OpenAgreement } from './agreement.ts';
import { documentLinks } from './read-agreements.ts';
import {
  insertAcceptances,
  type OpenProgramRow,
  type OpenRow,
  openForProgram,
  openWithRetainer,
} from './store.ts';

/** From where somebody accepted. */
export interface Evidence {
  ip: string | null;
  userAgent: string | null;
}

const USER_AGENT_LIMIT = 500;

/** The address and browser of a request, as the platform tells them. */
export function evidenceOf(request: Request): Evidence {
  return {
    ip: request.headers.get('cf-connecting-ip'),
    userAgent: request.headers.get('user-agent')?.slice(0, USER_AGENT_LIMIT) ?? null,
  };
}

/**
 * Accepts, for the creator acted as, the newest version of all that is open for a program. Emits agreement.accepted when
 * there was any.
 */
export async function acceptOpenAgreements(
  ctx: Ctx,
  where: { accountId: string; programId: string; creatorId: string; status: string },
  evidence: Evidence,
): Promise<void> {
  const open = await openForProgram(ctx, where.programId, where.creatorId);
  const accepted = open.map((row) => {
    const context = contextOf(row, where.status);
    const programId = context === 'creator_relationship' ? null : where.programId;
    return { row, context, programId, retainerId: null };
  });
  accept(ctx, where, accepted, evidence);
}

/** As acceptOpenAgreements, what is open for a retainer that the creator accepts. */
export async function acceptWithRetainer(
  ctx: Ctx,
  retainer: { id: string; accountId: string; creatorId: string },
  evidence: Evidence,
): Promise<void> {
  const open = await openWithRetainer(ctx, retainer.accountId, retainer.creatorId);
  const accepted = open.map((row) => {
    return { row, context: 'retainer' as const, programId: null, retainerId: retainer.id };
  });
  accept(ctx, retainer, accepted, evidence);
}

type Accepted = Pick<AcceptanceRow, 'context' | 'programId' | 'retainerId'> & { row: OpenRow };

function accept(
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
      keyId: ctx.actor.keyId,
      actorId: ctx.actor.home.id,
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

/** What an agreement is accepted for: the program that names it first, else the widest of its applicabilities. */
export function contextOf(row: OpenProgramRow, applicationStatus: string): Applicability {
  const { applicability } = row.agreement;
  const forProgram = applicationStatus === 'pending' ? 'program_application' : 'program_enrollment';
  if (row.named || applicability.includes(forProgram)) return forProgram;
  return applicability.find((one) => one !== 'retainer') ?? forProgram;
}

/** What the creator has to accept for a program, with links to the documents. */
export async function openDocuments(
  ctx: Ctx,
  programId: string,
  creatorId: string,
): Promise<OpenAgreement[]> {
  return await present(ctx, await openForProgram(ctx, programId, creatorId));
}

/** What the creator has to accept with a retainer, with links to the documents. */
export async function documentsOfRetainer(
  ctx: Ctx,
  retainer: { accountId: string; creatorId: string },
): Promise<OpenAgreement[]> {
  return await present(ctx, await openWithRetainer(ctx, retainer.accountId, retainer.creatorId));
}

async function present(ctx: Ctx, open: OpenRow[]): Promise<OpenAgreement[]> {
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
