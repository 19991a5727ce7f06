import type { Ctx } from '../../context.ts';
import { emit } from '../../db/outbox.ts';
import { newId } from '../../kit/ids.ts';
import type { AcceptanceRow, Applicability } from './agreement.ts';
import { documentLinks } from './read-agreements.ts';
import { insertAcceptances, type OpenRow, openForProgram } from './store.ts';

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
  if (open.length === 0) return;
  const rows = open.map((row): AcceptanceRow => {
    const context = contextOf(row, where.status);
    return {
      id: newId('acceptance', ctx.now),
      accountId: where.accountId,
      agreementId: row.agreement.id,
      number: row.agreement.latest,
      creatorId: where.creatorId,
      context,
      programId: context === 'creator_relationship' ? null : where.programId,
      retainerId: null,
      title: row.latest.title,
      keyId: ctx.actor.keyId,
      actorId: ctx.actor.home.id,
      ip: evidence.ip,
      userAgent: evidence.userAgent,
      acceptedAt: ctx.now,
    };
  });
  insertAcceptances(ctx, rows);
  const forProgram = rows.some((row) => row.programId !== null);
  emit(ctx, {
    type: 'agreement.accepted',
    account: where.accountId,
    creator: where.creatorId,
    data: { creator: where.creatorId, ...(forProgram ? { program: where.programId } : {}) },
  });
}

/** What an agreement is accepted for: the program that names it first, else the widest of its applicabilities. */
export function contextOf(row: OpenRow, applicationStatus: string): Applicability {
  const { applicability } = row.agreement;
  const forProgram = applicationStatus === 'pending' ? 'program_application' : 'program_enrollment';
  if (row.named || applicability.includes(forProgram)) return forProgram;
  return applicability.find((one) => one !== 'retainer') ?? forProgram;
}

/** What the creator has to accept for a program, with links to the documents. */
export async function openDocuments(ctx: Ctx, programId: string, creatorId: string) {
  const open = await openForProgram(ctx, programId, creatorId);
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
