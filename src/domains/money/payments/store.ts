import { and, asc, eq, getTableColumns, inArray, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { Ctx, SystemCtx } from '../../../context.ts';
import { accounts } from '../../../db/accounts-table.ts';
import { mainDb } from '../../../db/client.ts';
import { type InvolvedFilter, involvedIds, isCallers } from '../../../db/involved-list.ts';
import { inOrder, withinRange } from '../../../db/list.ts';
import { overtaken } from '../../../db/one-batch.ts';
import { AppError, notFound } from '../../../kit/error.ts';
import { isCreator } from '../../../kit/holder.ts';
import { versionConflict } from '../../../resource/version.ts';
import { creators, feePartnerOf } from '../../work/creator-consent/table.ts';
import type { EarningSource } from '../ledger/posting.ts';
import { ledgerInstructions } from '../ledger-instructions/table.ts';
import type { Taking } from '../payout-accounts/payout-account.ts';
import { payoutAccounts } from '../payout-accounts/table.ts';
import { chargeOf, duesOfCharge } from '../receivables/interface.ts';
import { findPayment, takeBpsOf } from './interface.ts';
import type { ReadPayment } from './payment.ts';
import { type PaymentRow, payments } from './table.ts';
import type { PaymentStatus } from './transitions.ts';

const WITH_CHARGE = { ...getTableColumns(payments), charge: chargeOf(sql`payments.id`) };

/** A payment of the acting account, or to the acting creator. Throws not_found. */
export async function requirePayment(ctx: Ctx, id: string): Promise<ReadPayment> {
  const row = await mainDb(ctx.env)
    .select(WITH_CHARGE)
    .from(payments)
    .where(and(eq(payments.id, id), isCallers(ctx, payments)))
    .get();
  if (!row) throw notFound('payment');
  return row;
}

export async function findByCause(ctx: SystemCtx, cause: string): Promise<string | null> {
  const row = await mainDb(ctx.env)
    .select({ id: payments.id })
    .from(payments)
    .where(eq(payments.cause, cause))
    .get();
  return row?.id ?? null;
}

/**
 * For a submission, the first other payment that a rule or a retainer made and that was not closed: ID,
 * cents, currency. If there is only a bonus, its ID without an amount, since a bonus is not the agreed pay.
 */
export function standingBesides({ id }: Pick<PaymentRow, 'id'>): (submission: SQL) => SQL {
  return (
    submission,
  ) => sql`SELECT p.id, iif(p.source = 'bonus', NULL, p.amount), iif(p.source = 'bonus', NULL, p.currency)
    FROM payments p WHERE p.submission_id = ${submission} AND p.id <> ${id} AND p.closed_at IS NULL
    ORDER BY p.source = 'bonus', p.id LIMIT 1`;
}

export interface PaymentFilter extends InvolvedFilter<PaymentStatus> {
  submission: string | undefined;
  /** Only the charge's own brand can filter by it. */
  charge: string | undefined;
  currency: string | undefined;
  sources: readonly EarningSource[] | undefined;
}

/** The statement of a list, apart from its columns. */
export function paymentListIds(ctx: Ctx, filter: PaymentFilter): SQL {
  const { charge, currency, sources } = filter;
  const where = and(
    currency === undefined ? undefined : sql`+${payments.currency} = ${currency}`,
    sources === undefined ? undefined : inArray(sql`+${payments.source}`, [...sources]),
  );
  return charge === undefined
    ? involvedIds(ctx, sql`${payments}`, payments, { ...filter, where })
    : idsOfCharge(ctx, charge, { ...filter, where });
}

/** Starts from the charge's dues, because a charge has few payments and its account has many. */
function idsOfCharge(ctx: Ctx, charge: string, filter: PaymentFilter): SQL {
  const { program, creator, submission, statuses, range, limit, where } = filter;
  const wanted = and(
    ctx.actor.account ? isCallers(ctx, payments) : sql`0`,
    program === undefined ? undefined : eq(payments.programId, program),
    creator === undefined ? undefined : eq(payments.creatorId, creator),
    submission === undefined ? undefined : eq(payments.submissionId, submission),
    inArray(payments.status, [...statuses]),
    withinRange(payments.id, range),
    where,
  );
  return sql`SELECT ${payments.id} AS id FROM (${duesOfCharge(charge)}) due CROSS JOIN ${payments}
    ON ${payments.id} = due.id WHERE ${wanted} ORDER BY ${inOrder(payments.id, range)} LIMIT ${limit + 1}`;
}

export async function listOwnPayments(ctx: Ctx, filter: PaymentFilter): Promise<ReadPayment[]> {
  return await mainDb(ctx.env)
    .select(WITH_CHARGE)
    .from(payments)
    .where(sql`${payments.id} IN (${paymentListIds(ctx, filter)})`)
    .orderBy(inOrder(payments.id, filter.range))
    .all();
}

export function insertPayment(ctx: SystemCtx, row: PaymentRow): void {
  ctx.write
    .add(mainDb(ctx.env).insert(payments).values(row))
    .onDuplicate('payments.cause', () => new AppError('conflict', 'This was paid before.'));
}

/** Changes a payment, provided that the row has not changed since it was read. */
export function savePayment(ctx: SystemCtx, before: PaymentRow, changes: Partial<PaymentRow>): void {
  ctx.write.guarded(
    mainDb(ctx.env)
      .update(payments)
      .set({ ...changes, version: before.version + 1, updatedAt: ctx.now })
      .where(and(eq(payments.id, before.id), eq(payments.version, before.version))),
    async () => {
      const now = await findPayment(ctx, before.id);
      if (!now) return notFound('payment');
      return now.version === before.version ? null : versionConflict(now.version);
    },
  );
}

// Both conditions repeat the partial indexes word for word: SQLite uses a partial index only for the same
// condition.
const WAITS_FOR_RELEASE = sql`${payments.status} = 'succeeded' AND ${payments.releasedAt} IS NULL`;
const TO_NOTE = sql`${payments.payoutToNote} = 1`;

/** Charged payments whose hold has ended, longest waiting first. */
export async function listToRelease(ctx: SystemCtx, limit: number): Promise<PaymentRow[]> {
  return await mainDb(ctx.env)
    .select()
    .from(payments)
    .where(and(WAITS_FOR_RELEASE, sql`${payments.releaseAt} <= ${ctx.now}`))
    .orderBy(asc(payments.releaseAt))
    .limit(limit)
    .all();
}

/**
 * Marks the earnings as released, provided that nobody has disputed them since they were read. The API shows
 * no change, so the version stays the same.
 */
export function saveReleased(ctx: SystemCtx, row: PaymentRow): void {
  ctx.write.guarded(
    mainDb(ctx.env)
      .update(payments)
      .set({ releasedAt: ctx.now, payoutToNote: true })
      .where(and(eq(payments.id, row.id), eq(payments.version, row.version), WAITS_FOR_RELEASE)),
    overtaken,
  );
}

/** The holder's payments with an open dispute whose earnings were released before it. */
export async function listDisputed(ctx: SystemCtx, holder: string): Promise<PaymentRow[]> {
  const side = isCreator(holder) ? payments.creatorId : payments.partnerId;
  return await mainDb(ctx.env)
    .select()
    .from(payments)
    .where(
      and(
        eq(side, holder),
        sql`${payments.status} = 'disputed' AND ${payments.closedAt} IS NULL AND ${payments.releasedAt} IS NOT NULL`,
      ),
    )
    .all();
}

/** Makes the batch fail unless the dispute that was read is still open. */
export function requireDisputed(ctx: SystemCtx, row: PaymentRow): void {
  ctx.write.guarded(
    mainDb(ctx.env)
      .update(payments)
      .set({ version: row.version })
      .where(
        and(eq(payments.id, row.id), eq(payments.version, row.version), eq(payments.status, 'disputed')),
      ),
    overtaken,
  );
}

/** Payments whose earnings are now available on the ledgers, but for which no payout is due yet. */
export async function listNotPayableYet(ctx: SystemCtx, limit: number): Promise<PaymentRow[]> {
  return await mainDb(ctx.env)
    .select()
    .from(payments)
    .where(
      and(
        TO_NOTE,
        sql`NOT EXISTS (SELECT 1 FROM ${ledgerInstructions} WHERE ${ledgerInstructions.subject} = ${payments.id}
          AND ${ledgerInstructions.status} = 'open')`,
      ),
    )
    .orderBy(asc(payments.id))
    .limit(limit)
    .all();
}

export function savePayable(ctx: SystemCtx, ids: string[]): void {
  ctx.write.add(
    mainDb(ctx.env)
      .update(payments)
      .set({ payoutToNote: false })
      .where(sql`${payments.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`),
  );
}

/** The two sides of a payment, and the partner that gets a share. */
export interface Sides {
  accountName: string;
  accountType: 'brand' | 'partner';
  creatorName: string;
  /** Whether both sides have agreed to work together. */
  haveAgreed: boolean;
  /** The partner that manages the creator. */
  partner: string | null;
  partnerName: string | null;
  takeBps: number;
  /** Where the creator is paid; null before that is set up. */
  payoutAccount: Taking | null;
}

/** Null when the account or creator does not exist. */
export async function findSides(ctx: SystemCtx, account: string, creator: string): Promise<Sides | null> {
  const row = await mainDb(ctx.env)
    .select({
      accountName: accounts.name,
      accountType: accounts.type,
      creatorName: creators.name,
      haveAgreed: sql<number>`EXISTS (SELECT 1 FROM creator_relationships w WHERE w.account_id = ${account}
          AND w.creator_id = ${creator} AND w.consent = 'agreed')`,
      partner: sql<string | null>`m.id`,
      partnerName: sql<string | null>`m.name`,
      takeBps: sql<number>`${takeBpsOf(sql`${account}`, sql`${creators.id}`)}`,
      kind: payoutAccounts.kind,
      currency: payoutAccounts.currency,
      banks: payoutAccounts.banks,
    })
    .from(creators)
    .innerJoin(accounts, eq(accounts.id, account))
    .leftJoin(
      sql`${accounts} m`,
      sql`m.id = (SELECT m.id FROM ${feePartnerOf(creators.id)}) AND m.id <> ${account}`,
    )
    .leftJoin(
      payoutAccounts,
      and(eq(payoutAccounts.holder, creators.id), isNotNull(payoutAccounts.processorAccount)),
    )
    .where(eq(creators.id, creator))
    .get();
  if (!row) return null;
  const { kind, currency, banks, ...sides } = row;
  const payoutAccount = kind && currency && banks ? { kind, currency, banks } : null;
  return { ...sides, haveAgreed: Boolean(row.haveAgreed), payoutAccount };
}
