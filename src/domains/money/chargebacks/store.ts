import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { overtaken } from '../../../db/one-batch.ts';
import { AppError } from '../../../kit/error.ts';
import type { ChargebackRow } from './interface.ts';
import { chargebacks } from './table.ts';

/** Adds a chargeback to the batch, which fails as a whole when the chargeback exists. */
export function insertChargeback(ctx: SystemCtx, row: ChargebackRow): void {
  ctx.write.add(mainDb(ctx.env).insert(chargebacks).values(row));
  ctx.write.onDuplicate('chargebacks.id', () => new AppError('conflict', 'This dispute is known already.'));
}

/** Adds a change to the batch, which fails as a whole when something was noted since the row was read. */
export function saveChargeback(ctx: SystemCtx, row: ChargebackRow, changes: Partial<ChargebackRow>): void {
  ctx.write.guarded(
    mainDb(ctx.env)
      .update(chargebacks)
      .set({ ...changes, updatedAt: ctx.now })
      .where(
        and(
          eq(chargebacks.id, row.id),
          eq(chargebacks.status, row.status),
          eq(chargebacks.booked, row.booked),
        ),
      ),
    overtaken,
  );
}

export async function findChargeback(ctx: SystemCtx, id: string): Promise<ChargebackRow | null> {
  return (await mainDb(ctx.env).select().from(chargebacks).where(eq(chargebacks.id, id)).get()) ?? null;
}

/**
 * Those of an account's applications that have a due whose charge failed, other than `but`, or one whose
 * charge is disputed at the bank.
 */
export async function listPastDue(
  ctx: SystemCtx,
  accountId: string,
  applications: string[],
  but: string[],
): Promise<Set<string>> {
  const rows = await mainDb(ctx.env).all<{ id: string }>(sql`${failedDue(applications)}
      AND id NOT IN (SELECT value FROM json_each(${JSON.stringify(but)}))
    UNION ${disputedDue(accountId, applications)}`);
  return new Set(rows.map((row) => row.id));
}

/** Fails the batch if any of these applications of an account has such a due. */
export function onlyIfNonePastDue(ctx: SystemCtx, accountId: string, applications: string[]): void {
  ctx.write.addSql(sql`SELECT CASE WHEN NOT EXISTS (${failedDue(applications)}
    UNION ${disputedDue(accountId, applications)}) THEN 1 ELSE json('past due') END`);
}

function failedDue(applications: string[]): SQL {
  return sql`SELECT application_id AS id FROM dues
    WHERE status = 'failed' AND application_id IN ${listOf(applications)}`;
}

/** Starts from the account's disputes, because there are few. */
function disputedDue(accountId: string, applications: string[]): SQL {
  return sql`SELECT application_id AS id FROM chargebacks CROSS JOIN dues ON dues.charge_id = chargebacks.charge_id
    WHERE chargebacks.account_id = ${accountId} AND chargebacks.status IN ('open', 'lost')
      AND application_id IN ${listOf(applications)}`;
}

function listOf(ids: string[]): SQL {
  return sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`;
}
