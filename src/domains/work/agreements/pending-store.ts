// Agreements that creators still have to accept. These are no rows: they follow from a creator's relationship,
// its open applications and the retainers it is offered.
import { and, eq, type SQL, sql } from 'drizzle-orm';
import { actingAccount } from '../../../auth/actor.ts';
import type { Ctx, SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { notFound } from '../../../kit/error.ts';
import type { OpenRow } from '../agreement-rules/agreement.ts';
import {
  agreements,
  agreementVersions,
  isNewest,
  isUnaccepted,
  openAgreements,
  openForRelationship,
  openForRetainer,
  withNewest,
} from '../agreement-rules/table.ts';
import type { FoundCreator } from '../creator-consent/creator.ts';
import { listSelected } from '../creator-consent/interface.ts';
import { viewerOf } from '../creator-consent/viewer.ts';

/** The most relationships that one list page looks at: behind them it ends, however few are pending. */
export const MOST_LOOKED_AT = 10_000;

/** What a creator has to accept an agreement for: the first thing that asks for it. */
export interface Ask {
  /** When the newest version began to be asked for. */
  since: number;
  /** The application's program; null when a retainer or the relationship asks. */
  program: string | null;
  retainer: string | null;
  applicationStatus: 'pending' | 'approved' | null;
  /** Whether the program names the agreement itself. */
  named: boolean;
}

type AskColumn = [number, string | null, string | null, Ask['applicationStatus'], 0 | 1];

export const askOf = (column: string): Ask => {
  const [since, program, retainer, applicationStatus, named] = JSON.parse(column) as AskColumn;
  return { since, program, retainer, applicationStatus, named: named === 1 };
};

/** A creator's applications (as `a`) to programs (as `p`) of an account that ask for their agreements. */
export const applicationsAsking = (account: SQL, creator: SQL): SQL =>
  sql`FROM applications a JOIN programs p ON p.id = a.program_id
    WHERE a.creator_id = ${creator} AND a.account_id = ${account} AND a.status IN ('pending', 'approved')`;

/** Retainers (as `o`) that an account offers to a creator, which ask for its agreements. */
export const retainersAsking = (account: SQL, creator: SQL): SQL =>
  sql`FROM retainers o WHERE o.creator_id = ${creator} AND o.account_id = ${account} AND o.status = 'offered'`;

/**
 * What first asks a relationship's creator to accept an agreement, as JSON; NULL when nothing does. For a
 * statement with agreements and their newest versions.
 * @param r the alias of a row of creator_relationships.
 */
export function firstAsk(r: SQL): SQL<string | null> {
  const account = sql`${r}.account_id`;
  const creator = sql`${r}.creator_id`;
  const since = (at: SQL) => sql`MAX(${at}, agreement_versions.created_at)`;
  const isOpen = (open: SQL) => sql`EXISTS (SELECT 1 ${open} AND g.id = agreements.id)`;
  return sql`(SELECT json_array(since, program, retainer, status, named) FROM (
    SELECT ${since(sql`a.created_at`)} AS since, 1 AS rank, a.id AS id, p.id AS program, NULL AS retainer,
        a.status AS status, EXISTS (SELECT 1 FROM json_each(p.agreements) n WHERE n.value = agreements.id) AS named
      ${applicationsAsking(account, creator)} AND ${isOpen(openAgreements(account, creator, sql`p.agreements`))}
    UNION ALL SELECT ${since(sql`o.created_at`)}, 2, o.id, NULL, o.id, NULL, 0
      ${retainersAsking(account, creator)} AND ${isOpen(openForRetainer(account, creator))}
    UNION ALL SELECT ${since(sql`${r}.created_at`)}, 3, '', NULL, NULL, NULL, 0
      WHERE ${r}.status IN ('live', 'paused') AND ${isOpen(openForRelationship(account, creator))}
  ) ORDER BY since, rank, id LIMIT 1)`;
}

/** Whether a relationship's creator has to accept an agreement. For a statement as that of firstAsk. */
export function isPending(r: SQL): SQL {
  return sql`agreements.status = 'active' AND ${r}.status <> 'removed'
    AND ${isUnaccepted(sql`${r}.creator_id`, sql`agreements`)} AND ${firstAsk(r)} IS NOT NULL`;
}

/** The number of creators who have to accept an agreement. For a statement as that of firstAsk. */
export const pendingCount = sql<number>`(SELECT COUNT(*) FROM creator_relationships r
  WHERE r.account_id = agreements.account_id AND ${isPending(sql`r`)})`;

export interface AskedRow extends OpenRow {
  accountName: string;
  ask: Ask;
}

/** The agreements that a creator has to accept: of one account, or of all. */
export async function listPendingOfCreator(
  ctx: SystemCtx,
  creatorId: string,
  accountId: string | null,
): Promise<(AskedRow & { creatorName: string })[]> {
  const rows = await mainDb(ctx.env)
    .select({
      ...withNewest,
      accountName: sql<string>`b.name`,
      creatorName: sql<string>`c.name`,
      ask: firstAsk(sql`r`),
    })
    .from(agreements)
    .innerJoin(agreementVersions, isNewest)
    .innerJoin(sql`creator_relationships r`, sql`r.account_id = ${agreements.accountId}`)
    .innerJoin(sql`accounts b`, sql`b.id = r.account_id`)
    .innerJoin(sql`creators c`, sql`c.id = r.creator_id`)
    .where(
      and(
        sql`r.creator_id = ${creatorId}`,
        accountId === null ? undefined : sql`r.account_id = ${accountId}`,
        isPending(sql`r`),
      ),
    )
    .all();
  return rows.map((row) => ({ ...row, ask: askOf(row.ask!) }));
}

/** An agreement of the acting account with its newest version. Throws not_found. */
export async function requireNewest(ctx: Ctx, id: string): Promise<OpenRow & { accountName: string }> {
  const row = await mainDb(ctx.env)
    .select({ ...withNewest, accountName: sql<string>`b.name` })
    .from(agreements)
    .innerJoin(agreementVersions, isNewest)
    .innerJoin(sql`accounts b`, sql`b.id = ${agreements.accountId}`)
    .where(and(eq(agreements.id, id), eq(agreements.accountId, actingAccount(ctx.actor).id)))
    .get();
  if (!row) throw notFound('agreement');
  return row;
}

export interface PendingFilter {
  /** The creator behind whom the list page begins; null for the first page. */
  behind: string | null;
  after: number | null;
  before: number | null;
  limit: number;
}

/** The creators of the acting account's roster, from the newest on, that a list page looks at. */
function lookedAt(accountId: string, behind: string | null): SQL {
  const below = behind === null ? sql`` : sql` AND f.creator_id < ${behind}`;
  return sql`SELECT f.creator_id FROM creator_relationships f WHERE f.account_id = ${accountId}${below}
    ORDER BY f.creator_id DESC LIMIT 1 OFFSET ${MOST_LOOKED_AT - 1}`;
}

/** The last creator that a list page looks at; null when it looks at all the rest of the roster. */
export async function findLastLookedAt(ctx: Ctx, behind: string | null): Promise<string | null> {
  const row = await mainDb(ctx.env).get<{ creator_id: string } | undefined>(
    lookedAt(actingAccount(ctx.actor).id, behind),
  );
  return row?.creator_id ?? null;
}

/** The query of listPendingOfAgreement, apart from its columns. Exported for the test that looks at its plan. */
export function pendingIds(accountId: string, agreementId: string, filter: PendingFilter): SQL {
  const at = sql`json_extract(${firstAsk(sql`r`)}, '$[0]')`;
  return sql`SELECT r.creator_id FROM creator_relationships r
    JOIN agreements ON agreements.id = ${agreementId} AND agreements.account_id = r.account_id
    JOIN agreement_versions ON agreement_versions.agreement_id = agreements.id
      AND agreement_versions.number = agreements.latest
    WHERE ${and(
      sql`r.account_id = ${accountId}`,
      sql`r.creator_id >= COALESCE((${lookedAt(accountId, filter.behind)}), '')`,
      filter.behind === null ? undefined : sql`r.creator_id < ${filter.behind}`,
      isPending(sql`r`),
      filter.after === null ? undefined : sql`${at} > ${filter.after}`,
      filter.before === null ? undefined : sql`${at} < ${filter.before}`,
    )} ORDER BY r.creator_id DESC LIMIT ${filter.limit + 1}`;
}

/** The creators who have to accept an agreement of the acting account, newest creators first. */
export async function listPendingOfAgreement(
  ctx: Ctx,
  agreementId: string,
  filter: PendingFilter,
): Promise<{ id: string; found: FoundCreator; ask: Ask }[]> {
  const viewer = viewerOf(ctx.actor);
  const ask = sql<string>`(SELECT ${firstAsk(sql`creator_relationships`)} FROM agreements
    JOIN agreement_versions ON agreement_versions.agreement_id = agreements.id
      AND agreement_versions.number = agreements.latest WHERE agreements.id = ${agreementId})`;
  const rows = await listSelected(ctx, viewer, pendingIds(viewer.id, agreementId, filter), ask);
  return rows.map(({ details, id, ...found }) => ({ id, found, ask: askOf(details) }));
}
