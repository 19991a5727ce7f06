import { actingId } from '../../../auth/actor.ts';
import type { Ctx } from '../../../context.ts';
import { idRange, type ListInput, mapPage, type Page, toPage } from '../../../resource/page.ts';
import { type Payment, presentPayment } from './payment.ts';
import { listOwnPayments, requirePayment } from './store.ts';
import type { PaymentRow } from './table.ts';
import { PAYMENT_STATUSES, type PaymentStatus } from './transitions.ts';

/** A payment as the caller sees it. */
export function presentToActor(ctx: Ctx, row: PaymentRow): Payment {
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
}

/** What the acting account pays, or the acting creator is paid. */
export async function listPayments(ctx: Ctx, query: PaymentQuery): Promise<Page<Payment>> {
  const list = `payments ${actingId(ctx.actor)}`;
  const rows = await listOwnPayments(ctx, {
    creator: query.creator,
    program: query.program,
    submission: query.submission,
    statuses: query.status ? [...new Set(query.status)] : PAYMENT_STATUSES,
    limit: query.limit,
    range: idRange(list, 'payment', query),
  });
  return mapPage(toPage(list, query, rows), (row) => presentToActor(ctx, row));
}
