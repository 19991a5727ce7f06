import type { Ctx } from '../../../context.ts';
import { notFound } from '../../../kit/error.ts';
import { idRange, type ListInput, type Page, toPage } from '../../../resource/page.ts';
import { type AgreementVersion, presentVersion } from '../agreements/agreement.ts';
import { documentLinks } from '../agreements/interface.ts';
import { findVersion, listVersions, requireAgreement } from './store.ts';

/** A version's number as a sort key of one length, which is what cursors hold. */
const sortKey = (number: number) => String(number).padStart(10, '0');

export async function listAgreementVersions(
  ctx: Ctx,
  id: string,
  query: ListInput,
): Promise<Page<AgreementVersion>> {
  await requireAgreement(ctx, id);
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

export async function getAgreementVersion(ctx: Ctx, id: string, number: string): Promise<AgreementVersion> {
  await requireAgreement(ctx, id);
  const row = /^[1-9][0-9]{0,8}$/.test(number) ? await findVersion(ctx, id, Number(number)) : null;
  if (!row) throw notFound('version');
  const links = await documentLinks(ctx, [row]);
  return presentVersion(row, links.get(row.file) ?? null);
}
