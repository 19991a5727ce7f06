import { actingId } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../kit/error.ts';
import { idRange, type ListInput, type ListPage, listOf, toListPage } from '../../../resource/list-page.ts';
import { clientIds } from '../../accounts/accounts/interface.ts';
import { getAccessCode } from '../../catalog/products/interface.ts';
import { openAddress } from './address.ts';
import { presentSample, SAMPLE_STATUSES, type Sample, seesAddress } from './sample.ts';
import * as store from './store.ts';
import type { State } from './transitions.ts';

/** A sample with its address, if the caller may see it. */
export async function withAddress(ctx: Ctx, { row, order, together }: store.FoundSample): Promise<Sample> {
  const seen = row.address !== null && seesAddress(ctx.actor, row, together);
  return {
    ...presentSample(row, order, ctx.actor.account === null),
    address: seen ? await openAddress(ctx, row, row.address!) : null,
  };
}

/**
 * A sample of the caller's. Throws not_found; permission_denied for a creator that asks for the code of a sample
 * that is not approved; unavailable when the code or the address cannot be decrypted.
 * @param expand with accessCode: the product's code too, and the reading is recorded.
 */
export async function getSample(ctx: Ctx, id: string, expand?: 'accessCode'): Promise<Sample> {
  const [found, product] = await Promise.all([
    store.requireSample(ctx, id),
    expand ? store.findProductOf(ctx, id) : null,
  ]);
  const shown = await withAddress(ctx, found);
  if (!expand) return shown;
  const { row } = found;
  if (!ctx.actor.account && (row.status === 'pending' || row.status === 'rejected'))
    throw new AppError('permission_denied', 'The access code is shown once the sample is approved.');
  return { ...shown, accessCode: product && (await getAccessCode(ctx, product)) };
}

export interface SampleQuery extends ListInput {
  program?: string | undefined;
  creator?: string | undefined;
  status?: State[] | undefined;
  scope?: 'clients' | undefined;
}

/** The samples of the acting account or its client brands, or of the acting creator. */
export async function listSamples(ctx: Ctx, query: SampleQuery): Promise<ListPage<Sample>> {
  const list = listOf(ctx, `samples ${actingId(ctx.actor)}`);
  const rows = await store.listSamples(ctx, {
    program: query.program,
    creator: query.creator,
    accounts: query.scope && clientIds(ctx),
    statuses: query.status ? [...new Set(query.status)] : SAMPLE_STATUSES,
    limit: query.limit,
    range: idRange(list, 'sample', query),
  });
  const page = toListPage(list, query, rows);
  return { ...page, items: await Promise.all(page.items.map((one) => withAddress(ctx, one))) };
}
