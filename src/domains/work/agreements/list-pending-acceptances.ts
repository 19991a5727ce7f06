import { actingId } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import { sha256Hex } from '../../../kit/crypto.ts';
import { idTime, lowestId } from '../../../kit/ids.ts';
import { iso } from '../../../kit/time.ts';
import {
  cursorBehind,
  type List,
  type ListInput,
  type ListPage,
  listOf,
  placeOf,
} from '../../../resource/list-page.ts';
import { contextOf } from '../agreement-rules/agreement.ts';
import { shownName } from '../creator-consent/stage.ts';
import { viewerOf } from '../creator-consent/viewer.ts';
import type { AgreementAcceptance } from './agreement-record.ts';
import { type AskedRow, findLastLookedAt, listPendingOfAgreement, requireNewest } from './pending-store.ts';

/**
 * The creators who have to accept an agreement's newest version, newest creators first. Throws not_found, for
 * an unknown agreement also if the cursor is invalid too.
 */
export async function listPendingAcceptances(
  ctx: Ctx,
  id: string,
  query: ListInput,
): Promise<ListPage<AgreementAcceptance>> {
  const list = listOf(ctx, `pending acceptances ${id} ${actingId(ctx.actor)}`);
  const behind = await behindOf(ctx, id, list, query);
  const [newest, last, rows] = await Promise.all([
    requireNewest(ctx, id),
    findLastLookedAt(ctx, behind),
    listPendingOfAgreement(ctx, id, {
      behind,
      after: query.createdAfter === undefined ? null : Date.parse(query.createdAfter),
      before: query.createdBefore === undefined ? null : Date.parse(query.createdBefore),
      limit: query.limit,
    }),
  ]);
  const shown = rows.slice(0, query.limit);
  const next = rows.length > query.limit ? shown.at(-1)!.id : last;
  const viewer = viewerOf(ctx.actor);
  return {
    items: shown.map(({ found, ask }) =>
      presentPending({ ...newest, ask }, { id: found.creator.id, name: shownName(found, viewer) }),
    ),
    nextCursor: next === null ? null : cursorBehind(list, query, next),
  };
}

async function behindOf(ctx: Ctx, id: string, list: List, query: ListInput): Promise<string | null> {
  try {
    return placeOf(list, query);
  } catch (error) {
    await requireNewest(ctx, id);
    throw error;
  }
}

/**
 * A pending entry has no row. Its ID is made from what it is about, so it is the same in every list and for
 * both sides.
 */
export function presentPending(row: AskedRow, creator: { id: string; name: string }): AgreementAcceptance {
  const { agreement, latest, accountName, ask } = row;
  const about = sha256Hex(`${creator.id} ${agreement.id} ${agreement.latest}`).slice(0, 16);
  const id = lowestId('acceptance', ask.since).slice(0, -16) + about;
  const context = contextOfAsk(row);
  return {
    id,
    status: 'pending',
    account: agreement.accountId,
    brandName: accountName,
    agreement: agreement.id,
    creator: creator.id,
    creatorName: creator.name,
    context,
    program: context === 'creator_relationship' ? null : ask.program,
    retainer: ask.retainer,
    title: latest.title,
    document: null,
    evidence: null,
    acceptedAt: null,
    createdAt: iso(idTime(id)),
  };
}

function contextOfAsk(row: AskedRow): AgreementAcceptance['context'] {
  const { retainer, applicationStatus, named } = row.ask;
  if (retainer !== null) return 'retainer';
  return applicationStatus === null
    ? 'creator_relationship'
    : contextOf({ ...row, named }, applicationStatus);
}
