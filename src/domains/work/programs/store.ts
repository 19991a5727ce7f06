// The programs that a caller sees: a creator sees those that it has an application in.
import { and, eq, getTableColumns, or, type SQL, sql } from 'drizzle-orm';
import { actingId } from '../../../auth/actor.ts';
import type { Ctx, SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { shownAccount } from '../../../db/involved-list.ts';
import { inOrder, newestFirst, withinRange } from '../../../db/list.ts';
import { eachValue, mergedIds } from '../../../db/merged-list.ts';
import { idsNamed } from '../../../db/name-search.ts';
import type { IdRange } from '../../../resource/list-page.ts';
import type { ProgramPlatform, ProgramRow, ProgramStatus, SeenProgram } from '../program-terms/program.ts';
import { IS_OFFERED, offersIndex, programs, takesPlatform } from '../program-terms/table.ts';

export const LIVE_NETWORK = and(eq(programs.visibility, 'network'), eq(programs.status, 'live'))!;

/** Programs of the caller: an account's own, or those that a creator applied to or was invited to. */
export function mine(ctx: Ctx): SQL {
  return ctx.actor.account
    ? eq(programs.accountId, ctx.actor.account.id)
    : and(
        ofShownAccount(ctx),
        sql`EXISTS (SELECT 1 FROM applications a WHERE a.program_id = ${programs.id} AND a.creator_id = ${ctx.actor.creator})`,
      )!;
}

/** Programs that the caller can see: its own, and live ones of the network. */
export const visible = (ctx: Ctx): SQL => and(ofShownAccount(ctx), or(mine(ctx), LIVE_NETWORK))!;

/** The `+` keeps the index by account out of the plan, so that a list goes along the one that it is ordered by. */
function ofShownAccount(ctx: Ctx): SQL | undefined {
  const only = shownAccount(ctx);
  return only === undefined ? undefined : sql`+${programs.accountId} = ${only}`;
}

const seenColumns = {
  ...getTableColumns(programs),
  brandName: sql<string>`(SELECT b.name FROM accounts b WHERE b.id = ${programs.accountId})`,
};

/** A program that the caller can see; null for any other. */
export async function findVisibleProgram(ctx: Ctx, id: string): Promise<SeenProgram | null> {
  const row = await mainDb(ctx.env)
    .select(seenColumns)
    .from(programs)
    .where(and(eq(programs.id, id), visible(ctx)))
    .get();
  return row ?? null;
}

/** A program for whoever may read it: see get-public-program.ts. */
export async function findProgramForAll(ctx: SystemCtx, id: string): Promise<ProgramRow | null> {
  const row = await mainDb(ctx.env).select().from(programs).where(eq(programs.id, id)).get();
  return row ?? null;
}

export interface ProgramFilter {
  network: boolean;
  account?: string | undefined;
  /** An agreement that the program names; for the caller's own programs alone. */
  agreement?: string | undefined;
  /** A platform that it takes videos for. */
  platform?: ProgramPlatform | undefined;
  /** How the name begins. */
  name?: string | undefined;
  statuses: readonly ProgramStatus[];
  limit: number;
  range: IdRange;
}

/** The query of a list, apart from its columns. */
export function programListIds(ctx: Ctx, filter: ProgramFilter): SQL {
  const { network, account, agreement, platform, name, statuses, limit, range } = filter;
  if (name !== undefined) return mergedIds([namedIds(ctx, filter, name)], limit + 1, range.oldestFirst);
  const within = and(
    withinRange(programs.id, range),
    ofShownAccount(ctx),
    account === undefined ? undefined : sql`+${programs.accountId} = ${account}`,
    namesAgreement(agreement),
    platform && takesPlatform(platform),
  );
  if (network) return mergedIds([offeredIds(ctx, platform, within)], limit + 1, range.oldestFirst);
  const shared = and(ownedBy(ctx), within);
  const branches = eachValue(programs.id, sql`${programs}`, programs.status, statuses, shared);
  return mergedIds(branches, limit + 1, range.oldestFirst);
}

const ownedBy = (ctx: Ctx): SQL =>
  ctx.actor.account
    ? eq(programs.accountId, ctx.actor.account.id)
    : sql`${programs.id} IN (SELECT program_id FROM applications WHERE creator_id = ${ctx.actor.creator})`;

/** Live programs that other accounts show to everyone, along the index of those for the platform. */
function offeredIds(ctx: Ctx, platform: ProgramPlatform | undefined, within: SQL | undefined): SQL {
  const along = sql.raw(platform ? offersIndex(platform) : 'programs_network');
  return sql`SELECT ${programs.id} AS id FROM ${programs} INDEXED BY ${along}
    WHERE ${and(IS_OFFERED, ofOthers(ctx), within)}`;
}

const ofOthers = (ctx: Ctx): SQL => sql`+${programs.accountId} <> ${actingId(ctx.actor)}`;

/** Each program of the caller is looked at: an account has few. */
function namesAgreement(agreement: string | undefined): SQL | undefined {
  return agreement === undefined
    ? undefined
    : sql`EXISTS (SELECT 1 FROM json_each(${programs.agreements}) named WHERE named.value = ${agreement})`;
}

/** The index by name finds the programs, and only then is looked at what they are. */
function namedIds(ctx: Ctx, filter: ProgramFilter, name: string): SQL {
  const { network, account, agreement, platform, statuses, range } = filter;
  const searched = { table: sql`${programs}`, id: programs.id, name: programs.name };
  const named = network
    ? idsNamed({ ...searched, table: sql`${programs} INDEXED BY programs_offered_name` }, IS_OFFERED, name)
    : idsNamed(searched, ownedBy(ctx), name);
  const wanted = and(
    sql`+${programs.status} IN (SELECT value FROM json_each(${JSON.stringify(statuses)}))`,
    network ? ofOthers(ctx) : undefined,
    account === undefined ? undefined : sql`+${programs.accountId} = ${account}`,
    namesAgreement(agreement),
    platform && takesPlatform(platform),
    ofShownAccount(ctx),
    withinRange(programs.id, range),
  );
  return sql`SELECT ${programs.id} AS id FROM ${programs} WHERE ${programs.id} IN (${named}) AND ${wanted}`;
}

export async function listPrograms(ctx: Ctx, filter: ProgramFilter): Promise<SeenProgram[]> {
  if (filter.statuses.length === 0) return [];
  return await mainDb(ctx.env)
    .select(seenColumns)
    .from(programs)
    .where(sql`${programs.id} IN (${programListIds(ctx, filter)})`)
    .orderBy(inOrder(programs.id, filter.range))
    .all();
}

/** The names of the programs that the caller can see, among these IDs and those of a list page. */
export async function listNames(
  ctx: Ctx,
  ids: readonly string[],
  listed: ProgramFilter | null,
): Promise<{ id: string; name: string }[]> {
  const page = listed === null ? sql`` : sql` UNION SELECT id FROM (${programListIds(ctx, listed)})`;
  return await mainDb(ctx.env)
    .select({ id: programs.id, name: programs.name })
    .from(programs)
    .where(
      and(sql`${programs.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)})${page})`, visible(ctx)),
    )
    .orderBy(newestFirst(programs.id))
    .all();
}
