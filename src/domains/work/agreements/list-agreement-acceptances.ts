import { actingId } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../kit/error.ts';
import { iso } from '../../../kit/time.ts';
import {
  type IdRange,
  idRange,
  type ListInput,
  type ListPage,
  listOf,
  toListPage,
} from '../../../resource/list-page.ts';
import { presentVersion } from '../agreement-rules/agreement.ts';
import { documentLinks } from '../agreement-rules/interface.ts';
import { listAcceptances } from './acceptances-store.ts';
import type { AgreementAcceptance } from './agreement-record.ts';
import { presentPending } from './list-pending-acceptances.ts';
import { listPendingOfCreator } from './pending-store.ts';

export interface AcceptanceQuery extends ListInput {
  agreement?: string | undefined;
  creator?: string | undefined;
  status?: 'accepted' | 'pending' | undefined;
}

/**
 * The acceptances and, for a creator, the agreements that it still has to accept. Throws permission_denied.
 */
export async function listAgreementAcceptances(
  ctx: Ctx,
  query: AcceptanceQuery,
): Promise<ListPage<AgreementAcceptance>> {
  const list = listOf(ctx, `acceptances ${actingId(ctx.actor)}`);
  const range = idRange(list, 'acceptance', query);
  if (query.status === 'pending') {
    if (ctx.actor.account)
      throw new AppError('permission_denied', 'Only a creator lists what it has to accept.');
    return toListPage(list, query, await pending(ctx, query, range));
  }
  const rows = await listAcceptances(ctx, {
    agreement: query.agreement,
    creator: query.creator,
    limit: query.limit,
    range,
  });
  const page = toListPage(list, query, rows);
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

/** What the acting creator has to accept: a page of it is cut out of all, for there is little. */
async function pending(ctx: Ctx, query: AcceptanceQuery, range: IdRange): Promise<AgreementAcceptance[]> {
  const creator = actingId(ctx.actor);
  if (query.creator !== undefined && query.creator !== creator) return [];
  const rows = await listPendingOfCreator(ctx, creator);
  return rows
    .filter((row) => query.agreement === undefined || query.agreement === row.agreement.id)
    .map((row) => presentPending(row, { id: creator, name: row.creatorName }))
    .filter(
      (one) =>
        (range.before === null || one.id < range.before) && (range.after === null || one.id > range.after),
    )
    .sort((a, b) => (a.id < b.id ? 1 : -1))
    .slice(0, query.limit + 1);
}
