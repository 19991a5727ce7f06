import { actingAccount } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import { notFound } from '../../../kit/error.ts';
import { idRange, type ListInput, type Page, toPage } from '../../../resource/page.ts';
import { filesById, linkTo } from '../../platform/files/interface.ts';
import {
  AGREEMENT_STATUSES,
  type Agreement,
  type AgreementVersion,
  type FoundAgreement,
  presentAgreement,
  presentVersion,
  type VersionRow,
} from './agreement.ts';
import { findVersion, getAgreement, listAgreements, listVersions } from './store.ts';

/** Links to the documents of several versions, by file ID. */
export async function documentLinks(ctx: Ctx, versions: VersionRow[]): Promise<Map<string, string | null>> {
  const files = await filesById(
    ctx,
    versions.map((version) => version.file),
  );
  const links = await Promise.all(
    [...files].map(async ([id, file]) => [id, await linkTo(ctx, file)] as const),
  );
  return new Map(links);
}

export async function showAgreement(ctx: Ctx, found: FoundAgreement): Promise<Agreement> {
  const links = await documentLinks(ctx, [found.latest]);
  return presentAgreement(found, links.get(found.latest.file) ?? null);
}

export async function readAgreement(ctx: Ctx, id: string): Promise<Agreement> {
  return await showAgreement(ctx, await getAgreement(ctx, id));
}

export async function readAgreements(
  ctx: Ctx,
  query: ListInput & { status?: ('active' | 'archived')[] | undefined },
): Promise<Page<Agreement>> {
  const list = `agreements ${actingAccount(ctx.actor).id}`;
  const rows = await listAgreements(ctx, {
    statuses: query.status ? [...new Set(query.status)] : AGREEMENT_STATUSES,
    limit: query.limit,
    range: idRange(list, 'agreement', query),
  });
  const page = toPage(list, query, rows);
  const links = await documentLinks(
    ctx,
    page.items.map((row) => row.latest),
  );
  return {
    ...page,
    items: page.items.map((row) => presentAgreement(row, links.get(row.latest.file) ?? null)),
  };
}

/** A version's number as a sort key of one length, which is what cursors hold. */
const sortKey = (number: number) => String(number).padStart(10, '0');

export async function readVersions(ctx: Ctx, id: string, query: ListInput): Promise<Page<AgreementVersion>> {
  await getAgreement(ctx, id);
  const list = `agreement versions ${id}`;
  const range = idRange(list, 'agreement', query);
  const rows = await listVersions(ctx, id, {
    below: query.cursor === undefined ? null : Number(range.before),
    after: query.createdAfter === undefined ? null : Date.parse(query.createdAfter),
    before: query.createdBefore === undefined ? null : Date.parse(query.createdBefore),
    limit: query.limit,
  });
  const page = toPage(
    list,
    query,
    rows.map((row) => ({ ...row, id: sortKey(row.number) })),
  );
  const links = await documentLinks(ctx, page.items);
  return { ...page, items: page.items.map((row) => presentVersion(row, links.get(row.file) ?? null)) };
}

export async function readVersion(ctx: Ctx, id: string, number: string): Promise<AgreementVersion> {
  await getAgreement(ctx, id);
  const row = /^[1-9][0-9]{0,8}$/.test(number) ? await findVersion(ctx, id, Number(number)) : null;
  if (!row) throw notFound('version');
  const links = await documentLinks(ctx, [row]);
  return presentVersion(row, links.get(row.file) ?? null);
}
