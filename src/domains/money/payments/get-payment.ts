import { actingId } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import {
  idRange,
  type ListInput,
  type ListPage,
  listOf,
  mapListPage,
  toListPage,
} from '../../../resource/list-page.ts';
import type { EarningSource } from '../ledger/posting.ts';
import { type Payment, presentPayment, type ReadPayment } from './payment.ts';
import { listOwnPayments, requirePayment } from './store.ts';
import { PAYMENT_STATUSES, type PaymentStatus } from './transitions.ts';

/** A payment as the caller sees it. */
export function presentToActor(ctx: Ctx, row: ReadPayment): Payment {
  return presentPayment(row, ctx.actor.account ? 'account' : 'creator');
}

export async function getPayment(ctx: Ctx, id: string): Promise<Payment> {
  return presentToActor(ctx, await requirePayment(ctx, id));
}

export interface PaymentQuery extends ListInput {
  status?: PaymentStatus[] | undefined;
  creator?: string | undefined;
  program?: string | undefined;
  submission?: string | undefined;
  charge?: string | undefined;
  currency?: string | undefined;
  source?: EarningSource[] | undefined;
}

/** The payments that the acting account makes, or that the acting creator gets. */
export async function listPayments(ctx: Ctx, query: PaymentQuery): Promise<ListPage<Payment>> {
  const list = listOf(ctx, `payments ${actingId(ctx.actor)}`);
  const rows = await listOwnPayments(ctx, {
    creator: query.creator,
    program: query.program,
    submission: query.submission,
    charge: query.charge,
    currency: query.currency,
    sources: query.source,
    statuses: query.status ? [...new Set(query.status)] : PAYMENT_STATUSES,
    limit: query.limit,
    range: idRange(list, 'payment', query),
  });
  return mapListPage(toListPage(list, query, rows), (row) => presentToActor(ctx, row));
}
