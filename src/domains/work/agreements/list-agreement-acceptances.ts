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
import { linkTo } from '../../platform/files/interface.ts';
import { presentVersion } from '../agreement-rules/agreement.ts';
import { requireVisibleCreator } from '../creator-consent/interface.ts';
import { shownName } from '../creator-consent/stage.ts';
import { type FoundAcceptance, listAcceptances } from './acceptances-store.ts';
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
    const { account } = ctx.actor;
    if (account && query.creator === undefined)
      throw new AppError(
        'permission_denied',
        'An account lists what one creator has to accept: give creator.',
      );
    return toListPage(list, query, await pending(ctx, query, range));
  }
  const rows = await listAcceptances(ctx, {
    agreement: query.agreement,
    creator: query.creator,
    limit: query.limit,
    range,
  });
  const page = toListPage(list, query, rows);
  return { ...page, items: await Promise.all(page.items.map((row) => presentAccepted(ctx, row))) };
}

async function presentAccepted(ctx: Ctx, found: FoundAcceptance): Promise<AgreementAcceptance> {
  const { acceptance } = found;
  return {
    id: acceptance.id,
    status: 'accepted',
    account: acceptance.accountId,
    brandName: found.accountName,
    agreement: acceptance.agreementId,
    creator: acceptance.creatorId,
    creatorName: found.creatorName,
    context: acceptance.context,
    program: acceptance.programId,
    retainer: acceptance.retainerId,
    title: acceptance.title,
    document: presentVersion(found.version, await linkTo(ctx, found.document)),
    evidence: {
      key: acceptance.keyId,
      account: acceptance.actorId,
      ip: acceptance.ip,
      userAgent: acceptance.userAgent,
    },
    acceptedAt: iso(acceptance.acceptedAt),
    createdAt: iso(acceptance.acceptedAt),
  };
}

/** What a creator has to accept: a page of it is cut out of all, for there is little. */
async function pending(ctx: Ctx, query: AcceptanceQuery, range: IdRange): Promise<AgreementAcceptance[]> {
  const { account } = ctx.actor;
  const creator = query.creator ?? actingId(ctx.actor);
  if (!account && creator !== actingId(ctx.actor)) return [];
  const rows = await listPendingOfCreator(ctx, creator, account?.id ?? null);
  if (rows.length === 0) return [];
  const name = account ? await nameFor(ctx, creator) : null;
  return rows
    .filter((row) => query.agreement === undefined || query.agreement === row.agreement.id)
    .map((row) => presentPending(row, { id: creator, name: name ?? row.creatorName }))
    .filter(
      (one) =>
        (range.before === null || one.id < range.before) && (range.after === null || one.id > range.after),
    )
    .sort((a, b) => (a.id < b.id ? 1 : -1))
    .slice(0, query.limit + 1);
}

/** What the acting account knows the creator as. */
async function nameFor(ctx: Ctx, creator: string): Promise<string> {
  const { viewer, found } = await requireVisibleCreator(ctx, creator);
  return shownName(found, viewer);
}
