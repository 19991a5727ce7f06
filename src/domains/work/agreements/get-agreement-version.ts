import { actingId } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import {
  type IdRange,
  idRange,
  type List,
  type ListInput,
  type ListPage,
  listOf,
  toListPage,
} from '../../../resource/list-page.ts';
import { linkTo } from '../../platform/files/interface.ts';
import { type AgreementVersion, presentVersion } from '../agreement-rules/agreement.ts';
import type { FoundVersion } from './agreement-record.ts';
import { listVersions, requireAgreement, requireVersion } from './store.ts';

/** A version's number padded to one length, so that cursors can hold it as a sort key. */
const sortKey = (number: number) => String(number).padStart(10, '0');

export async function listAgreementVersions(
  ctx: Ctx,
  id: string,
  query: ListInput,
): Promise<ListPage<AgreementVersion>> {
  const list = listOf(ctx, `agreement versions ${id} ${actingId(ctx.actor)}`);
  const range = await rangeOf(ctx, id, list, query);
  const rows = await listVersions(ctx, id, {
    below: query.cursor === undefined ? null : Number(range.before),
    after: query.createdAfter === undefined ? null : Date.parse(query.createdAfter),
    before: query.createdBefore === undefined ? null : Date.parse(query.createdBefore),
    limit: query.limit,
  });
  const page = toListPage(
    list,
    query,
    rows.map((row) => ({ ...row, id: sortKey(row.version.number) })),
  );
  return { ...page, items: await Promise.all(page.items.map((row) => presentLinked(ctx, row))) };
}

/**
 * The range of the requested page. For an unknown agreement it throws not_found, even if the cursor is
 * invalid too.
 */
async function rangeOf(ctx: Ctx, id: string, list: List, query: ListInput): Promise<IdRange> {
  try {
    return idRange(list, 'agreement', query);
  } catch (error) {
    await requireAgreement(ctx, id);
    throw error;
  }
}

export async function getAgreementVersion(ctx: Ctx, id: string, number: string): Promise<AgreementVersion> {
  const known = /^[1-9][0-9]{0,8}$/.test(number) ? Number(number) : null;
  return await presentLinked(ctx, await requireVersion(ctx, id, known));
}

/** A version with a link to its document. */
async function presentLinked(ctx: Ctx, { version, document }: FoundVersion): Promise<AgreementVersion> {
  return presentVersion(version, await linkTo(ctx, document));
}
