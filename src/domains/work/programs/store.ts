import { and, eq, or, type SQL, sql } from 'drizzle-orm';
import { actingId } from '../../../auth/actor.ts';
import type { Ctx, SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { newestFirst, withinRange } from '../../../db/list.ts';
import { eachValue, mergedIds } from '../../../db/merged-list.ts';
import { AppError, notFound } from '../../../kit/error.ts';
import type { IdRange } from '../../../resource/page.ts';
import { versionConflict } from '../../../resource/version.ts';
import { conversions } from '../../measurement/conversions/table.ts';
import { agreements } from '../agreements/table.ts';
import type { Pay } from './pay.ts';
import type { ProgramRow, ProgramStatus } from './program.ts';
import { programPays, programs } from './table.ts';

const LIVE_NETWORK = and(eq(programs.visibility, 'network'), eq(programs.status, 'live'))!;

/** Programs of the caller: an account's own, or those that a creator applied to or was invited to. */
function mine(ctx: Ctx): SQL {
  return ctx.actor.account
    ? eq(programs.accountId, ctx.actor.account.id)
    : sql`EXISTS (SELECT 1 FROM applications a WHERE a.program_id = ${programs.id} AND a.creator_id = ${ctx.actor.creator})`;
}

export async function findProgram(ctx: SystemCtx, id: string): Promise<ProgramRow | null> {
  const row = await mainDb(ctx.env).select().from(programs).where(eq(programs.id, id)).get();
  return row ?? null;
}

/** A program that the caller can see: its own, or a live one of the network; null for any other. */
export async function findVisibleProgram(ctx: Ctx, id: string): Promise<ProgramRow | null> {
  const row = await mainDb(ctx.env)
    .select()
    .from(programs)
    .where(and(eq(programs.id, id), or(mine(ctx), LIVE_NETWORK)))
    .get();
  return row ?? null;
}

export async function ownProgram(ctx: Ctx, id: string): Promise<ProgramRow> {
  const row = await mainDb(ctx.env)
    .select()
    .from(programs)
    .where(and(eq(programs.id, id), eq(programs.accountId, actingId(ctx.actor))))
    .get();
  if (!row) throw notFound('program');
  return row;
}

export interface ProgramFilter {
  network: boolean;
  statuses: readonly ProgramStatus[];
  limit: number;
  range: IdRange;
}

/** The statement of a list, apart from its columns. */
export function programListIds(ctx: Ctx, { network, statuses, limit, range }: ProgramFilter): SQL {
  const within = withinRange(programs.id, range);
  let shared: SQL | undefined;
  if (network)
    shared = and(
      eq(programs.visibility, 'network'),
      sql`${programs.accountId} <> ${actingId(ctx.actor)}`,
      within,
    );
  else if (ctx.actor.account) shared = and(eq(programs.accountId, ctx.actor.account.id), within);
  else
    shared = and(
      sql`${programs.id} IN (SELECT program_id FROM applications WHERE creator_id = ${ctx.actor.creator})`,
      within,
    );
  return mergedIds(eachValue(programs.id, sql`${programs}`, programs.status, statuses, shared), limit + 1);
}

export async function listPrograms(ctx: Ctx, filter: ProgramFilter): Promise<ProgramRow[]> {
  if (filter.statuses.length === 0) return [];
  return await mainDb(ctx.env)
    .select()
    .from(programs)
    .where(sql`${programs.id} IN (${programListIds(ctx, filter)})`)
    .orderBy(newestFirst(programs.id))
    .all();
}

export function insertProgram(ctx: SystemCtx, row: ProgramRow): void {
  ctx.write.add(mainDb(ctx.env).insert(programs).values(row));
}

export function insertPay(ctx: SystemCtx, programId: string, version: number, pay: Pay): void {
  ctx.write.add(mainDb(ctx.env).insert(programPays).values({ programId, version, pay, createdAt: ctx.now }));
}

/** Writes an edit, provided that the row is still the one that was read. */
export function updateProgram(ctx: SystemCtx, before: ProgramRow, changes: Partial<ProgramRow>): void {
  ctx.write.guarded(
    mainDb(ctx.env)
      .update(programs)
      .set({
        ...changes,
        // A new version of an agreement may move it at the same time.
        ...(changes.agreementsEpoch === undefined
          ? {}
          : { agreementsEpoch: sql`${programs.agreementsEpoch} + 1` }),
        version: before.version + 1,
        updatedAt: ctx.now,
      })
      .where(and(eq(programs.id, before.id), eq(programs.version, before.version))),
    async () => {
      const now = await findProgram(ctx, before.id);
      if (!now) return notFound('program');
      return now.version === before.version ? null : versionConflict(now.version);
    },
  );
}

/** Counts one more application, provided that the program still takes them and asks for the same agreements. */
export function countApplication(ctx: SystemCtx, read: ProgramRow): void {
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

/** Moves a program's counters. Counts are no edit: the version stays. */
export function addToCounters(
  ctx: SystemCtx,
  id: string,
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
      .where(eq(programs.id, id)),
  );
}

/** Fails the write set when the program has spent more than its budget by then. */
export function requireBudget(ctx: SystemCtx, id: string): void {
  ctx.write.guarded(
    mainDb(ctx.env)
      .update(programs)
      .set({ spent: sql`${programs.spent}` })
      .where(
        and(
          eq(programs.id, id),
          sql`(${programs.limitBudget} IS NULL OR ${programs.spent} <= ${programs.limitBudget})`,
        ),
      ),
    async () => new AppError('conflict', "The program's budget was used up at the same time."),
  );
}

/** Counts one more creator, provided that the program's limit still allows one. */
export function takePlace(ctx: SystemCtx, id: string, refusal: () => AppError): void {
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
      return now && now.limitCreators !== null && now.creatorCount >= now.limitCreators ? refusal() : null;
    },
  );
}

/** Keeps rule numbers that a creator's own pay has used from being given to the program's later rules. */
export function reserveRules(ctx: SystemCtx, id: string, nextRule: number): void {
  ctx.write.add(
    mainDb(ctx.env)
      .update(programs)
      .set({ nextRule: sql`MAX(${programs.nextRule}, ${nextRule})` })
      .where(eq(programs.id, id)),
  );
}

/** Makes acceptances of what an account's programs asked before stale. `programId` null means all its programs. */
export function bumpAgreements(ctx: SystemCtx, accountId: string, agreementId: string | null): void {
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

export async function findPay(ctx: SystemCtx, programId: string, version: number): Promise<Pay | null> {
  const row = await mainDb(ctx.env)
    .select({ pay: programPays.pay })
    .from(programPays)
    .where(and(eq(programPays.programId, programId), eq(programPays.version, version)))
    .get();
  return row?.pay ?? null;
}

/** Those of the IDs that are active conversions of the account. */
export async function activeConversions(
  ctx: SystemCtx,
  accountId: string,
  ids: string[],
): Promise<Set<string>> {
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

/** Those of the IDs that are active agreements of the account. */
export async function activeAgreements(
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
