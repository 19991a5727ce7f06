import { actingId } from '../../auth/actor.ts';
import type { Ctx } from '../../context.ts';
import { sha256Hex } from '../../kit/crypto.ts';
import { AppError } from '../../kit/error.ts';
import { idTime, lowestId } from '../../kit/ids.ts';
import { iso } from '../../kit/time.ts';
import { type IdRange, idRange, type ListInput, type Page, toPage } from '../../resource/page.ts';
import { contextOf } from './accept-agreements.ts';
import { type AgreementAcceptance, presentVersion } from './agreement.ts';
import { documentLinks } from './read-agreements.ts';
import { listAcceptances, type OpenApplicationRow, openForCreator } from './store.ts';

export interface AcceptanceQuery extends ListInput {
  agreement?: string | undefined;
  creator?: string | undefined;
  status?: 'accepted' | 'pending' | undefined;
}

/** What was accepted; for a creator also what it still has to accept. Throws permission_denied. */
export async function readAcceptances(ctx: Ctx, query: AcceptanceQuery): Promise<Page<AgreementAcceptance>> {
  const list = `acceptances ${actingId(ctx.actor)}`;
  const range = idRange(list, 'acceptance', query);
  if (query.status === 'pending') {
    if (ctx.actor.account)
      throw new AppError('permission_denied', 'Only a creator lists what it has to accept.');
    return toPage(list, query, await pending(ctx, query, range));
  }
  const rows = await listAcceptances(ctx, {
    agreement: query.agreement,
    creator: query.creator,
    limit: query.limit,
    range,
  });
  const page = toPage(list, query, rows);
  const links = await documentLinks(
    ctx,
    page.items.map((row) => row.document),
  );
  return {
    ...page,
    items: page.items.map(({ acceptance, document, accountName, creatorName }) => ({
      id: acceptance.id,
      status: 'accepted' as const,
      account: acceptance.accountId,
      brandName: accountName,
      creator: acceptance.creatorId,
      creatorName,
      context: acceptance.context,
      program: acceptance.programId,
      retainer: acceptance.retainerId,
      title: acceptance.title,
      document: presentVersion(document, links.get(document.file) ?? null),
      evidence: {
        key: acceptance.keyId,
        account: acceptance.actorId,
        ip: acceptance.ip,
        userAgent: acceptance.userAgent,
      },
      acceptedAt: iso(acceptance.acceptedAt),
      createdAt: iso(acceptance.acceptedAt),
    })),
  };
}

/**
 * Pending ones are no rows: they follow from a creator's applications, of which there are few. An ID is made of what
 * the entry is about, so that it is the same in every list.
 */
async function pending(ctx: Ctx, query: AcceptanceQuery, range: IdRange): Promise<AgreementAcceptance[]> {
  const creatorId = actingId(ctx.actor);
  if (query.creator !== undefined && query.creator !== creatorId) return [];
  const first = new Map<string, { row: OpenApplicationRow; since: number }>();
  for (const row of await openForCreator(ctx, creatorId)) {
    if (query.agreement !== undefined && query.agreement !== row.agreement.id) continue;
    const since = Math.max(row.since, row.latest.createdAt);
    const known = first.get(row.agreement.id);
    if (!known || since < known.since) first.set(row.agreement.id, { row, since });
  }
  return [...first.values()]
    .map(({ row, since }) => presentPending(row, since, creatorId))
    .filter(
      (one) =>
        (range.before === null || one.id < range.before) && (range.after === null || one.id > range.after),
    )
    .sort((a, b) => (a.id < b.id ? 1 : -1))
    .slice(0, query.limit + 1);
}

function presentPending(row: OpenApplicationRow, since: number, creatorId: string): AgreementAcceptance {
  const about = sha256Hex(`${creatorId} ${row.agreement.id} ${row.agreement.latest}`).slice(0, 16);
  const id = lowestId('acceptance', since).slice(0, -16) + about;
  const context = contextOf(row, row.applicationStatus);
  return {
    id,
    status: 'pending',
    account: row.accountId,
    brandName: row.accountName,
    creator: creatorId,
    creatorName: null,
    context,
    program: context === 'creator_relationship' ? null : row.programId,
    retainer: null,
    title: row.latest.title,
    document: null,
    evidence: null,
    acceptedAt: null,
    createdAt: iso(idTime(id)),
  };
}
