import { and, eq, sql } from 'drizzle-orm';
import { actingId } from '../../../auth/actor.ts';
import type { Ctx, SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { saveVersioned } from '../../../db/save-versioned.ts';
import { notFound } from '../../../kit/error.ts';
import { agreements } from '../agreement-rules/table.ts';
import type { Pay } from '../program-terms/pay.ts';
import type { ProgramRow } from '../program-terms/program.ts';
import { programPays, programs } from '../program-terms/table.ts';

/** A program of the acting account's own. Throws not_found. */
export async function requireOwnProgram(ctx: Ctx, id: string): Promise<ProgramRow> {
  const row = await mainDb(ctx.env)
    .select()
    .from(programs)
    .where(and(eq(programs.id, id), eq(programs.accountId, actingId(ctx.actor))))
    .get();
  if (!row) throw notFound('program');
  return row;
}

export function insertProgram(ctx: SystemCtx, row: ProgramRow): void {
  ctx.write.add(mainDb(ctx.env).insert(programs).values(row));
}

export function insertPay(ctx: SystemCtx, programId: string, version: number, pay: Pay): void {
  ctx.write.add(mainDb(ctx.env).insert(programPays).values({ programId, version, pay, createdAt: ctx.now }));
}

/** Writes a change, provided that the row has not changed since it was read. */
export function saveProgram(ctx: SystemCtx, before: ProgramRow, changes: Partial<ProgramRow>): void {
  saveVersioned(ctx, programs, 'program', before, {
    ...changes,
    // A new version of an agreement may increment it at the same time.
    ...(changes.agreementsEpoch === undefined
      ? {}
      : { agreementsEpoch: sql`${programs.agreementsEpoch} + 1` }),
  });
}

/** Those of the IDs that are active agreements of the account. */
export async function listActiveAgreements(
  ctx: SystemCtx,
  accountId: string,
  ids: string[],
): Promise<Set<string>> {
  const rows = await mainDb(ctx.env)
    .select({ id: agreements.id })
    .from(agreements)
    .where(
      and(
        sql`${agreements.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
        eq(agreements.accountId, accountId),
        eq(agreements.status, 'active'),
      ),
    )
    .all();
  return new Set(rows.map((row) => row.id));
}
