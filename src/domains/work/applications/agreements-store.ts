// The agreements that a creator still has to accept because of a program.
import { and, eq, sql } from 'drizzle-orm';
import type { SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import type { OpenRow } from '../agreement-rules/agreement.ts';
import {
  agreements,
  agreementVersions,
  isNewest,
  openAgreements,
  withNewest,
} from '../agreement-rules/table.ts';
import { programs } from '../program-terms/table.ts';

export interface OpenProgramRow extends OpenRow {
  /** Whether the program names the agreement itself. */
  named: boolean;
}

/** The agreements that a creator still has to accept for one program. */
export async function listOpenForProgram(
  ctx: SystemCtx,
  programId: string,
  creatorId: string,
): Promise<OpenProgramRow[]> {
  const rows = await mainDb(ctx.env)
    .select({
      ...withNewest,
      named: sql<number>`EXISTS (SELECT 1 FROM json_each(p.agreements) n WHERE n.value = ${agreements.id})`,
    })
    .from(agreements)
    .innerJoin(agreementVersions, isNewest)
    .innerJoin(sql`programs p`, sql`p.account_id = ${agreements.accountId}`)
    .where(
      and(
        sql`p.id = ${programId}`,
        sql`${agreements.id} IN (SELECT g.id ${openAgreements(sql`p.account_id`, sql`${creatorId}`, sql`p.agreements`)})`,
      ),
    )
    .orderBy(agreements.id)
    .all();
  return rows.map((row) => ({ ...row, named: row.named === 1 }));
}

/** Whether the creator still has to accept an agreement for the program. */
export async function hasOpenAgreements(
  ctx: SystemCtx,
  program: { id: string; accountId: string },
  creatorId: string,
): Promise<boolean> {
  const row = await mainDb(ctx.env)
    .select({
      open: sql<number>`EXISTS (SELECT 1 ${openAgreements(
        sql`${programs.accountId}`,
        sql`${creatorId}`,
        sql`${programs.agreements}`,
      )})`,
    })
    .from(programs)
    .where(eq(programs.id, program.id))
    .get();
  return row?.open === 1;
}
