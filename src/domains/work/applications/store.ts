import { and, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { Ctx, SystemCtx } from '../../../context.ts';
import { mainDb } from '../../../db/client.ts';
import { type InvolvedFilter, involvedIds, isCallers } from '../../../db/involved-list.ts';
import { inOrder } from '../../../db/list.ts';
import { saveVersioned } from '../../../db/save-versioned.ts';
import { AppError, notFound } from '../../../kit/error.ts';
import { versionConflict } from '../../../resource/version.ts';
import { openAgreements } from '../agreement-rules/table.ts';
import type { Consent } from '../creator-consent/consent.ts';
import { creators, feePartnerOf } from '../creator-consent/table.ts';
import { programs } from '../program-terms/table.ts';
import {
  type ApplicationRow,
  type ApplicationStatus,
  applicationVersion,
  type FoundApplication,
} from './application.ts';
import { applications } from './table.ts';

const open = sql<number>`EXISTS (SELECT 1 ${openAgreements(
  sql`${applications.accountId}`,
  sql`${applications.creatorId}`,
  sql`${programs.agreements}`,
)})`;

function selectFound(ctx: SystemCtx) {
  return mainDb(ctx.env)
    .select({
      application: getTableColumns(applications),
      epoch: programs.agreementsEpoch,
      programPay: programs.pay,
      open,
      consent: sql<Consent | null>`(SELECT r.consent FROM creator_relationships r
        WHERE r.account_id = ${applications.accountId} AND r.creator_id = ${applications.creatorId})`,
      feePartner: sql<string | null>`(SELECT m.id FROM ${feePartnerOf(creators.id)})`,
      feeBps: sql<
        number | null
      >`(SELECT COALESCE(mr.take_rate_bps, m.partner_take_rate_bps) FROM ${feePartnerOf(creators.id)})`,
    })
    .from(applications)
    .innerJoin(programs, eq(programs.id, applications.programId))
    .innerJoin(creators, eq(creators.id, applications.creatorId));
}

async function find(ctx: SystemCtx, where: SQL): Promise<FoundApplication | null> {
  const row = await selectFound(ctx).where(where).get();
  return row ? { ...row, open: Boolean(row.open) } : null;
}

/** An application of the acting account or creator. Throws not_found. */
export async function requireApplication(ctx: Ctx, id: string): Promise<FoundApplication> {
  const row = await find(ctx, and(eq(applications.id, id), isCallers(ctx, applications))!);
  if (!row) throw notFound('application');
  return row;
}

/**
 * A creator's application to a program; null when there is none. `open` says whether agreements block new
 * submissions.
 */
export async function findApplication(
  ctx: SystemCtx,
  programId: string,
  creatorId: string,
): Promise<FoundApplication | null> {
  return await find(ctx, and(eq(applications.programId, programId), eq(applications.creatorId, creatorId))!);
}

export type ApplicationFilter = InvolvedFilter<ApplicationStatus>;

/** The query of a list, apart from its columns. */
export function applicationListIds(ctx: Ctx, filter: ApplicationFilter): SQL {
  return involvedIds(ctx, sql`${applications}`, applications, filter);
}

export async function listApplications(
  ctx: Ctx,
  filter: ApplicationFilter,
): Promise<(FoundApplication & { id: string })[]> {
  const rows = await selectFound(ctx)
    .where(sql`${applications.id} IN (${applicationListIds(ctx, filter)})`)
    .orderBy(inOrder(applications.id, filter.range))
    .all();
  return rows.map((row) => ({ ...row, open: Boolean(row.open), id: row.application.id }));
}

export function insertApplication(ctx: SystemCtx, row: ApplicationRow): void {
  ctx.write
    .add(mainDb(ctx.env).insert(applications).values(row))
    .onDuplicate(
      'applications.program_id',
      () => new AppError('conflict', 'The creator has an application to this program.'),
    );
}

/**
 * Writes a transition, provided that neither the application nor the agreements have changed since they were
 * read.
 */
export function saveApplication(
  ctx: SystemCtx,
  before: FoundApplication,
  changes: Partial<ApplicationRow>,
): void {
  const { application, epoch } = before;
  saveVersioned(ctx, applications, 'application', application, changes, {
    where: sql`EXISTS (SELECT 1 FROM programs p WHERE p.id = ${application.programId} AND p.agreements_epoch = ${epoch})`,
    refusal: async () => {
      const now = await find(ctx, eq(applications.id, application.id));
      if (!now) return notFound('application');
      const version = applicationVersion(now);
      return version === applicationVersion(before) ? null : versionConflict(version);
    },
  });
}
