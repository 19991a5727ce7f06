// What other domains may ask of programs. Every change is part of the caller's batch; counting is not an
// edit, so it leaves the program's version as it is.
import { and, eq, sql } from 'drizzle-orm';
import { actingId } from '../../../auth/actor.ts';
import type { Ctx, SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { AppError, rejected } from '../../../kit/error.ts';
import { conversions } from '../../measurement/conversions/table.ts';
import type { Pay } from './pay.ts';
import type { ProgramRow } from './program.ts';
import { programPays, programs } from './table.ts';

/** Any account's program; null when there is none. */
export async function findProgram(ctx: SystemCtx, id: string): Promise<ProgramRow | null> {
  const row = await mainDb(ctx.env).select().from(programs).where(eq(programs.id, id)).get();
  return row ?? null;
}

/** A program of the acting account's own; null for any other. */
export async function findOwnProgram(ctx: Ctx, id: string): Promise<ProgramRow | null> {
  const row = await findProgram(ctx, id);
  return row?.accountId === actingId(ctx.actor) ? row : null;
}

/** The pay of a program in its version `version`; null for a version that never existed. */
export async function findPay(ctx: SystemCtx, programId: string, version: number): Promise<Pay | null> {
  const row = await mainDb(ctx.env)
    .select({ pay: programPays.pay })
    .from(programPays)
    .where(and(eq(programPays.programId, programId), eq(programPays.version, version)))
    .get();
  return row?.pay ?? null;
}

/** The briefs of programs, by their IDs. */
export async function briefsOf(
  ctx: SystemCtx,
  ids: readonly string[],
): Promise<Map<string, ProgramRow['brief']>> {
  const rows = await mainDb(ctx.env)
    .select({ id: programs.id, brief: programs.brief })
    .from(programs)
    .where(sql`${programs.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`)
    .all();
  return new Map(rows.map(({ id, brief }) => [id, brief]));
}

/** The currencies of versions of programs' pay, by `<program> <version>`. */
export async function payCurrencies(
  ctx: SystemCtx,
  versions: readonly (readonly [program: string, version: number])[],
): Promise<Map<string, string>> {
  if (versions.length === 0) return new Map();
  const rows = await mainDb(ctx.env)
    .select({
      program: programPays.programId,
      version: programPays.version,
      currency: sql<string | null>`${programPays.pay} ->> '$.currency'`,
    })
    .from(programPays)
    .where(
      sql`(${programPays.programId}, ${programPays.version}) IN
        (SELECT value ->> 0, value ->> 1 FROM json_each(${JSON.stringify(versions)}))`,
    )
    .all();
  return new Map(
    rows.flatMap(({ program, version, currency }) =>
      currency === null ? [] : [[`${program} ${version}`, currency] as const],
    ),
  );
}

/** Throws operation_rejected unless all are active conversions of the account. */
export async function checkConversions(ctx: Ctx, accountId: string, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  const found = await activeConversions(ctx, accountId, ids);
  const missing = ids.filter((one) => !found.has(one));
  if (missing.length > 0)
    throw rejected('conversion_not_found', 'A rule names no active conversion of this account.', {
      conversions: missing,
    });
}

/** Those of the IDs that are active conversions of the account. */
async function activeConversions(ctx: SystemCtx, accountId: string, ids: string[]): Promise<Set<string>> {
  const rows = await mainDb(ctx.env)
    .select({ id: conversions.id })
    .from(conversions)
    .where(
      and(
        sql`${conversions.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
        eq(conversions.accountId, accountId),
        eq(conversions.status, 'active'),
      ),
    )
    .all();
  return new Set(rows.map((row) => row.id));
}

/** Changes a program's counters; `spend` is in cents of the pay's currency. */
export function moveCounts(
  ctx: SystemCtx,
  programId: string,
  by: { creators?: number; applications?: number; submissions?: number; spend?: number },
): void {
  const { creators = 0, applications = 0, submissions = 0, spend = 0 } = by;
  if (creators === 0 && applications === 0 && submissions === 0 && spend === 0) return;
  ctx.write.add(
    mainDb(ctx.env)
      .update(programs)
      .set({
        creatorCount: sql`${programs.creatorCount} + ${creators}`,
        applicationCount: sql`${programs.applicationCount} + ${applications}`,
        submissionCount: sql`${programs.submissionCount} + ${submissions}`,
        spent: sql`${programs.spent} + ${spend}`,
      })
      .where(eq(programs.id, programId)),
  );
}

/** Makes the batch fail with a conflict if its spend so far exceeds the program's budget. */
export function keepWithinBudget(ctx: SystemCtx, programId: string): void {
  ctx.write.guarded(
    mainDb(ctx.env)
      .update(programs)
      .set({ spent: sql`${programs.spent}` })
      .where(
        and(
          eq(programs.id, programId),
          sql`(${programs.limitBudget} IS NULL OR ${programs.spent} <= ${programs.limitBudget})`,
        ),
      ),
    async () => new AppError('conflict', "The program's budget was used up at the same time."),
  );
}

/**
 * Counts a new application. The batch fails with a conflict when the program has closed or its agreements
 * have changed.
 */
export function countNewApplication(ctx: SystemCtx, read: ProgramRow): void {
  ctx.write.guarded(
    mainDb(ctx.env)
      .update(programs)
      .set({ applicationCount: sql`${programs.applicationCount} + 1` })
      .where(
        and(
          eq(programs.id, read.id),
          eq(programs.status, read.status),
          eq(programs.agreementsEpoch, read.agreementsEpoch),
        ),
      ),
    async () => {
      const now = await findProgram(ctx, read.id);
      const same = now?.status === read.status && now.agreementsEpoch === read.agreementsEpoch;
      return same ? null : new AppError('conflict', 'The program changed at the same time. Read it again.');
    },
  );
}

/**
 * Takes one of the program's places for a creator. The batch fails with operation_rejected when none is left.
 */
export function takeCreatorPlace(ctx: SystemCtx, id: string): void {
  ctx.write.guarded(
    mainDb(ctx.env)
      .update(programs)
      .set({ creatorCount: sql`${programs.creatorCount} + 1` })
      .where(
        and(
          eq(programs.id, id),
          sql`(${programs.limitCreators} IS NULL OR ${programs.creatorCount} < ${programs.limitCreators})`,
        ),
      ),
    async () => {
      const now = await findProgram(ctx, id);
      return now && now.limitCreators !== null && now.creatorCount >= now.limitCreators
        ? programFull()
        : null;
    },
  );
}

export function programFull(): AppError {
  return rejected('program_full', 'The program has all the creators it takes.');
}

/** Makes sure that the program's next new rule gets `nextRule` or a later number. */
export function reserveRuleNumbers(ctx: SystemCtx, id: string, nextRule: number): void {
  ctx.write.add(
    mainDb(ctx.env)
      .update(programs)
      .set({ nextRule: sql`MAX(${programs.nextRule}, ${nextRule})` })
      .where(eq(programs.id, id)),
  );
}

/**
 * Makes acceptances that are based on older agreements fail: in the programs that name the agreement, or in
 * all of the account's programs (null).
 */
export function moveAgreementsEpoch(ctx: SystemCtx, accountId: string, agreementId: string | null): void {
  ctx.write.add(
    mainDb(ctx.env)
      .update(programs)
      .set({ agreementsEpoch: sql`${programs.agreementsEpoch} + 1` })
      .where(
        and(
          eq(programs.accountId, accountId),
          agreementId === null
            ? undefined
            : sql`EXISTS (SELECT 1 FROM json_each(${programs.agreements}) j WHERE j.value = ${agreementId})`,
        ),
      ),
  );
}
