import { actingId } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import { sha256Hex } from '../../../kit/crypto.ts';
import { AppError } from '../../../kit/error.ts';
import { idTime, lowestId } from '../../../kit/ids.ts';
import { iso } from '../../../kit/time.ts';
import {
  type IdRange,
  idRange,
  type ListInput,
  type ListPage,
  listOf,
  toListPage,
} from '../../../resource/list-page.ts';
import { contextOf, type OpenRow, presentVersion } from '../agreement-rules/agreement.ts';
import { documentLinks } from '../agreement-rules/interface.ts';
import {
  findCreatorName,
  listAcceptances,
  listOpenForCreator,
  listOpenInOffers,
  listOpenInRelationships,
} from './acceptances-store.ts';
import type { AgreementAcceptance } from './agreement-record.ts';

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

/** What a pending entry is about, and since when it has been pending (milliseconds). */
interface Waiting extends Pick<AgreementAcceptance, 'context' | 'program' | 'retainer'> {
  row: OpenRow & { accountId: string; accountName: string };
  since: number;
}

/**
 * Pending entries have no rows: they follow from a creator's applications, offered retainers and
 * relationships, and there are few of those. An ID is made from what its entry is about, so it is the same in
 * every list.
 */
async function pending(ctx: Ctx, query: AcceptanceQuery, range: IdRange): Promise<AgreementAcceptance[]> {
  const creatorId = actingId(ctx.actor);
  if (query.creator !== undefined && query.creator !== creatorId) return [];
  const first = new Map<string, Waiting>();
  const [creatorName, all] = await Promise.all([findCreatorName(ctx, creatorId), waiting(ctx, creatorId)]);
  for (const one of all) {
    const { id } = one.row.agreement;
    if (query.agreement !== undefined && query.agreement !== id) continue;
    const known = first.get(id);
    if (!known || one.since < known.since) first.set(id, one);
  }
  return [...first.values()]
    .map((one) => presentPending(one, { id: creatorId, name: creatorName }))
    .filter(
      (one) =>
        (range.before === null || one.id < range.before) && (range.after === null || one.id > range.after),
    )
    .sort((a, b) => (a.id < b.id ? 1 : -1))
    .slice(0, query.limit + 1);
}

async function waiting(ctx: Ctx, creatorId: string): Promise<Waiting[]> {
  const [applied, offered, related] = await Promise.all([
    listOpenForCreator(ctx, creatorId),
    listOpenInOffers(ctx, creatorId),
    listOpenInRelationships(ctx, creatorId),
  ]);
  const since = (row: { since: number } & OpenRow) => Math.max(row.since, row.latest.createdAt);
  return [
    ...applied.map((row): Waiting => {
      const context = contextOf(row, row.applicationStatus);
      const program = context === 'creator_relationship' ? null : row.programId;
      return { row, since: since(row), context, program, retainer: null };
    }),
    ...offered.map((row): Waiting => {
      return { row, since: since(row), context: 'retainer', program: null, retainer: row.retainerId };
    }),
    ...related.map((row): Waiting => {
      return { row, since: since(row), context: 'creator_relationship', program: null, retainer: null };
    }),
  ];
}

function presentPending(
  { row, since, context, program, retainer }: Waiting,
  creator: { id: string; name: string | null },
): AgreementAcceptance {
  const about = sha256Hex(`${creator.id} ${row.agreement.id} ${row.agreement.latest}`).slice(0, 16);
  const id = lowestId('acceptance', since).slice(0, -16) + about;
  return {
    id,
    status: 'pending',
    account: row.accountId,
    brandName: row.accountName,
    creator: creator.id,
    creatorName: creator.name,
    context,
    program,
    retainer,
    title: row.latest.title,
    document: null,
    evidence: null,
    acceptedAt: null,
    createdAt: iso(idTime(id)),
  };
}
